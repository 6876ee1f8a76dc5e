// The playground: a gallery of worlds, the text of one, and the viewer that shows it run, all in this tab.
import { Engine } from "./engine";
import { Shell } from "./shell";
import { loadModule, startWorker } from "./parts";
import "./style.css";

declare global {
  interface Window {
    /** For the console and for tests. */
    playground: Shell;
  }
}

const worker = await startWorker();
const engine = new Engine(worker, loadModule());
window.skidpadBackend = engine;
window.playground = new Shell(document.getElementById("playground")!, engine);
await window.playground.begin(location.hash);
