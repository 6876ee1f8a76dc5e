// Poses arrive some thirty times a second; pictures are drawn sixty times. Between two poses the way is
// shared out over the time the next one is expected to take.
import { POSE_WORDS } from "../net/frames";

/** Two messages further apart than this are shown at once: the world was paused, or jumped. */
const LONGEST_GAP_MS = 150;
/** A frame that goes further than this between messages was put there, not driven. */
const JUMP_M = 3;

export class Motion {
  private from: Float32Array | null = null;
  private to: Float32Array | null = null;
  private readonly shown: Float32Array;
  private step = -1;
  private arrivedMs = 0;
  private gapMs = 33;
  private isSettled = true;

  constructor(count: number) {
    this.shown = new Float32Array(count * POSE_WORDS);
  }

  push(poses: Float32Array, step: number, nowMs: number): void {
    const gap = nowMs - this.arrivedMs;
    const isJump = this.to === null || gap > LONGEST_GAP_MS || step <= this.step;
    this.from = isJump ? null : this.shown.slice();
    this.to = poses;
    this.gapMs = isJump ? this.gapMs : this.gapMs + 0.2 * (gap - this.gapMs);
    this.arrivedMs = nowMs;
    this.isSettled = this.isSettled && step === this.step && !isJump;
    this.step = step;
  }

  hold(poses: Float32Array): void {
    this.from = null;
    this.to = poses;
    this.step = -1;
    this.isSettled = false;
  }

  /** Poses to show now, or `null` when nothing changed since the last ask. */
  at(nowMs: number): Float32Array | null {
    const to = this.to;
    if (!to || this.isSettled) return null;
    const share = this.from ? Math.min(1, (nowMs - this.arrivedMs) / this.gapMs) : 1;
    this.isSettled = share >= 1;
    if (share >= 1 || !this.from) {
      this.shown.set(to);
      return this.shown;
    }
    for (let at = 0; at < to.length; at += POSE_WORDS) mix(this.from, to, at, share, this.shown);
    return this.shown;
  }
}

/** One pose between two: straight for positions, shortest turn (normalised) for rotations. */
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
