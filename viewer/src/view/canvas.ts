// The canvas and its drawing context, and whether a graphics card or the processor draws.

export interface Canvas {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext | null;
  /** There is no graphics card, as over ssh or in a container: every pixel costs the processor time. */
  isSoftware: boolean;
}

const USUAL: WebGLContextAttributes = { alpha: false, depth: true, stencil: false, premultipliedAlpha: true, powerPreference: "high-performance" };

/**
 * Smooth edges cannot be switched while drawing, so it is found out first who draws: a graphics card gets another
 * context, with them; the processor keeps the first, unless `isFull`.
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
