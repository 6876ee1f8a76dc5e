// Colour scales for heights and intensities, and colours of vehicles.

/** Stops of a colour ramp similar to Turbo; `t` from 0 to 1. */
const STOPS: [number, number, number][] = [
  [0.19, 0.28, 0.62], [0.13, 0.6, 0.76], [0.36, 0.78, 0.5], [0.95, 0.77, 0.33], [0.86, 0.33, 0.27],
];

/** The colours of the ramp, from low to high. */
export function rampColors(): readonly [number, number, number][] {
  return STOPS;
}

export function ramp(t: number, out: Float32Array, at: number): void {
  const x = Math.min(0.9999, Math.max(0, t)) * (STOPS.length - 1);
  const k = Math.floor(x);
  const f = x - k;
  for (let c = 0; c < 3; c++) out[at + c] = STOPS[k][c] + (STOPS[k + 1][c] - STOPS[k][c]) * f;
}

const VEHICLES = ["#e8833a", "#2f9e8f", "#5b7fd6", "#c2577a", "#8a9a3b", "#9a6bc4", "#c9a227", "#4a90a4", "#b5533c"];

/** A colour for each vehicle, the same in lists, trails, labels and charts. */
export function vehicleColor(index: number): string {
  return VEHICLES[index % VEHICLES.length];
}
