// One strip chart: thirty seconds of a few curves.
import { h } from "../ui/dom";
import { vehicleColor } from "../sensors/palette";
import { ticks, WINDOW_S, type Row } from "./history";
import type { Quantity } from "./quantities";

export interface Ink {
  text: string;
  muted: string;
  line: string;
  paper: string;
}

export class Chart {
  readonly canvas = h("canvas", { class: "chart", role: "img" });

  constructor(readonly quantity: Quantity) {
    this.canvas.setAttribute("aria-label", `Chart of ${quantity.name}`);
  }

  draw(rows: Row[], ink: Ink): void {
    const scale = Math.min(2, devicePixelRatio);
    const width = this.canvas.clientWidth || 300;
    const height = this.canvas.clientHeight || 110;
    if (this.canvas.width !== width * scale || this.canvas.height !== height * scale) {
      this.canvas.width = width * scale;
      this.canvas.height = height * scale;
    }
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    drawChart(context, this.quantity, rows, ink, width, height);
  }
}

const LEFT = 44;
const TOP = 20;
const BOTTOM = 16;
const RIGHT = 6;

export function drawChart(
  context: CanvasRenderingContext2D, quantity: Quantity, rows: Row[], ink: Ink, width: number, height: number,
): void {
  const end = rows.at(-1)?.timeS ?? 0;
  const start = Math.max(0, end - WINDOW_S);
  const shown = rows.filter((row) => row.timeS >= start - 0.2);
  const series = shown.map((row) => quantity.values(row.state, row.drift));
  const names = shown.length > 0 ? quantity.curves(shown[shown.length - 1].state) : [];
  const [low, high] = range(series);
  const x = (time: number): number => LEFT + ((time - start) / WINDOW_S) * (width - LEFT - RIGHT);
  const y = (value: number): number => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM);

  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  for (const tick of ticks(low, high, 3)) {
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
  for (const tick of ticks(start, start + WINDOW_S, 4)) context.fillText(`${tick} s`, x(tick), height - 7);

  context.save();
  context.beginPath();
  context.rect(LEFT, TOP - 2, width - LEFT - RIGHT, height - TOP - BOTTOM + 4);
  context.clip();
  names.forEach((_, curve) => {
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
  });
  context.restore();
  context.setLineDash([]);

  context.textAlign = "left";
  context.fillStyle = ink.text;
  context.fillText(`${quantity.name} [${quantity.unit}]`, 6, 9);
  let at = width - RIGHT;
  context.textAlign = "right";
  for (let curve = names.length - 1; curve >= 0 && names.length > 1; curve--) {
    const value = series.at(-1)?.[curve] ?? NaN;
    const text = names.length > 2 ? names[curve].replace("wheel ", "") : names[curve];
    context.fillStyle = vehicleColor(curve);
    context.fillText(text, at, 9);
    at -= context.measureText(text).width + 9;
    if (at < width / 2 || Number.isNaN(value)) continue;
  }
  if (names.length === 1) {
    context.fillStyle = vehicleColor(0);
    context.fillText(short(series.at(-1)?.[0] ?? NaN), at, 9);
  }
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
