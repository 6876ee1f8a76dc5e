// Marks along the time line: kept moments, collisions, where time was set back, and files being written.
import { h } from "../ui/dom";

export type MarkKind = "moment" | "collision" | "reset" | "branch";

export interface Mark {
  kind: MarkKind;
  ns: number;
  text: string;
}

/** A time in which a file was written; `toNs` is `null` while it is. */
interface Span {
  fromNs: number;
  toNs: number | null;
  text: string;
}

/** Most marks of collisions and branches. */
const MOST = 200;
/** Collisions closer together than this share a mark [ns]. */
const TOGETHER_NS = 1e9;

export class Marks {
  readonly canvas = h("canvas", { class: "marks", "aria-hidden": "true" });
  /** Everything that is marked; public so that tests can look at it. */
  all: Mark[] = [];
  private moments: Mark[] = [];
  private spans = new Map<string, Span>();
  private closed: Span[] = [];
  private drawn = "";

  setMoments(steps: number[], stepNs: number): void {
    this.moments = steps.map((step) => ({ kind: "moment", ns: step * stepNs, text: "kept moment" }));
  }

  add(kind: MarkKind, ns: number, text: string): void {
    const isNear = (mark: Mark): boolean => mark.kind === kind && mark.text === text && Math.abs(mark.ns - ns) < TOGETHER_NS;
    if (kind === "collision" && this.all.some(isNear)) return;
    this.all.push({ kind, ns, text });
    if (this.all.length > MOST) this.all.shift();
  }

  /** Files being written now: their name, or `null` when they are not. */
  write(key: string, file: string | null, sinceNs: number, nowNs: number): void {
    const open = this.spans.get(key);
    if (open && open.text !== file) {
      this.closed.push({ ...open, toNs: nowNs });
      this.spans.delete(key);
    }
    if (file && !this.spans.has(key)) this.spans.set(key, { fromNs: sinceNs, toNs: null, text: file });
  }

  /** Time was set back: what came after is not on this line. */
  cutAfter(ns: number): void {
    this.all = this.all.filter((mark) => mark.ns <= ns);
    this.closed = this.closed.filter((span) => span.fromNs <= ns);
  }

  clear(): void {
    this.all = [];
    this.moments = [];
    this.closed = [];
    this.spans.clear();
  }

  /** What is marked within a distance of a time; the nearest first, moments last. */
  near(ns: number, withinNs: number): string[] {
    const near = this.all.filter((mark) => Math.abs(mark.ns - ns) <= withinNs).sort((a, b) => Math.abs(a.ns - ns) - Math.abs(b.ns - ns));
    const written = this.allSpans.filter((span) => span.fromNs <= ns && ns <= (span.toNs ?? Infinity));
    return [...near.map((mark) => mark.text), ...written.map((span) => `writing ${span.text}`)];
  }

  /** The time of the nearest mark within a distance of a time; kept moments are found anyway. */
  nearest(ns: number, withinNs: number): number | null {
    const near = this.all.filter((mark) => Math.abs(mark.ns - ns) <= withinNs).sort((a, b) => Math.abs(a.ns - ns) - Math.abs(b.ns - ns));
    return near[0]?.ns ?? null;
  }

  private get allSpans(): Span[] {
    return [...this.closed, ...this.spans.values()];
  }

  /** Draw what lies between two times. `inset` is where the line begins and ends within the canvas [px]. */
  draw(fromNs: number, toNs: number, inset: number): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = Math.min(2, devicePixelRatio);
    const x = (ns: number): number => inset + ((ns - fromNs) / Math.max(1, toNs - fromNs)) * (width - 2 * inset);
    const ticks = [...this.moments, ...this.all].map((mark) => `${mark.kind[0]}${Math.round(x(mark.ns))}`).join(" ");
    const bars = this.allSpans.map((span) => `${Math.round(x(span.fromNs))}-${Math.round(x(span.toNs ?? toNs))}`).join(" ");
    const wanted = `${width} ${height} ${ticks} ${bars} ${document.documentElement.dataset.theme}`;
    if (wanted === this.drawn || width === 0) return;
    this.drawn = wanted;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    context.scale(scale, scale);
    const style = getComputedStyle(this.canvas);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const inks: Record<MarkKind, string> = {
      moment: color("--muted"), collision: color("--danger"), reset: color("--accent"), branch: color("--accent"),
    };
    context.fillStyle = color("--danger");
    for (const span of this.allSpans) {
      const [a, b] = [Math.max(inset, x(span.fromNs)), Math.min(width - inset, x(span.toNs ?? toNs))];
      if (b > a) context.fillRect(a, height - 3, b - a, 3);
    }
    for (const mark of [...this.moments, ...this.all]) {
      if (mark.ns < fromNs || mark.ns > toNs) continue;
      context.fillStyle = inks[mark.kind];
      const isSmall = mark.kind === "moment";
      context.globalAlpha = isSmall ? 0.45 : 1;
      context.fillRect(x(mark.ns) - (isSmall ? 0.5 : 1), isSmall ? 3 : 0, isSmall ? 1 : 2.5, isSmall ? 4 : 7);
    }
    context.globalAlpha = 1;
  }
}
