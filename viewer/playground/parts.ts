// Where the parts of the page are: files beside it, or inside it where it is one file.

const element = (id: string): HTMLElement | null => document.getElementById(id);

/** Text that the build has put into the page. */
const inlined = (id: string): string | null => element(id)?.textContent ?? null;

async function unpacked(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const textOf = async (base64: string): Promise<string> => new TextDecoder().decode(await unpacked(base64));

export async function loadModule(): Promise<BufferSource> {
  const inside = inlined("skidpad-wasm");
  if (inside !== null) return unpacked(inside);
  const response = await fetch("skidpad.wasm");
  if (!response.ok) throw new Error("skidpad.wasm could not be loaded");
  return response.arrayBuffer();
}

/** Not a module: browsers refuse to import what a page on disk has made itself. */
export async function startWorker(): Promise<Worker> {
  const inside = inlined("skidpad-worker");
  if (inside === null) return new Worker("worker.js");
  return new Worker(URL.createObjectURL(new Blob([await textOf(inside)], { type: "text/javascript" })));
}

/** A frame with the viewer, which finds the simulator in this page. */
export async function makeViewer(): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.title = "Viewer";
  const inside = inlined("skidpad-viewer");
  if (inside === null) frame.src = "viewer.html";
  else frame.srcdoc = await textOf(inside);
  return frame;
}
