// The canvas and its context, and whether rendering is done in software.

export interface Canvas {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext | null;
  /** There is no graphics card, as in a container: rendering is done in software. */
  isSoftware: boolean;
}

const USUAL: WebGLContextAttributes = { alpha: false, depth: true, stencil: false, premultipliedAlpha: true, powerPreference: "high-performance" };

/**
 * Antialiasing is fixed when a context is created, so the renderer is detected with a first context: a graphics card
 * gets a second one with antialiasing; software rendering keeps the first, unless `isFull`.
 */
export function openCanvas(isFull: boolean): Canvas {
  const plain = document.createElement("canvas");
  const first = plain.getContext("webgl2", { ...USUAL, antialias: false });
  const isBySoftware = first !== null && isSoftware(first);
  if (!first || (isBySoftware && !isFull)) return { canvas: plain, context: first, isSoftware: isBySoftware };
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { ...USUAL, antialias: true });
  first.getExtension("WEBGL_lose_context")?.loseContext();
  return { canvas, context, isSoftware: isBySoftware };
}

function isSoftware(gl: WebGL2RenderingContext): boolean {
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
