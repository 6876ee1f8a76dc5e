// What is under the pointer: the point of the surface, and the body, which is highlighted.
import type { Vector3 } from "three";
import type { Body } from "../net/contract";
import { bodyOfFrame } from "../scene/bodies";
import type { World } from "../scene/world";
import { isPartOfScene } from "./world_editor";
import type { Cameras } from "../view/cameras";

/** Least time between two looks [ms]; one takes a ray through every triangle near it. */
const PERIOD_MS = 90;

export interface Under {
  /** The point of the surface, or of the ground plane where there is none. */
  point: Vector3 | null;
  body: Body | null;
}

export class PointerWatch {
  private at: { x: number; y: number } | null = null;
  private lookedMs = 0;

  constructor(
    canvas: HTMLElement, private readonly cameras: Cameras, private readonly world: () => World | null,
    private readonly onChange: (under: Under) => void,
  ) {
    canvas.addEventListener("pointermove", (event) => {
      this.at = event.buttons === 0 || event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
      this.update(performance.now());
    });
    canvas.addEventListener("pointerleave", () => {
      this.at = null;
      this.onChange({ point: null, body: null });
    });
  }

  /** Look again, at most some times a second; call before each frame. */
  update(nowMs: number): void {
    if (!this.at || nowMs - this.lookedMs < PERIOD_MS) return;
    this.onChange(this.under(this.at.x, this.at.y));
    this.at = null;
    // A slow look is made less often.
    this.lookedMs = performance.now() + 3 * (performance.now() - nowMs);
  }

  under(clientX: number, clientY: number): Under {
    const world = this.world();
    const ray = this.cameras.ray(clientX, clientY);
    const hit = world ? ray.intersectObject(world.root, true)[0] : undefined;
    if (!world || !hit) return { point: this.cameras.groundAt(clientX, clientY), body: null };
    const frame = world.frameOf(hit.object, hit.instanceId);
    const body = frame === null ? null : bodyOfFrame(world.file, frame);
    return { point: hit.point, body: body && isPartOfScene(body) ? null : body };
  }
}
