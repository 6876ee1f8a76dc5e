// Small windows with the pictures of cameras.
import { h, iconButton } from "../ui/dom";
import type { Picture } from "../net/frames";
import type { Sensor } from "../net/contract";
import { ramp } from "./palette";

export class Previews {
  readonly root = h("div", { class: "previews" });
  private readonly windows = new Map<string, { canvas: HTMLCanvasElement; figure: HTMLElement }>();

  constructor(private readonly onClose: (sensor: number) => void) {}

  receive(sensor: Sensor, picture: Picture): void {
    const kind = picture.isDepth ? "depth" : "colour";
    const key = `${picture.sensor} ${kind}`;
    const label = sensor.kind === "rgbd" ? `${sensor.name} ${kind}` : sensor.name;
    const canvas = this.windowFor(key, label, picture.sensor);
    canvas.width = picture.columns;
    canvas.height = picture.rows;
    const image = new ImageData(picture.columns, picture.rows);
    if (picture.isDepth) paintDepth(picture, image.data);
    else paintColor(picture, image.data);
    canvas.getContext("2d")?.putImageData(image, 0, 0);
  }

  /** Close the windows of sensors that are not shown. */
  keep(isShown: (sensor: number) => boolean): void {
    for (const [key, { figure }] of this.windows) {
      if (isShown(Number.parseInt(key, 10))) continue;
      figure.remove();
      this.windows.delete(key);
    }
  }

  private windowFor(key: string, label: string, sensor: number): HTMLCanvasElement {
    const known = this.windows.get(key);
    if (known) return known.canvas;
    const canvas = h("canvas", { role: "img", "aria-label": `Picture of ${label}` });
    const close = iconButton("close", `Close ${label}`, () => this.onClose(sensor));
    const figure = h("figure", { class: "preview" }, canvas, h("figcaption", {}, h("span", {}, label), close));
    this.root.append(figure);
    this.windows.set(key, { canvas, figure });
    return canvas;
  }
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
