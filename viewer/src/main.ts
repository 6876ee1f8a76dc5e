// Begins the viewer, and leaves a small handle for the console and for tests.
import { early } from "./net/early";
import { Vector3 } from "three";
import { App } from "./app";
import "./style.css";

declare global {
  interface Window {
    skidpad: {
      app: App;
      /** A point of the world [m] in CSS pixels of the picture. */
      project(x: number, y: number, z: number): { x: number; y: number } | null;
    };
  }
}

performance.mark("script");
const app = new App(document.getElementById("viewer")!, early);
performance.mark("page");
window.skidpad = {
  app,
  project(x, y, z) {
    const o = app.world?.file.origin_m ?? [0, 0, 0];
    return app.cameras.project(new Vector3(x - o[0], y - o[1], z - o[2]));
  },
};
