// Small windows with the pictures of cameras.
import { h, iconButton } from "../ui/dom";
import type { Picture } from "../net/frames";
import type { SceneFile } from "../net/contract";
import { ramp } from "./palette";

interface Window {
  canvas: HTMLCanvasElement;
  figure: HTMLElement;
  /** Sensors are in the order of the file; colour comes before depth. */
  place: number;
}

export class Previews {
  readonly root = h("div", { class: "previews" });
  private readonly windows = new Map<string, Window>();

  constructor(private readonly file: SceneFile, private readonly onClose: (sensor: number) => void) {}

  receive(sensor: number, picture: Picture): void {
    const canvas = this.windowFor(sensor, picture.isDepth);
    canvas.width = picture.columns;
    canvas.height = picture.rows;
    const image = new ImageData(picture.columns, picture.rows);
    if (picture.isDepth) paintDepth(picture, image.data);
    else paintColor(picture, image.data);
    canvas.getContext("2d", { willReadFrequently: true })?.putImageData(image, 0, 0);
    canvas.closest("figure")?.classList.remove("blank");
  }

  /** Cover every picture until one of the moment that is shown arrives. */
  cover(): void {
    for (const { figure } of this.windows.values()) figure.classList.add("blank");
  }

  /** Close the windows of sensors that are not shown. */
  keep(isShown: (sensor: number) => boolean): void {
    for (const [key, { figure }] of this.windows) {
      if (isShown(Number.parseInt(key, 10))) continue;
      figure.remove();
      this.windows.delete(key);
    }
  }

  private windowFor(sensor: number, isDepth: boolean): HTMLCanvasElement {
    const key = `${sensor} ${isDepth ? "depth" : "colour"}`;
    const known = this.windows.get(key);
    if (known) return known.canvas;
    const label = captionOf(this.file, sensor, isDepth);
    const canvas = h("canvas", { role: "img", "aria-label": `Picture of ${label}` });
    const close = iconButton("close", `Close ${label}`, () => this.onClose(sensor));
    const figure = h("figure", { class: "preview" }, canvas, h("figcaption", {}, h("span", {}, label), close));
    const place = 2 * sensor + (isDepth ? 1 : 0);
    const next = [...this.windows.values()].filter((it) => it.place > place).sort((a, b) => a.place - b.place)[0];
    this.root.insertBefore(figure, next?.figure ?? null);
    this.windows.set(key, { canvas, figure, place });
    return canvas;
  }
}

/** Vehicle and sensor, such as `r1 · camera1`; a depth camera sends two pictures. */
export function captionOf(file: SceneFile, index: number, isDepth: boolean): string {
  const sensor = file.sensors[index];
  const vehicle = sensor.vehicle === null ? undefined : file.vehicles[sensor.vehicle]?.name;
  const what = sensor.kind === "rgbd" ? `${sensor.name} ${isDepth ? "depth" : "colour"}` : sensor.name;
  return vehicle ? `${vehicle} · ${what}` : what;
}

function paintColor(picture: Picture, out: Uint8ClampedArray): void {
  for (let i = 0, k = 0; i < picture.columns * picture.rows; i++) {
    out[i * 4] = picture.pixels[k++];
    out[i * 4 + 1] = picture.pixels[k++];
    out[i * 4 + 2] = picture.pixels[k++];
    out[i * 4 + 3] = 255;
  }
}

function paintDepth(picture: Picture, out: Uint8ClampedArray): void {
  const count = picture.columns * picture.rows;
  const color = new Float32Array(3);
  let far = 1000;
  for (let i = 0; i < count; i++) far = Math.max(far, depthAt(picture, i));
  for (let i = 0; i < count; i++) {
    const depth = depthAt(picture, i);
    ramp(1 - depth / far, color, 0);
    for (let c = 0; c < 3; c++) out[i * 4 + c] = depth === 0 ? 24 : color[c] * 255;
    out[i * 4 + 3] = 255;
  }
}

/** Depth of a pixel [mm]. */
function depthAt(picture: Picture, index: number): number {
  return picture.pixels[index * 2] | (picture.pixels[index * 2 + 1] << 8);
}
