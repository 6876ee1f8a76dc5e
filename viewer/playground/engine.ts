// The simulator as the page sees it: questions to the worker, and a back-end for the viewer in its frame.
import type { Answer, Question } from "../../apps/skidpad-page/simulator.mjs";
import type { SceneResponses } from "../src/net/preload";
import type { SocketLike } from "../src/net/socket";
import type { EmbeddedRun } from "../src/recorded/embedded";
import type { FromWorker, ToWorker } from "./worker";

type Scene = Extract<FromWorker, { type: "scene" }>;
type Answered = Extract<FromWorker, { type: "answer" }>;

/** The socket of a viewer in this page. */
class WorkerSocket implements SocketLike {
  readyState: number = WebSocket.CONNECTING;
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;

  constructor(private readonly post: (text: string) => void) {}

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.post(text);
  }

  open(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  take(data: string | ArrayBuffer): void {
    this.onmessage?.({ data });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ reason: "" });
  }
}

export class Engine implements EmbeddedRun {
  onFailure: (reason: string) => void = () => undefined;
  /** A run has written a file. */
  onFile: (name: string, file: Blob, problem: string) => void = () => undefined;
  memoryBytes = 0;
  private readonly waiting = new Map<number, (message: Scene | Answered) => void>();
  private nextId = 1;
  private socket: WorkerSocket | null = null;
  private readonly started: Promise<void>;
  private setStarted: () => void = () => undefined;
  /** Resolved while a world runs: viewers wait for it. */
  private world: Promise<void>;
  private setWorld: () => void = () => undefined;

  constructor(private readonly worker: Worker, module: Promise<BufferSource>) {
    this.started = new Promise((resolve) => (this.setStarted = resolve));
    this.world = new Promise((resolve) => (this.setWorld = resolve));
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data);
    worker.onerror = (event) => this.onFailure(event.message);
    module.then((bytes) => this.post({ type: "start", module: bytes }), (problem: unknown) => this.onFailure(String(problem)));
  }

  async ask(question: Question): Promise<Answer> {
    const { answer, memoryBytes } = (await this.request((id) => ({ type: "ask", id, question }))) as Answered;
    this.memoryBytes = memoryBytes;
    if (answer.answer === "opened") this.changeWorld();
    return answer;
  }

  async give(path: string, bytes: Uint8Array): Promise<void> {
    await this.started;
    this.post({ type: "give", path, bytes });
  }

  fetchScene(): SceneResponses {
    const scene = this.world.then(() => this.request((id) => ({ type: "scene", id })) as Promise<Scene>);
    return {
      json: scene.then(({ json }) => new Response(json)),
      glb: scene.then(({ glb }) => new Response(glb)),
    };
  }

  openSocket(): SocketLike {
    this.socket = new WorkerSocket((text) => this.post({ type: "viewer", text }));
    const socket = this.socket;
    void this.world.then(() => {
      if (this.socket !== socket) return;
      this.post({ type: "leave" });
      socket.open();
    });
    return socket;
  }

  /** Forget the viewer of a frame that is gone. */
  forgetViewer(): void {
    this.socket = null;
  }

  /** A viewer of the world before connects again and finds the new one. */
  private changeWorld(): void {
    this.setWorld();
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close();
  }

  private async request(message: (id: number) => ToWorker): Promise<Scene | Answered> {
    await this.started;
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.post(message(id));
    });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case "started":
        this.setStarted();
        break;
      case "answer":
      case "scene":
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
        break;
      case "viewer":
        this.socket?.take(message.data);
        break;
      case "file":
        this.onFile(message.name, message.file, message.problem);
        break;
      case "failed":
        this.onFailure(message.reason);
        break;
    }
  }
}
