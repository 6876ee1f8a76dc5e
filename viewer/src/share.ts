// A view as the part of an address after `#`: camera, chosen vehicle, panel, plots, layers and time, to be shared.

export interface SharedView {
  /** Target, distance, azimuth, elevation. */
  eye?: [number, number, number, number, number, number];
  isOrthographic?: boolean;
  mode?: "orbit" | "follow" | "ride" | "top";
  vehicle?: string;
  panel?: string;
  plots?: string[];
  /** Whether all plots are in one, with an axis each. */
  isOnePlot?: boolean;
  /** Layers that differ from the usual ones. */
  layers?: Record<string, boolean>;
  /** Simulated time that is looked at [s]. */
  timeS?: number;
}

const MODES = ["orbit", "follow", "ride", "top"];

export function writeView(view: SharedView): string {
  const parts = new URLSearchParams();
  if (view.eye) parts.set("eye", view.eye.map((number) => String(Number(number.toFixed(3)))).join(","));
  if (view.isOrthographic) parts.set("flat", "1");
  if (view.mode) parts.set("mode", view.mode);
  if (view.vehicle) parts.set("robot", view.vehicle);
  if (view.panel) parts.set("panel", view.panel);
  if (view.plots) parts.set("plots", view.plots.join(view.isOnePlot ? "." : ","));
  if (view.layers && Object.keys(view.layers).length > 0) {
    parts.set("layers", Object.entries(view.layers).map(([name, isOn]) => `${isOn ? "" : "-"}${name}`).join(","));
  }
  if (view.timeS !== undefined) parts.set("t", view.timeS.toFixed(2));
  return `#${parts.toString().replaceAll("%2C", ",")}`;
}

/** Reads what it can; anything else is ignored. */
export function readView(hash: string): SharedView {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const view: SharedView = {};
  const eye = parts.get("eye")?.split(",").map(Number);
  if (eye?.length === 6 && eye.every(Number.isFinite)) view.eye = eye as SharedView["eye"];
  if (parts.get("flat")) view.isOrthographic = true;
  const mode = parts.get("mode");
  if (mode && MODES.includes(mode)) view.mode = mode as SharedView["mode"];
  const [vehicle, panel, plots, layers] = [parts.get("robot"), parts.get("panel"), parts.get("plots"), parts.get("layers")];
  if (vehicle) view.vehicle = vehicle;
  if (panel) view.panel = panel;
  if (plots !== null) {
    view.plots = plots.split(/[,.]/).filter(Boolean);
    if (plots.includes(".")) view.isOnePlot = true;
  }
  if (layers) view.layers = Object.fromEntries(layers.split(",").map((name) => [name.replace(/^-/, ""), !name.startsWith("-")]));
  const time = Number(parts.get("t") ?? NaN);
  if (Number.isFinite(time) && time >= 0) view.timeS = time;
  return view;
}
