// One strip chart: thirty seconds of a few curves.
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

  constructor(readonly quantity: Quantity) {
    this.canvas.setAttribute("aria-label", `Chart of ${quantity.name}`);
  }

  /** The time under a point of the page [s]; `null` outside the curves. */
  timeAt(clientX: number, { endS, spanS }: ChartView): number | null {
    const box = this.canvas.getBoundingClientRect();
    const share = (clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
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
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    drawChart(context, this.quantity, rows, ink, width, height, view);
  }
}

const LEFT = 44;
const TOP = 20;
const BOTTOM = 16;
const RIGHT = 6;

const startOf = (endS: number, spanS: number): number => Math.max(0, endS - spanS);

export function drawChart(
  context: CanvasRenderingContext2D, quantity: Quantity, rows: Row[], ink: Ink, width: number, height: number, view: ChartView,
): void {
  const { endS, spanS, cursorS } = view;
  const start = startOf(endS, spanS);
  const shown = rows.filter((row) => row.timeS >= start - 0.2 && row.timeS <= endS + 1e-9);
  const series = shown.map((row) => quantity.values(row.state, row.drift));
  const names = shown.length > 0 ? quantity.curves(shown[shown.length - 1].state) : [];
  const [low, high] = range(series);
  const x = (time: number): number => LEFT + ((time - start) / spanS) * (width - LEFT - RIGHT);
  const y = (value: number): number => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM);

  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  for (const tick of ticks(low, high, Math.max(2, Math.round((height - TOP - BOTTOM) / 28)))) {
    context.strokeStyle = ink.line;
    context.beginPath();
    context.moveTo(LEFT, y(tick));
    context.lineTo(width - RIGHT, y(tick));
    context.stroke();
    context.fillStyle = ink.muted;
    context.textAlign = "right";
    context.fillText(short(tick), LEFT - 6, y(tick));
  }
  context.textAlign = "center";
  for (const tick of ticks(start, start + spanS, 4)) context.fillText(`${tick} s`, x(tick), height - 7);

  context.save();
  context.beginPath();
  context.rect(LEFT, TOP - 2, width - LEFT - RIGHT, height - TOP - BOTTOM + 4);
  context.clip();
  names.forEach((_, curve) => drawCurve(context, quantity, shown, series, curve, x, y));
  context.restore();
  context.setLineDash([]);

  const read = cursorS === null ? shown.length - 1 : nearestRow(shown, cursorS);
  if (cursorS !== null && shown[read]) drawCursor(context, x(shown[read].timeS), series[read].map(y), ink, height);
  context.textAlign = "left";
  context.fillStyle = ink.text;
  const at = cursorS !== null && shown[read] ? ` at ${shown[read].timeS.toFixed(2)} s` : "";
  context.fillText(`${quantity.name} [${quantity.unit}]${at}`, 6, 9);
  const values = names.map((_, curve) => series[read]?.[curve] ?? NaN);
  drawLegend(context, names, values, width, cursorS !== null);
}

function drawCurve(
  context: CanvasRenderingContext2D, quantity: Quantity, shown: Row[], series: number[][], curve: number, x: (time: number) => number,
  y: (value: number) => number,
): void {
  context.strokeStyle = vehicleColor(curve);
  context.lineWidth = 1.6;
  context.setLineDash(quantity.key === "speed" && curve === 1 ? [4, 3] : []);
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

function drawCursor(context: CanvasRenderingContext2D, x: number, heights: number[], ink: Ink, height: number): void {
  context.strokeStyle = ink.muted;
  context.beginPath();
  context.moveTo(x, TOP - 2);
  context.lineTo(x, height - BOTTOM + 2);
  context.stroke();
  heights.forEach((y, curve) => {
    if (!Number.isFinite(y)) return;
    context.fillStyle = vehicleColor(curve);
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fill();
  });
}

/** Names of the curves at the right, with values where they are read; without room, values alone. */
function drawLegend(context: CanvasRenderingContext2D, names: string[], values: number[], width: number, isRead: boolean): void {
  let at = width - RIGHT;
  context.textAlign = "right";
  for (let curve = names.length - 1; curve >= 0; curve--) {
    const name = names.length > 2 ? names[curve].replace("wheel ", "") : names[curve];
    const text = names.length === 1 || isRead ? short(values[curve]) : name;
    context.fillStyle = vehicleColor(curve);
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
