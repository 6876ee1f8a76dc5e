// Interpolates poses, which arrive about thirty times a second while frames are drawn sixty times.
// What is shown lags by the time between two messages, so that there is a pose before and one after.
import { POSE_WORDS } from "../net/frames";

/** After a gap longer than this the next message is shown at once: the world was paused. */
const LONGEST_GAP_MS = 150;
/** Longest lag. */
const LONGEST_DELAY_MS = 90;
/** Most messages kept between two frames. */
const MOST = 16;
/** A frame that moves further than this between messages was teleported. */
const JUMP_M = 3;

interface Arrival {
  ms: number;
  poses: Float32Array;
  /** Whether anything moved since the message before. */
  isChanged: boolean;
}

export class Motion {
  private queue: Arrival[] = [];
  private readonly shown: Float32Array;
  private step = -1;
  private gapMs = 33;
  private isSettled = true;

  /** Start with seven numbers per frame. */
  constructor(first: Float32Array) {
    this.shown = first.slice();
  }

  push(poses: Float32Array, isChanged: boolean, step: number, nowMs: number): void {
    const last = this.queue.at(-1);
    const gap = last ? nowMs - last.ms : Infinity;
    const isJump = !last || step < this.step;
    if (isJump) this.queue = [];
    // After a pause, motion starts now, not at the last message.
    else if (gap > LONGEST_GAP_MS) this.queue = [{ ...last, ms: nowMs - this.gapMs }];
    else this.gapMs += 0.1 * (gap - this.gapMs);
    this.queue.push({ ms: nowMs, poses: poses.slice(), isChanged });
    if (this.queue.length > MOST) this.queue.shift();
    this.isSettled = this.isSettled && !isChanged && !isJump;
    this.step = step;
  }

  /** Show these poses at once. */
  hold(poses: Float32Array): void {
    this.queue = [{ ms: -Infinity, poses: poses.slice(), isChanged: true }];
    this.step = -1;
    this.isSettled = false;
  }

  /** Poses to show now; `null` if nothing has changed since the last call. */
  at(nowMs: number): Float32Array | null {
    if (this.isSettled || this.queue.length === 0) return null;
    const time = nowMs - Math.min(LONGEST_DELAY_MS, this.gapMs * 1.2);
    while (this.queue.length > 1 && this.queue[1].ms <= time) this.queue.shift();
    const [a, b] = this.queue;
    const isAtRest = this.queue.every((arrival, index) => index === 0 || !arrival.isChanged);
    if (isAtRest || a.ms > time) {
      this.isSettled = isAtRest;
      this.shown.set(a.poses);
      return this.shown;
    }
    const share = (time - a.ms) / (b.ms - a.ms);
    for (let at = 0; at < this.shown.length; at += POSE_WORDS) mix(a.poses, b.poses, at, share, this.shown);
    return this.shown;
  }
}

/** Interpolate two poses: linearly, with normalised quaternions along the shorter arc. */
export function mix(a: Float32Array, b: Float32Array, at: number, share: number, out: Float32Array): void {
  const dx = b[at] - a[at];
  const dy = b[at + 1] - a[at + 1];
  if (!(dx * dx + dy * dy < JUMP_M * JUMP_M)) {
    out.set(b.subarray(at, at + POSE_WORDS), at);
    return;
  }
  for (let k = 0; k < 3; k++) out[at + k] = a[at + k] + (b[at + k] - a[at + k]) * share;
  let dot = 0;
  for (let k = 3; k < 7; k++) dot += a[at + k] * b[at + k];
  const sign = dot < 0 ? -1 : 1;
  let square = 0;
  for (let k = 3; k < 7; k++) {
    const value = a[at + k] + (sign * b[at + k] - a[at + k]) * share;
    out[at + k] = value;
    square += value * value;
  }
  const scale = 1 / Math.sqrt(square || 1);
  for (let k = 3; k < 7; k++) out[at + k] *= scale;
}
