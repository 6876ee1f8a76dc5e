// The last minute of one vehicle, ready to be plotted or written as CSV.
import type { VehicleState } from "../net/frames";
import { QUANTITIES } from "./quantities";

export const WINDOW_S = 30;
/** How long values are kept [s]. */
export const KEPT_S = 120;

export interface Row {
  timeS: number;
  state: VehicleState;
  drift: number;
}

export class History {
  rows: Row[] = [];

  add(row: Row): void {
    const last = this.rows.at(-1);
    // Time was set back: what came after is of another line.
    if (last && row.timeS <= last.timeS) this.cutFrom(row.timeS);
    this.rows.push(row);
    if (this.rows.length > 64 && this.rows[0].timeS < row.timeS - KEPT_S) {
      this.rows.splice(0, this.rows.findIndex((kept) => kept.timeS >= row.timeS - KEPT_S));
    }
  }

  clear(): void {
    this.rows = [];
  }

  /** Forget what is at this time [s] and later. */
  cutFrom(timeS: number): void {
    this.rows = this.rows.slice(0, this.rows.findLastIndex((row) => row.timeS < timeS - 1e-9) + 1);
  }

  /** Every kept value of these quantities, one row per time. */
  csv(keys: string[]): string {
    const quantities = QUANTITIES.filter((quantity) => keys.includes(quantity.key));
    const first = this.rows[0]?.state;
    if (!first) return "time_s\n";
    const header = ["time_s", ...quantities.flatMap((quantity) => {
      const names = quantity.curves(first);
      return names.map((name) => `${quantity.name} ${names.length > 1 ? `${name} ` : ""}[${quantity.unit}]`);
    })];
    const lines = this.rows.map((row) =>
      [row.timeS, ...quantities.flatMap((quantity) => quantity.values(row.state, row.drift))]
        .map((value) => (Number.isFinite(value) ? String(Math.fround(value) === value ? value : Number(value.toPrecision(9))) : ""))
        .join(","));
    return `${[header.map((name) => (name.includes(",") ? `"${name}"` : name)).join(","), ...lines].join("\n")}\n`;
  }
}

/** Round numbers that cover a range, for the axis of a chart. */
export function ticks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? raw;
  const out: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) out.push(k * step === 0 ? 0 : Number((k * step).toPrecision(12)));
  return out;
}
