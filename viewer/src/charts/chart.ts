// One strip chart: thirty seconds of a few curves, of one quantity or of several with an axis each.
import { h } from "../ui/dom";
import { vehicleColor } from "../sensors/palette";
import { ticks, type Row } from "./history";
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
const TOP = 20;
const BOTTOM = 16;
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
  const heightOf = ({ low, high }: Axis) => (value: number): number => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM);

  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  axes.forEach((axis, place) => drawAxis(context, axis, place, axes.length, ink, [left, width - right], height, heightOf(axis)));
  context.fillStyle = ink.muted;
  context.textAlign = "center";
  // The corner at the right is for the mark that changes the size.
  const last = width - right - RESIZE;
  for (const tick of ticks(start, start + spanS, 4)) {
    const text = `${tick} s`;
    if (x(tick) + context.measureText(text).width / 2 <= last) context.fillText(text, x(tick), height - 7);
  }

  context.save();
  context.beginPath();
  context.rect(left, TOP - 2, width - left - right, height - TOP - BOTTOM + 4);
  context.clip();
  for (const axis of axes) axis.names.forEach((_, curve) => drawCurve(context, axis, shown, curve, x, heightOf(axis)));
  context.restore();
  context.setLineDash([]);

  const read = cursorS === null ? shown.length - 1 : nearestRow(shown, cursorS);
  if (cursorS !== null && shown[read]) {
    drawCursorLine(context, x(shown[read].timeS), ink, height);
    for (const axis of axes) drawDots(context, x(shown[read].timeS), axis.series[read].map(heightOf(axis)), axis);
  }
  const at = cursorS !== null && shown[read] ? ` at ${shown[read].timeS.toFixed(2)} s` : "";
  if (axes.length > 1) drawNames(context, axes, read, at, ink);
  else if (axes[0]) {
    const { quantity, names, series, inks } = axes[0];
    context.textAlign = "left";
    context.fillStyle = ink.text;
    context.fillText(`${quantity.name} [${quantity.unit}]${at}`, 6, 9);
    drawLegend(context, names, names.map((_, curve) => series[read]?.[curve] ?? NaN), inks, width, cursorS !== null);
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
  context: CanvasRenderingContext2D, axis: Axis, place: number, count: number, ink: Ink, [left, right]: [number, number], height: number,
  y: (value: number) => number,
): void {
  const isLeft = place % 2 === 0;
  const away = 6 + AXIS * Math.floor(place / 2);
  for (const tick of ticks(axis.low, axis.high, Math.max(2, Math.round((height - TOP - BOTTOM) / 28)))) {
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

/** Each quantity in the colour of its axis, with its values where they are read. */
function drawNames(context: CanvasRenderingContext2D, axes: Axis[], read: number, at: string, ink: Ink): void {
  let x = 6;
  context.textAlign = "left";
  axes.forEach(({ quantity, series }, place) => {
    const values = at && series[read] ? ` ${series[read].filter(Number.isFinite).map(short).join(" ")}` : "";
    const text = `${quantity.name} [${quantity.unit}]${values}`;
    context.fillStyle = vehicleColor(place);
    context.fillText(text, x, 9);
    x += context.measureText(text).width + 10;
  });
  context.fillStyle = ink.text;
  context.fillText(at.trim(), x, 9);
}

function drawCursorLine(context: CanvasRenderingContext2D, x: number, ink: Ink, height: number): void {
  context.strokeStyle = ink.muted;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, TOP - 2);
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

/** Names of the curves at the right, with values where they are read; without room, values alone. */
function drawLegend(context: CanvasRenderingContext2D, names: string[], values: number[], inks: Axis["inks"], width: number, isRead: boolean): void {
  let at = width - EDGE;
  context.textAlign = "right";
  for (let curve = names.length - 1; curve >= 0; curve--) {
    const name = names.length > 2 ? names[curve].replace("wheel ", "") : names[curve];
    const text = names.length === 1 ? `${name} ${short(values[curve])}` : isRead ? short(values[curve]) : name;
    context.fillStyle = inks[curve].color;
    context.fillText(text, at, 9);
    at -= context.measureText(text).width + 9;
  }
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

function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Math.abs(value) >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
