// One WebSocket to the server: reconnects after a break, notices silence, and matches answers to requests.
import { openSocket } from "./preload";
import { decode, type Message } from "./frames";
import { PROTOCOL, type ClientMessage, type ServerMessage, type Subscription } from "./contract";
import type { SocketLike } from "./socket";

export interface Listener {
  onText(message: ServerMessage): void;
  onBinary(message: Message): void;
  /** `silent`: the connection is open, but the program has stopped answering. */
  onLink(state: LinkState, reason: string): void;
}

export type LinkState = "connecting" | "live" | "silent" | "lost";

/** The server sends a status four times a second; a program that is quiet for this long has stopped [ms]. */
const SILENCE_MS = 700;
const WATCH_MS = 100;

export class Connection {
  private socket: SocketLike | null = null;
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: ServerMessage) => void>();
  private retryMs = 250;
  private readonly quiet = new Set<number>();
  private heardMs = Infinity;
  private watchedMs = 0;
  private quietChecks = 0;
  private state: LinkState = "connecting";

  constructor(
    private readonly listener: Listener,
    private subscription: Subscription,
  ) {
    setInterval(() => this.watch(performance.now()), WATCH_MS);
  }

  /** Whether the program answers now. Nothing is sent to one that does not: it would be obeyed late. */
  get isLive(): boolean {
    return this.state === "live";
  }

  /** Open the connection, or use a socket that is being opened. */
  open(socket = openSocket()): void {
    this.socket = socket;
    socket.onopen = () => {
      this.retryMs = 250;
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, subscribe: this.subscription }));
    };
    socket.onmessage = (event) => {
      this.heardMs = performance.now();
      if (this.state !== "live") this.setState("live", "");
      if (typeof event.data === "string") this.receive(JSON.parse(event.data) as ServerMessage);
      else {
        const message = decode(event.data);
        if (message) this.listener.onBinary(message);
      }
    };
    socket.onclose = (event) => {
      this.socket = null;
      this.heardMs = Infinity;
      this.refuseWaiting("the connection was lost");
      this.setState("lost", event.reason);
      setTimeout(() => this.open(), this.retryMs);
      this.retryMs = Math.min(2000, this.retryMs * 2);
    };
  }

  /** Send without waiting for an answer; dropped when the program does not answer. */
  send(request: ClientMessage): void {
    if (this.isLive && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /** Send and wait for the answer. A refusal is shown to the user if `isLoud`. */
  ask(request: ClientMessage, isLoud = true): Promise<ServerMessage> {
    const id = this.nextId++;
    if (!isLoud) this.quiet.add(id);
    return new Promise((resolve) => {
      if (!this.isLive || this.socket?.readyState !== WebSocket.OPEN) {
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

  /** Notice silence. A check that comes late itself says nothing: this page was busy, and messages may be waiting. */
  private watch(nowMs: number): void {
    const isOnTime = nowMs - this.watchedMs < 3 * WATCH_MS;
    this.watchedMs = nowMs;
    this.quietChecks = isOnTime && nowMs - this.heardMs > SILENCE_MS ? this.quietChecks + 1 : 0;
    if (this.quietChecks < 2 || this.state !== "live" || document.hidden) return;
    this.refuseWaiting("the program does not answer");
    this.setState("silent", "");
  }

  private setState(state: LinkState, reason: string): void {
    const isBack = this.state !== "live" && state === "live";
    this.state = state;
    this.listener.onLink(state, reason);
    // What was chosen meanwhile was not sent.
    if (isBack) this.subscribe(this.subscription);
  }

  private refuseWaiting(reason: string): void {
    for (const answer of this.waiting.values()) answer({ type: "refused", reason });
    this.waiting.clear();
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
