// What the page needs first is asked for before anything else is done: the scene and the socket travel while the rest
// of the viewer is put together.

/** The two files of a scene, as they arrive. */
export interface SceneAnswers {
  text: Promise<Response>;
  meshes: Promise<Response>;
}

/** The page itself asks for both ahead (`rel=preload`); these are the same requests. */
export function askForScene(): SceneAnswers {
  return { text: fetch("/scene.json"), meshes: fetch("/scene.glb") };
}

export function openSocket(): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  return socket;
}

export const early = { scene: askForScene(), socket: openSocket() };
for (const answer of [early.scene.text, early.scene.meshes]) answer.catch(() => undefined);
