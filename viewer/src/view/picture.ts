// Pictures of the view at full resolution, whatever is drawn on the screen, with the names that are shown.
import type { DrawnLabel } from "../overlays/labels";
import type { Viewport } from "./viewport";

/** Pixels per CSS pixel, at least. */
const LEAST_SCALE = 2;

export function takePicture(viewport: Viewport, labels: DrawnLabel[]): Promise<Blob | null> {
  const scale = Math.max(LEAST_SCALE, devicePixelRatio);
  const { width, height } = viewport.size;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  viewport.drawAt(scale, (drawn) => context.drawImage(drawn, 0, 0, canvas.width, canvas.height));
  context.scale(scale, scale);
  for (const label of labels) drawLabel(context, label);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

function drawLabel(context: CanvasRenderingContext2D, { text, x, y, tint, isChosen }: DrawnLabel): void {
  context.font = `${isChosen ? 600 : 400} 11px system-ui, sans-serif`;
  const width = context.measureText(text).width + 12;
  const style = getComputedStyle(document.documentElement);
  context.fillStyle = isChosen ? tint : style.getPropertyValue("--paper");
  context.beginPath();
  context.roundRect(x - width / 2, y - 17, width, 17, 6);
  context.fill();
  context.fillStyle = isChosen ? "#101820" : style.getPropertyValue("--text");
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y - 8);
}
