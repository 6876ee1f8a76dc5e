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
/** After a pause of messages this long [ns], a straight line this long [m] that leaves the headings at its ends by this much [rad] is not the path. */
const PAUSE_NS = 250e6;
const CHORD_M = 0.3;
const CHORD_RAD = 0.3;
/** What is shown lags behind what arrives, so that motion is smooth; trails wait as long [ms]. */
const LAG_MS = 100;
const ABOVE_M = 0.03;
const at = new Vector3();

interface End {
  x: number;
  y: number;
  z: number;
  yaw: number;
  timeNs: number;
}

/** Numbers of a place: position and yaw. */
const PLACE = 4;

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
  /** Time of the last message that was drawn [ns]. */
  private lastNs = -Infinity;

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
    const places = new Float32Array(this.ends.length * PLACE);
    this.world.file.vehicles.forEach(({ frame }, index) => {
      const [x, y, z, qx, qy, qz, qw] = poses.subarray(frame * POSE_WORDS, (frame + 1) * POSE_WORDS);
      places.set([x, y, z, Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))], index * PLACE);
    });
    this.arrivals.push({ ms: nowMs, timeNs, places });
    // A hidden page draws nothing for long.
    if (this.arrivals.length > 600) this.extend(this.arrivals.shift()!);
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
    const isAfterPause = timeNs - this.lastNs > PAUSE_NS;
    this.lastNs = timeNs;
    this.ends.forEach((end, index) => {
      at.fromArray(places, index * PLACE);
      const yaw = places[index * PLACE + 3];
      if (Number.isNaN(at.x)) {
        this.ends[index] = null;
        return;
      }
      const gap = end ? Math.hypot(at.x - end.x, at.y - end.y) : 0;
      if (end && gap < SPACING_M) return;
      this.ends[index] = { x: at.x, y: at.y, z: at.z, yaw, timeNs };
      const isJump = !end || timeNs < end.timeNs || gap > JUMP_M + FASTEST_MPS * (timeNs - end.timeNs) * 1e-9;
      if (isJump || (isAfterPause && gap > CHORD_M && !isPath(end, at.x - end.x, at.y - end.y, yaw))) return;
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

/** Whether a straight line fits the headings at its ends, forward or backward. */
function isPath({ yaw }: End, dx: number, dy: number, yawAfter: number): boolean {
  const way = Math.atan2(dy, dx);
  return [yaw, yawAfter].every((heading) => Math.abs(Math.sin(way - heading)) < CHORD_RAD);
}
