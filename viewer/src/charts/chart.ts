// One strip chart: thirty seconds of a few curves, of one quantity or of several with an axis each.
import { h } from "../ui/dom";
import { vehicleColor } from "../sensors/palette";
import { ticks, type Row } from "./history";
import { clockText, shortClockText } from "../time/clock";
import type { Quantity } from "./quantities";

export interface Ink {
  text: string;
  muted: string;
  line: string;
  paper: string;
}

/** What part of the curves is shown, and where the pointer is. */
export interface ChartView {
  /** Time at the right end, and the time shown [s]. */
  endS: number;
  spanS: number;
  /** Time at which values are read [s]. */
  cursorS: number | null;
}

export class Chart {
  readonly canvas = h("canvas", { class: "chart", role: "img" });
  /** The canvas in a frame that can be made taller. */
  readonly root = h("div", { class: "chart-box" }, this.canvas);

  /** Several quantities share the time and have an axis each. */
  constructor(readonly quantities: Quantity[]) {
    this.canvas.setAttribute("aria-label", `Chart of ${quantities.map(({ name }) => name).join(", ")}`);
  }

  /** The time under a point of the page [s]; `null` outside the curves. */
  timeAt(clientX: number, { endS, spanS }: ChartView): number | null {
    const box = this.canvas.getBoundingClientRect();
    const [left, right] = marginsOf(this.quantities.length);
    const share = (clientX - box.left - left) / (box.width - left - right);
    return share < 0 || share > 1 ? null : startOf(endS, spanS) + share * spanS;
  }

  draw(rows: Row[], ink: Ink, view: ChartView): void {
    const scale = Math.min(2, devicePixelRatio);
    const width = this.canvas.clientWidth || 300;
    const height = this.canvas.clientHeight || 110;
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
    }
    // Drawn by the processor: without a graphics card, letters drawn through WebGL take seconds.
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    drawChart(context, this.quantities, rows, ink, width, height, view);
  }
}

const AXIS = 48;
/** Height of a line of the heading, and the room between the heading and the curves. */
const LINE = 14;
const GAP = 8;
const BOTTOM = 20;
const EDGE = 6;
const RESIZE = 6;
/** Dashes of the curves of one quantity that has an axis among others. */
const DASHES = [[], [5, 3], [2, 2], [8, 3, 2, 3]];

const startOf = (endS: number, spanS: number): number => Math.max(0, endS - spanS);

/** Room at the left and at the right: axes are on the left and on the right in turns. */
const marginsOf = (axisCount: number): [number, number] => [AXIS * Math.ceil(axisCount / 2), EDGE + AXIS * Math.floor(axisCount / 2)];

/** A quantity with its values at each row, and its scale. */
interface Axis {
  quantity: Quantity;
  names: string[];
  series: number[][];
  low: number;
  high: number;
  /** Colours and dashes of its curves. */
  inks: { color: string; dash: number[] }[];
}

export function drawChart(
  context: CanvasRenderingContext2D, quantities: Quantity[], rows: Row[], ink: Ink, width: number, height: number, view: ChartView,
): void {
  const { endS, spanS, cursorS } = view;
  const start = startOf(endS, spanS);
  const shown = rows.filter((row) => row.timeS >= start - 0.2 && row.timeS <= endS + 1e-9);
  const axes = quantities.map((quantity, place) => axisOf(quantity, shown, quantities.length > 1 ? place : null));
  const [left, right] = marginsOf(axes.length);
  const x = (time: number): number => left + ((time - start) / spanS) * (width - left - right);
  const read = cursorS === null ? shown.length - 1 : nearestRow(shown, cursorS);
  const isRead = cursorS !== null && shown[read] !== undefined;

  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const top = drawHeading(context, headingOf(axes, read, isRead ? shown[read].timeS : null, ink), width);
  const heightOf = ({ low, high }: Axis) => (value: number): number => top + (1 - (value - low) / (high - low)) * (height - top - BOTTOM);
  context.lineWidth = 1;
  axes.forEach((axis, place) => drawAxis(context, axis, place, axes.length, ink, [left, width - right], height - top - BOTTOM, heightOf(axis)));
  context.fillStyle = ink.muted;
  context.textAlign = "center";
  // The corner at the right is for the mark that changes the size.
  const last = width - right - RESIZE;
  for (const tick of ticks(start, start + spanS, 4)) {
    const text = timeText(tick);
    if (x(tick) + context.measureText(text).width / 2 <= last) context.fillText(text, x(tick), height - 7);
  }

  context.save();
  context.beginPath();
  context.rect(left, top - 2, width - left - right, height - top - BOTTOM + 4);
  context.clip();
  for (const axis of axes) axis.names.forEach((_, curve) => drawCurve(context, axis, shown, curve, x, heightOf(axis)));
  context.restore();
  context.setLineDash([]);

  if (shown.length === 0 && rows.length > 0) {
    context.textAlign = "center";
    context.fillStyle = ink.muted;
    context.fillText(`no data before ${shortClockText(rows[0].timeS * 1e9)}, when this page began to plot`, width / 2, (top + height - BOTTOM) / 2);
  }
  if (isRead) {
    drawCursorLine(context, x(shown[read].timeS), ink, top, height);
    for (const axis of axes) drawDots(context, x(shown[read].timeS), axis.series[read].map(heightOf(axis)), axis);
  }
}

/** `place` among several axes gives all curves of a quantity one colour; alone, each has its own. */
function axisOf(quantity: Quantity, shown: Row[], place: number | null): Axis {
  const series = shown.map((row) => quantity.values(row.state, row.drift));
  const names = shown.length > 0 ? quantity.curves(shown[shown.length - 1].state) : [];
  const [low, high] = range(series);
  const inks = names.map((_, curve) => place === null
    ? { color: vehicleColor(curve), dash: quantity.key === "speed" && curve === 1 ? [4, 3] : [] }
    : { color: vehicleColor(place), dash: DASHES[curve % DASHES.length] });
  return { quantity, names, series, low, high, inks };
}

/** Numbers beside the curves; the first axis rules lines too. */
function drawAxis(
  context: CanvasRenderingContext2D, axis: Axis, place: number, count: number, ink: Ink, [left, right]: [number, number], room: number,
  y: (value: number) => number,
): void {
  const isLeft = place % 2 === 0;
  const away = 6 + AXIS * Math.floor(place / 2);
  if (axis.names.length === 0) return;
  for (const tick of ticks(axis.low, axis.high, Math.max(2, Math.round(room / 28)))) {
    if (place === 0) {
      context.strokeStyle = ink.line;
      context.beginPath();
      context.moveTo(left, y(tick));
      context.lineTo(right, y(tick));
      context.stroke();
    }
    context.fillStyle = count > 1 ? vehicleColor(place) : ink.muted;
    context.textAlign = isLeft ? "right" : "left";
    context.fillText(short(tick), isLeft ? left - away : right + away, y(tick));
  }
}

function drawCurve(
  context: CanvasRenderingContext2D, { series, inks }: Axis, shown: Row[], curve: number, x: (time: number) => number, y: (value: number) => number,
): void {
  context.strokeStyle = inks[curve].color;
  context.lineWidth = 1.6;
  context.setLineDash(inks[curve].dash);
  context.beginPath();
  let isDown = false;
  shown.forEach((row, i) => {
    const value = series[i][curve];
    if (!Number.isFinite(value)) {
      isDown = false;
      return;
    }
    if (isDown) context.lineTo(x(row.timeS), y(value));
    else context.moveTo(x(row.timeS), y(value));
    isDown = true;
  });
  context.stroke();
}

/** A piece of the heading: it is drawn whole, and has room for its values whether they are read or not. */
export interface HeadingPart {
  text: string;
  color: string;
  /** The longest that the text can be. */
  room: string;
}

/** Room for a number. */
const NUMBER = " −0.0000";

/** What is plotted, then the names of the curves, with their values where they are read. */
function headingOf(axes: Axis[], read: number, timeS: number | null, ink: Ink): HeadingPart[] {
  const valuesOf = ({ series }: Axis): number[] => series[read] ?? [];
  const at = timeS === null ? "" : `at ${clockText(timeS * 1e9)}`;
  const time = { text: at, color: ink.text, room: "at 00:00.00" };
  const title = ({ quantity }: Axis): string => `${quantity.name} [${quantity.unit}]`;
  if (axes.length > 1) {
    const parts = axes.map((axis, place) => {
      const values = valuesOf(axis).filter(Number.isFinite);
      return { text: [title(axis), ...(at ? values.map(short) : [])].join(" "), color: vehicleColor(place), room: title(axis) + NUMBER.repeat(values.length) };
    });
    return [...parts, time];
  }
  if (!axes[0]) return [];
  const { names, inks } = axes[0];
  // A single curve tells its latest value.
  const isTold = at !== "" || names.length === 1;
  const curves = names.map((name, curve) => ({
    text: isTold ? `${name} ${short(valuesOf(axes[0])[curve] ?? NaN)}` : name, color: inks[curve].color, room: name + NUMBER,
  }));
  return [{ text: title(axes[0]), color: ink.text, room: title(axes[0]) }, time, ...curves];
}

/** Places the parts from left to right in as many lines as they need. */
export function layOut(parts: HeadingPart[], widthOf: (text: string) => number, width: number): { x: number; line: number }[] {
  let [x, line] = [EDGE, 0];
  return parts.map(({ room }) => {
    const wanted = widthOf(room);
    if (x > EDGE && x + wanted > width - EDGE) [x, line] = [EDGE, line + 1];
    const place = { x, line };
    x += wanted + 9;
    return place;
  });
}

/** Draw the heading; returns where the curves begin. */
function drawHeading(context: CanvasRenderingContext2D, parts: HeadingPart[], width: number): number {
  const places = layOut(parts, (text) => context.measureText(text).width, width);
  context.textAlign = "left";
  parts.forEach(({ text, color }, part) => {
    context.fillStyle = color;
    context.fillText(text, places[part].x, 9 + LINE * places[part].line);
  });
  return 9 + LINE * (places.at(-1)?.line ?? 0) + LINE / 2 + GAP;
}

function drawCursorLine(context: CanvasRenderingContext2D, x: number, ink: Ink, top: number, height: number): void {
  context.strokeStyle = ink.muted;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, top - 2);
  context.lineTo(x, height - BOTTOM + 2);
  context.stroke();
}

function drawDots(context: CanvasRenderingContext2D, x: number, heights: number[], { inks }: Axis): void {
  heights.forEach((y, curve) => {
    if (!Number.isFinite(y)) return;
    context.fillStyle = inks[curve]?.color ?? "";
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fill();
  });
}

/** The number of the row nearest to a time. */
export function nearestRow(rows: Row[], timeS: number): number {
  let best = -1;
  rows.forEach((row, index) => {
    if (best < 0 || Math.abs(row.timeS - timeS) < Math.abs(rows[best].timeS - timeS)) best = index;
  });
  return best;
}

/** The range of all curves, never empty, including zero when it is near. */
function range(series: number[][]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const values of series) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return [-1, 1];
  if (low > 0 && low < 0.5 * high) low = 0;
  if (high < 0 && high > 0.5 * low) high = 0;
  const room = Math.max((high - low) * 0.08, Math.abs(high) * 0.02, 1e-3);
  return [low - room, high + room];
}

/** A time as the clock of the time bar shows it, without parts of seconds that are zero. */
function timeText(timeS: number): string {
  return clockText(timeS * 1e9).replace(/\.?0+$/, (zeros) => (zeros.includes(".") ? "" : zeros));
}

function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const text = Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}
