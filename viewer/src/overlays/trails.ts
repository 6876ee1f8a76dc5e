// The recent paths of all vehicles as wide lines in one draw call.
import { Color, Group, Vector3 } from "three";
import { POSE_WORDS } from "../net/frames";
import type { World } from "../scene/world";
import { vehicleColor } from "../sensors/palette";
import { WideLines } from "./wide_lines";

const SPACING_M = 0.08;
/** A vehicle that is farther from its last point than at this speed [m/s], and this [m], was put elsewhere. */
const FASTEST_MPS = 60;
const JUMP_M = 1;
/** What is shown lags behind what arrives, so that motion is smooth; trails wait as long [ms]. */
const LAG_MS = 100;
const ABOVE_M = 0.03;
const at = new Vector3();

interface End {
  x: number;
  y: number;
  z: number;
  timeNs: number;
}

/** Where all vehicles were when a message arrived. */
interface Arrival {
  ms: number;
  timeNs: number;
  places: Float32Array;
}

export class Trails {
  readonly root = new Group();
  private readonly lines: WideLines;
  private readonly most: number;
  private ends: (End | null)[];
  private readonly colors: number[][];
  private arrivals: Arrival[] = [];
  /** The time at which each segment ends [ns]; segments are in the order of time. */
  private times: number[] = [];
  private untilNs = Infinity;

  constructor(private readonly world: World) {
    const count = world.file.vehicles.length;
    this.most = Math.min(16_000, 1000 + 600 * count);
    this.lines = new WideLines(2.6, false, Math.min(this.most, 1024));
    this.root.add(this.lines.object);
    this.ends = new Array<End | null>(count).fill(null);
    this.colors = world.file.vehicles.map((_, index) => [...new Color(vehicleColor(index)).toArray(), 0.8]);
  }

  clear(): void {
    this.arrivals = [];
    this.ends.fill(null);
    this.times = [];
    this.lines.clear();
    this.lines.finish();
  }

  /** New poses of every frame have arrived. Points come from messages, not from frames, which can be few. */
  receive(poses: Float32Array, timeNs: number, nowMs: number): void {
    const places = new Float32Array(this.ends.length * 3);
    this.world.file.vehicles.forEach(({ frame }, index) => places.set(poses.subarray(frame * POSE_WORDS, frame * POSE_WORDS + 3), index * 3));
    this.arrivals.push({ ms: nowMs, timeNs, places });
    if (this.arrivals.length > 600) this.arrivals.shift();
  }

  /** Draw up to what is shown now. */
  update(nowMs: number): void {
    while (this.arrivals.length > 0 && this.arrivals[0].ms <= nowMs - LAG_MS) this.extend(this.arrivals.shift()!);
    this.lines.finish(this.shownCount());
  }

  /** Show only what lies before a time [ns]. */
  showUntil(timeNs: number): void {
    this.untilNs = timeNs;
    this.lines.finish(this.shownCount());
  }

  dispose(): void {
    this.lines.dispose();
  }

  private extend({ timeNs, places }: Arrival): void {
    this.ends.forEach((end, index) => {
      at.fromArray(places, index * 3);
      if (Number.isNaN(at.x)) {
        this.ends[index] = null;
        return;
      }
      const gap = end ? Math.hypot(at.x - end.x, at.y - end.y) : 0;
      if (end && gap < SPACING_M) return;
      this.ends[index] = { x: at.x, y: at.y, z: at.z, timeNs };
      const isJump = !end || timeNs < end.timeNs || gap > JUMP_M + FASTEST_MPS * (timeNs - end.timeNs) * 1e-9;
      if (isJump) return;
      if (this.lines.count === this.most) {
        const dropped = Math.floor(this.most / 5);
        this.lines.dropFirst(dropped);
        this.times.splice(0, dropped);
      }
      this.lines.add(end.x, end.y, end.z + ABOVE_M, at.x, at.y, at.z + ABOVE_M, this.colors[index]);
      this.times.push(timeNs);
    });
  }

  private shownCount(): number {
    if (this.untilNs === Infinity) return this.lines.count;
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= this.untilNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
