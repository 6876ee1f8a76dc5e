// What the colours over the picture mean: lidar points, wheel forces, grip rings. Shown only while they are drawn; contacts come and go, and stay explained.
import { CONTACT_COLOR } from "../overlays/contacts";
import { FORCE_COLORS } from "../overlays/forces";
import { CLOUD_HIGH_M, CLOUD_LOW_M } from "../sensors/clouds";
import { rampColors } from "../sensors/palette";
import { isDark, type CloudColor, type Layers, type Theme } from "../settings";
import { h } from "./dom";

export interface LegendState {
  layers: Layers;
  theme: Theme;
  cloudColor: CloudColor;
  /** Whether a cloud is coloured, not only switched on. */
  hasClouds: boolean;
  hasScans: boolean;
  hasContacts: boolean;
  /** Whether scans or clouds of the moment that is shown are missing: of some sensors, or of all. */
  missing: "none" | "some" | "all";
  forceScaleMPerN: number;
}

const CLOUD_ENDS: Record<CloudColor, [string, string]> = {
  height: [`${CLOUD_LOW_M} m`, `${CLOUD_HIGH_M} m high`], intensity: ["dark", "bright"], ring: ["lowest ring", "highest"],
};

export const NO_SCAN = "no scan of this moment";

export class Legend {
  readonly root = h("aside", { class: "legend panel", "aria-label": "Legend", hidden: true });
  private shown = "";

  update({ layers, theme, cloudColor, hasClouds, hasScans, hasContacts, missing, forceScaleMPerN }: LegendState): void {
    const dark = isDark(theme);
    const key = JSON.stringify([layers.forces, layers.grip, layers.points && hasClouds && cloudColor, hasScans, hasContacts, missing, dark, forceScaleMPerN]);
    if (key === this.shown) return;
    this.shown = key;
    const rows: HTMLElement[] = [];
    if (missing !== "none") rows.push(h("p", { class: "missing" }, missing === "all" ? NO_SCAN : `some sensors: ${NO_SCAN}`));
    if (layers.points && hasClouds) rows.push(scale(CLOUD_ENDS[cloudColor]));
    if (hasScans) rows.push(h("p", {}, "lasers: the colour of their vehicle, or of the world file"));
    if (hasContacts) rows.push(entry(CONTACT_COLOR, "contact"));
    if (layers.forces) {
      rows.push(
        entry(dark ? FORCE_COLORS.forceOnDark : FORCE_COLORS.forceOnLight, `force on a wheel, 1 m is ${round(1 / forceScaleMPerN)} N`),
        entry(FORCE_COLORS.torque, `torque, 1 m is ${round(1 / forceScaleMPerN)} N·m`), entry(FORCE_COLORS.sliding, "the tyre slides"));
    }
    if (layers.grip) rows.push(entry(FORCE_COLORS.limit, "grip that there is"), entry(FORCE_COLORS.used, "grip in use"));
    this.root.hidden = rows.length === 0;
    this.root.replaceChildren(...rows);
    // The list of vehicles ends above it.
    document.documentElement.style.setProperty("--legend-height", `${this.root.offsetHeight}px`);
  }
}

/** Colours of lines are linear; those of a page are not. */
function css(color: readonly number[]): string {
  const encode = (value: number): number => Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
  return `rgb(${color.map(encode).join(" ")})`;
}

function entry(color: readonly number[], text: string): HTMLElement {
  const swatch = h("i", {});
  swatch.style.background = css(color);
  return h("p", {}, swatch, text);
}

function scale([low, high]: [string, string]): HTMLElement {
  const bar = h("i", { class: "ramp" });
  bar.style.background = `linear-gradient(to right, ${rampColors().map(css).join(", ")})`;
  return h("p", {}, low, bar, high);
}

function round(value: number): string {
  return String(Number(value.toPrecision(2)));
}
