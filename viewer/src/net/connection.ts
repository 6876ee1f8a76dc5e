// One WebSocket to the server: reconnects after a break and matches answers to requests.
import { openSocket } from "./preload";
import { decode, type Message } from "./frames";
import { PROTOCOL, type ClientMessage, type ServerMessage, type Subscription } from "./contract";

export interface Listener {
  onText(message: ServerMessage): void;
  onBinary(message: Message): void;
  onOpen(): void;
  onClosed(reason: string): void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: ServerMessage) => void>();
  private retryMs = 250;
  private readonly quiet = new Set<number>();

  constructor(
    private readonly listener: Listener,
    private subscription: Subscription,
  ) {}

  /** Open the connection, or use a socket that is being opened. */
  open(socket = openSocket()): void {
    this.socket = socket;
    socket.onopen = () => {
      this.retryMs = 250;
      this.send({ type: "hello", protocol: PROTOCOL, subscribe: this.subscription });
      this.listener.onOpen();
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === "string") this.receive(JSON.parse(event.data) as ServerMessage);
      else {
        const message = decode(event.data);
        if (message) this.listener.onBinary(message);
      }
    };
    socket.onclose = (event) => {
      this.socket = null;
      for (const answer of this.waiting.values()) answer({ type: "refused", reason: "the connection was lost" });
      this.waiting.clear();
      this.listener.onClosed(event.reason);
      setTimeout(() => this.open(), this.retryMs);
      this.retryMs = Math.min(4000, this.retryMs * 2);
    };
  }

  /** Send without waiting for an answer; dropped when there is no connection. */
  send(request: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /** Send and wait for the answer. A refusal is shown to the user if `isLoud`. */
  ask(request: ClientMessage, isLoud = true): Promise<ServerMessage> {
    const id = this.nextId++;
    if (!isLoud) this.quiet.add(id);
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve({ type: "refused", reason: "there is no connection" });
        return;
      }
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ ...request, id }));
    });
  }

  subscribe(subscription: Subscription): void {
    this.subscription = subscription;
    this.send({ type: "subscribe", ...subscription });
  }

  private receive(answer: ServerMessage): void {
    const id = "id" in answer ? answer.id : undefined;
    const resolve = id === undefined ? undefined : this.waiting.get(id);
    if (id !== undefined && resolve) {
      this.waiting.delete(id);
      resolve(answer);
    }
    if (id !== undefined && this.quiet.delete(id) && answer.type === "refused") return;
    this.listener.onText(answer);
  }
}
