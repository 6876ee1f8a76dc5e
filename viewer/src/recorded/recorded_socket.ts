// Stands in for the program when a run is inside the page: plays its messages, and seeks in them.
import { MessageKind, PROTOCOL, type Body, type BodyRef, type ClientMessage, type SceneFile, type ServerMessage, type Subscription } from "../net/contract";
import type { SocketLike } from "../net/socket";
import { WINDOW_S } from "../charts/history";
import type { RunFile } from "./run_file";

const TURN_MS = 33;
const STATUS_MS = 250;
/** What "as fast as possible" means here: as many times real time. */
const MAX_SPEED = 20;

type Asked = ClientMessage & { id?: number };

export class RecordedSocket implements SocketLike {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  /** Steps played. */
  tick = 0;
  private run: RunFile | null = null;
  private next = 0;
  private exact = 0;
  private isPaused = false;
  private speed: number | "max" = 1;
  private branch = 0;
  private revision = 0;
  private sensors = new Set<number>();
  private lastMs = performance.now();
  private statusMs = 0;

  constructor(file: Promise<RunFile>) {
    void file.then((run) => {
      this.run = run;
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
      this.lastMs = performance.now();
      setInterval(() => this.turn(performance.now()), TURN_MS);
    });
  }

  close(): void {
    // There is nothing to close: the run is in this page.
  }

  send(text: string): void {
    const message = JSON.parse(text) as Asked;
    // As from a program, an answer comes later.
    setTimeout(() => this.handle(message), 0);
  }

  private handle(message: Asked): void {
    const run = this.run;
    if (!run) return;
    switch (message.type) {
      case "hello":
        this.tell({
          type: "welcome", protocol: PROTOCOL, client: 1, revision: this.revision, run: "embedded", program: run.header.program, can: ["control", "seek"],
        });
        if (message.subscribe) this.subscribe(message.subscribe);
        break;
      case "subscribe":
        this.subscribe(message);
        break;
      case "play":
        if (this.tick >= run.header.end_tick) this.seek(0);
        this.isPaused = false;
        break;
      case "pause":
        this.isPaused = true;
        break;
      case "step":
        this.isPaused = true;
        this.advance(this.tick + message.count);
        break;
      case "speed":
        this.speed = message.factor;
        break;
      case "reset":
        this.seek(0);
        break;
      case "branch":
        this.seek(message.step);
        break;
      case "select":
        this.describe(message.id, message.body);
        return;
      default:
        this.tell({ type: "refused", reason: "this is a recording: it can be watched, but not changed", ...(message.id !== undefined && { id: message.id }) });
        return;
    }
    if (message.id !== undefined) this.tell({ type: "done", id: message.id });
    this.tellStatus();
  }

  private turn(nowMs: number): void {
    const passedS = Math.min(0.5, (nowMs - this.lastMs) / 1000);
    this.lastMs = nowMs;
    const factor = this.speed === "max" ? MAX_SPEED : this.speed;
    if (!this.isPaused && this.run) {
      this.exact += (passedS * factor * 1e9) / this.run.header.step_ns;
      this.advance(Math.floor(this.exact), false);
    }
    if (nowMs - this.statusMs > STATUS_MS) this.tellStatus();
  }

  /** Play up to a tick. */
  private advance(tick: number, isExact = true): void {
    const run = this.run!;
    const end = Math.min(tick, run.header.end_tick);
    if (end < this.tick) return;
    this.tick = end;
    if (isExact) this.exact = end;
    if (end === run.header.end_tick) this.isPaused = true;
    this.changeScene();
    const after = run.after(end);
    for (; this.next < after; this.next++) this.pass(this.next);
  }

  private seek(tick: number): void {
    const run = this.run!;
    this.branch++;
    this.tick = this.exact = Math.min(Math.max(0, Math.round(tick)), run.header.end_tick);
    this.next = run.after(this.tick);
    this.changeScene();
    // A new branch clears what was plotted before, so it is told first.
    this.tellStatus();
    this.catchUp();
  }

  /** Send what makes up the present moment: every pose, the curves up to now, and the last reading of each sensor. */
  private catchUp(): void {
    const run = this.run!;
    const whole = run.wholeBefore(this.next);
    const curvesFrom = run.after(this.tick - (WINDOW_S * 1e9) / run.header.step_ns);
    const readings = new Map<number, number>();
    for (let number = Math.min(whole, curvesFrom); number < this.next; number++) {
      const { kind, sensor } = run.kindOf(number);
      if (kind === MessageKind.poses ? number >= whole : kind === MessageKind.vehicles && number >= curvesFrom) this.pass(number);
      else if (kind >= MessageKind.scan) readings.set(sensor, number);
    }
    for (const number of readings.values()) this.pass(number);
  }

  private pass(number: number): void {
    const { kind, sensor } = this.run!.kindOf(number);
    if (kind >= MessageKind.scan && !this.sensors.has(sensor)) return;
    this.onmessage?.({ data: this.run!.read(number) });
  }

  private changeScene(): void {
    const { revision } = this.run!.sceneAt(this.tick);
    if (revision === this.revision) return;
    this.revision = revision;
    this.tell({ type: "scene_changed", revision });
  }

  private subscribe(subscription: Subscription): void {
    this.sensors = new Set(subscription.sensors);
    if (this.next === 0) this.next = this.run!.after(this.tick);
    this.catchUp();
  }

  private describe(id: number | undefined, body: BodyRef | null | undefined): void {
    const file = JSON.parse(new TextDecoder().decode(this.run!.sceneAt(this.tick).json)) as SceneFile;
    const isIt = (one: Body): boolean => (body as Partial<Record<Body["kind"], number>> | null)?.[one.kind] === one.index;
    const found = file.bodies.find(isIt);
    this.tell({ type: "selected", place: found?.place ?? "", parameters: [], ...(id !== undefined && { id }) });
  }

  private tell(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  private tellStatus(): void {
    this.statusMs = performance.now();
    const { step_ns, end_tick } = this.run!.header;
    this.tell({
      type: "status", step: this.tick, time_ns: this.tick * step_ns, is_paused: this.isPaused, speed: this.speed,
      real_time_factor: this.isPaused ? 0 : this.speed === "max" ? MAX_SPEED : this.speed, missed_deadline_count: 0, client_count: 1,
      dropped_count: 0, branch: this.branch, moments: null, named: [], csv: null, mcap: null, closed: null, can_undo: false, driven: [],
      recording: { tick: this.tick, end_tick },
    });
  }
}
