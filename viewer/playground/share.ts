// Links that contain a world: `#world=…` is its name and text, compressed; `#warehouse` is a shipped world.

export interface SharedWorld {
  file: string;
  text: string;
}

/** Links longer than this are cut by some programs. */
export const LONG_LINK = 30_000;

const through = (bytes: BlobPart, transform: GenericTransformStream): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer();

export async function pack(world: SharedWorld): Promise<string> {
  const packed = new Uint8Array(await through(JSON.stringify(world), new CompressionStream("deflate-raw")));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `world=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The world of a link; null if it has none that can be read. */
export async function unpack(fragment: string): Promise<SharedWorld | null> {
  const found = /^#?world=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  try {
    const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const world = JSON.parse(text) as Partial<SharedWorld>;
    return typeof world.file === "string" && typeof world.text === "string" ? { file: world.file, text: world.text } : null;
  } catch {
    return null;
  }
}
