// Drawings that are rewritten often: segments, arrows and rings of wide lines.
import { WideLines } from "./wide_lines";

/** Width of drawn lines [CSS px]. */
const WIDTH_PX = 2.2;

export class LineBatch {
  private readonly lines: WideLines;

  constructor(isOnTop = false) {
    this.lines = new WideLines(WIDTH_PX, isOnTop);
  }

  get object(): WideLines["object"] {
    return this.lines.object;
  }

  clear(): void {
    this.lines.clear();
  }

  /** A segment from `a` to `b` in one colour. */
  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: readonly number[]): void {
    this.lines.add(ax, ay, az, bx, by, bz, color);
  }

  /** An arrow on the plane of its own height, with a head of two strokes. */
  arrow(x: number, y: number, z: number, dx: number, dy: number, color: readonly number[]): void {
    this.add(x, y, z, x + dx, y + dy, z, color);
    const head = 0.22;
    for (const side of [-1, 1]) {
      this.add(
        x + dx, y + dy, z,
        x + dx * (1 - head) - side * dy * head * 0.6, y + dy * (1 - head) + side * dx * head * 0.6, z, color);
    }
  }

  ring(x: number, y: number, z: number, radius: number, color: readonly number[], parts = 32): void {
    for (let i = 0; i < parts; i++) {
      const a = (2 * Math.PI * i) / parts;
      const b = (2 * Math.PI * (i + 1)) / parts;
      this.add(
        x + radius * Math.cos(a), y + radius * Math.sin(a), z, x + radius * Math.cos(b), y + radius * Math.sin(b), z, color);
    }
  }

  finish(): void {
    this.lines.finish();
  }

  dispose(): void {
    this.lines.dispose();
  }
}
