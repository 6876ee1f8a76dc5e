// The file of an exported run: scenes, and the messages that a program would have sent, by step.
// `edge/skidpad-web/src/export.rs` writes it.
import { HEADER, MessageKind, Flag } from "../net/contract";

export interface RunHeader {
  /** Steps in the recording, and the length of one [ns]. */
  end_tick: number;
  step_ns: number;
  program: string;
  scenes: { tick: number; revision: number; json: [number, number]; glb: [number, number] }[];
  /** Start and length of the messages. */
  messages: [number, number];
}

export interface Record {
  tick: number;
  /** A binary message, or text. */
  data: ArrayBuffer | string;
}

/** Bytes before each message: tick, kind (0 binary, 1 text), length, all u32. */
const RECORD_BYTES = 12;

export class RunFile {
  /** Tick and place of each message, in the order of their ticks. */
  private readonly ticks: Uint32Array;
  private readonly places: Uint32Array;
  /** Messages with every pose. */
  private readonly whole: number[] = [];
  private readonly view: DataView;

  constructor(readonly header: RunHeader, private readonly bytes: ArrayBuffer, private readonly start: number) {
    this.view = new DataView(bytes);
    const [from, length] = header.messages;
    const ticks: number[] = [];
    const places: number[] = [];
    for (let at = start + from; at < start + from + length;) {
      const size = this.view.getUint32(at + 8, true);
      if (this.isWholePoses(at)) this.whole.push(ticks.length);
      ticks.push(this.view.getUint32(at, true));
      places.push(at);
      at += RECORD_BYTES + Math.ceil(size / 4) * 4;
    }
    this.ticks = Uint32Array.from(ticks);
    this.places = Uint32Array.from(places);
  }

  get count(): number {
    return this.ticks.length;
  }

  /** The number of the first message after a tick. */
  after(tick: number): number {
    let [low, high] = [0, this.ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ticks[middle] <= tick) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  tickOf(number: number): number {
    return this.ticks[number];
  }

  /** The last message with every pose before a message. */
  wholeBefore(number: number): number {
    return this.whole.findLast((it) => it < number) ?? 0;
  }

  read(number: number): string | ArrayBuffer {
    const at = this.places[number];
    const size = this.view.getUint32(at + 8, true);
    const data = this.bytes.slice(at + RECORD_BYTES, at + RECORD_BYTES + size);
    return this.view.getUint32(at + 4, true) === 1 ? new TextDecoder().decode(data) : data;
  }

  /** The kind of a message and its sensor, without reading it. */
  kindOf(number: number): { kind: number; sensor: number } {
    const at = this.places[number];
    if (this.view.getUint32(at + 4, true) === 1) return { kind: 0, sensor: 0 };
    return { kind: this.view.getUint8(at + RECORD_BYTES + HEADER.kind), sensor: this.view.getUint16(at + RECORD_BYTES + HEADER.sensor, true) };
  }

  /** The scene that is shown at a tick. */
  sceneAt(tick: number): { json: Uint8Array<ArrayBuffer>; glb: Uint8Array<ArrayBuffer>; revision: number } {
    const scene = this.header.scenes.findLast((it) => it.tick <= tick) ?? this.header.scenes[0];
    const part = ([from, length]: [number, number]): Uint8Array<ArrayBuffer> => new Uint8Array(this.bytes, this.start + from, length);
    return { json: part(scene.json), glb: part(scene.glb), revision: scene.revision };
  }

  private isWholePoses(at: number): boolean {
    if (this.view.getUint32(at + 4, true) === 1) return false;
    const body = at + RECORD_BYTES;
    return this.view.getUint8(body + HEADER.kind) === MessageKind.poses && (this.view.getUint8(body + HEADER.flags) & Flag.whole) !== 0;
  }
}

/** A file starts with the length of its header, which is JSON. */
export function readRunFile(bytes: ArrayBuffer): RunFile {
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as RunHeader;
  return new RunFile(header, bytes, Math.ceil((4 + length) / 4) * 4);
}
