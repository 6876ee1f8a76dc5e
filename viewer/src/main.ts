// Starts the viewer and exposes a handle for the console and for tests.
import { preloaded } from "./net/preload";
import { Vector3 } from "three";
import { App } from "./app";
import "./style.css";

declare global {
  interface Window {
    skidpad: {
      app: App;
      /** A point of the world [m] in CSS pixels of the canvas. */
      project(x: number, y: number, z: number): { x: number; y: number } | null;
    };
  }
}

performance.mark("script");
const app = new App(document.getElementById("viewer")!, preloaded);
performance.mark("page");
window.skidpad = {
  app,
  project(x, y, z) {
    const o = app.world?.file.origin_m ?? [0, 0, 0];
    return app.cameras.project(new Vector3(x - o[0], y - o[1], z - o[2]));
  },
};
