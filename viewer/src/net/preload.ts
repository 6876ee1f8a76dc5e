// Requests the scene and opens the socket before the rest of the viewer is set up.

/** Responses for the two files of a scene. */
export interface SceneResponses {
  json: Promise<Response>;
  glb: Promise<Response>;
}

/** The page preloads both files (`rel=preload`); the browser answers these requests from the same download. */
export function fetchScene(): SceneResponses {
  return { json: fetch("/scene.json"), glb: fetch("/scene.glb") };
}

export function openSocket(): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  return socket;
}

export const preloaded = { scene: fetchScene(), socket: openSocket() };
for (const response of [preloaded.scene.json, preloaded.scene.glb]) response.catch(() => undefined);
