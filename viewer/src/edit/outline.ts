// The outline of a body: the edges of its box in wide lines, over everything.
import { Matrix4, Vector3, type Scene } from "three";
import type { Body } from "../net/contract";
import { WideLines } from "../overlays/wide_lines";
import type { World } from "../scene/world";

const EDGES: [number, number][] = [[0, 1], [1, 3], [3, 2], [2, 0], [4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]];
const ROOM_M = 0.04;

export class Outline {
  private readonly lines: WideLines;

  constructor(scene: Scene, private readonly color: readonly number[], widthPx: number) {
    this.lines = new WideLines(widthPx, true, 12);
    this.lines.object.renderOrder = 25;
    scene.add(this.lines.object);
  }

  get isVisible(): boolean {
    return this.lines.object.visible;
  }

  /** Draw around a body where it is now; `null` hides the outline. */
  show(body: Body | null, world: World | null): void {
    this.lines.clear();
    if (body && world && body.frame !== 0 && world.frames[body.frame]?.visible) {
      const { min, max } = world.localBoxOf(body.frame);
      const corners = Array.from({ length: 8 }, (_, i) => new Vector3(
        i & 1 ? max.x + ROOM_M : min.x - ROOM_M, i & 2 ? max.y + ROOM_M : min.y - ROOM_M, i & 4 ? max.z + ROOM_M : min.z - ROOM_M,
      ).applyMatrix4(new Matrix4().copy(world.frames[body.frame].matrix)));
      for (const [a, b] of EDGES) this.lines.add(...corners[a].toArray(), ...corners[b].toArray(), this.color);
    }
    this.lines.finish();
  }
}
