// The simulator beside the page: makes steps at their time and passes messages on.
import { Simulator, type Answer, type Question } from "../../apps/skidpad-page/simulator.mjs";

export type ToWorker =
  | { type: "start"; module: BufferSource }
  | { type: "ask"; id: number; question: Question }
  | { type: "give"; path: string; bytes: Uint8Array }
  | { type: "scene"; id: number }
  | { type: "viewer"; text: string }
  | { type: "leave" };

export type FromWorker =
  | { type: "started" }
  | { type: "answer"; id: number; answer: Answer; memoryBytes: number }
  | { type: "scene"; id: number; json: Uint8Array<ArrayBuffer>; glb: Uint8Array<ArrayBuffer> }
  | { type: "viewer"; data: string | ArrayBuffer }
  | { type: "file"; name: string; file: Blob; problem: string }
  | { type: "failed"; reason: string };

/** Steps are made for this long before messages are looked at [ms]. */
const SLICE_MS = 10;
/** Time between two looks while no step is due [ms]. */
const WAIT_MS = 4;

const scope = self as unknown as { postMessage(message: FromWorker, transfer?: Transferable[]): void };
const post = (message: FromWorker, ...transfer: Transferable[]): void => scope.postMessage(message, transfer);

let simulator: Simulator | null = null;
let isRunning = false;
/** The file that the run writes, so far. */
let written: Uint8Array<ArrayBuffer>[] = [];
/** Comes back as a message at once: a timer would wait 4 ms. */
const soon = new MessageChannel();
soon.port1.onmessage = () => guarded(loop);

self.onmessage = (event: MessageEvent<ToWorker>) => guarded(() => take(event.data));

/** A failure of the module is a bug: say it and stop. */
function guarded(what: () => void | Promise<void>): void {
  const fail = (problem: unknown): void => {
    simulator = null;
    post({ type: "failed", reason: problem instanceof Error ? problem.message : String(problem) });
  };
  try {
    void Promise.resolve(what()).catch(fail);
  } catch (problem) {
    fail(problem);
  }
}

async function take(message: ToWorker): Promise<void> {
  if (message.type === "start") {
    simulator = await Simulator.compile(message.module);
    post({ type: "started" });
    return;
  }
  if (!simulator) return;
  switch (message.type) {
    case "ask": {
      const answer = simulator.ask(message.question);
      post({ type: "answer", id: message.id, answer, memoryBytes: simulator.memoryBytes() });
      handOver();
      if (answer.answer === "opened") begin();
      break;
    }
    case "give":
      simulator.give(message.path, message.bytes);
      break;
    case "scene": {
      const { json, glb } = simulator.scene();
      post({ type: "scene", id: message.id, json, glb }, json.buffer, glb.buffer);
      break;
    }
    case "viewer":
      simulator.receive(message.text);
      break;
    case "leave":
      simulator.leave();
      break;
  }
}

/** Keep what the run has written of a file, outside of the module's memory; pass it on when it is complete. */
function handOver(): void {
  for (let part = simulator?.filePart(); part; part = simulator?.filePart()) {
    if (part instanceof Uint8Array) {
      written.push(part);
      continue;
    }
    post({ type: "file", ...part, file: new Blob(written, { type: "application/octet-stream" }) });
    written = [];
  }
}

function begin(): void {
  if (isRunning) return;
  isRunning = true;
  soon.port2.postMessage(null);
}

function loop(): void {
  if (!simulator) {
    isRunning = false;
    return;
  }
  const end = performance.now() + SLICE_MS;
  let isMore = true;
  while (isMore && performance.now() < end) isMore = simulator.turn();
  for (let data = simulator.message(); data !== null; data = simulator.message()) {
    if (typeof data === "string") post({ type: "viewer", data });
    else post({ type: "viewer", data }, data);
  }
  handOver();
  if (isMore) soon.port2.postMessage(null);
  else setTimeout(() => guarded(loop), WAIT_MS);
}
