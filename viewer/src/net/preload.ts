// Requests the scene and opens the socket before the rest of the viewer is set up.
import { embeddedRun, type EmbeddedRun } from "../recorded/embedded";
import type { SocketLike } from "./socket";

/** The two files of a scene: names and numbers as JSON, meshes and textures as binary glTF. */
export interface SceneResponses {
  json: Promise<Response>;
  glb: Promise<Response>;
}

declare global {
  interface Window {
    /** The simulator of a page that shows the viewer in a frame, as the playground does. */
    skidpadBackend?: EmbeddedRun;
  }
}

/** The page around this one, if it runs a simulator itself. The program does not allow its viewer to be framed. */
function surroundingRun(): EmbeddedRun | undefined {
  try {
    return window.parent === window ? undefined : window.parent.skidpadBackend;
  } catch {
    return undefined;
  }
}

const run = embeddedRun() ?? surroundingRun();

/** The page preloads both files (`rel=preload`); the browser answers these requests from the same download. */
export function fetchScene(): SceneResponses {
  return run ? run.fetchScene() : { json: fetch("/scene.json"), glb: fetch("/scene.glb") };
}

export function openSocket(): SocketLike {
  if (run) return run.openSocket();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  return socket as unknown as SocketLike;
}

export const preloaded = { scene: fetchScene(), socket: openSocket() };
for (const response of [preloaded.scene.json, preloaded.scene.glb]) response.catch(() => undefined);
