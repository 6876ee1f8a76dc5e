// A run inside the page: `skidpad view RUN --export FILE.html` writes it there, and no program is needed.
import type { SceneResponses } from "../net/preload";
import type { SocketLike } from "../net/socket";
import { readRunFile, type RunFile } from "./run_file";
import { RecordedSocket } from "./recorded_socket";

export interface EmbeddedRun {
  fetchScene(): SceneResponses;
  openSocket(): SocketLike;
}

/** The run of this page; `null` for a page that a program serves. */
export function embeddedRun(): EmbeddedRun | null {
  const element = document.getElementById("skidpad-run");
  if (!element) return null;
  const file = unpack(element.textContent ?? "").then(readRunFile);
  // Its text is large and not needed again.
  element.textContent = "";
  let socket: RecordedSocket | null = null;
  const part = async (which: "json" | "glb"): Promise<Response> => {
    const run: RunFile = await file;
    return new Response(run.sceneAt(socket?.tick ?? 0)[which]);
  };
  return {
    fetchScene: () => ({ json: part("json"), glb: part("glb") }),
    openSocket: () => (socket = new RecordedSocket(file)),
  };
}

/** Base64 of a gzip stream, as bytes. */
async function unpack(text: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
