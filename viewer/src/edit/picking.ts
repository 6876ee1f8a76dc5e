// A click picks the body under the pointer. In move mode a drag moves it, or turns it with Alt held; in place mode it
// follows the pointer until the next click.
import { Euler, Quaternion, Vector3 } from "three";
import type { Body, WorldPose } from "../net/contract";
import { bodyOfFrame } from "../scene/bodies";
import type { World } from "../scene/world";
import { Signal } from "../ui/signal";
import type { Cameras } from "../view/cameras";
import type { Viewport } from "../view/viewport";
import { Outline } from "./outline";
import { anglesOf } from "./pose_xml";
import { isPartOfScene } from "./world_editor";

export class Picking {
  readonly picked = new Signal<Body | null>(null);
  /** Whether a drag moves the picked body instead of the camera. */
  isMoving = false;
  /** The body that follows the pointer, and where it came from. */
  readonly placing = new Signal<{ body: Body; from: WorldPose } | null>(null);
  /** Public so that tests can look at them. */
  readonly outline: Outline;
  readonly highlight: Outline;
  private hovered: Body | null = null;
  private downAt: { x: number; y: number } | null = null;
  private grab: { offset: Vector3; pose: WorldPose; startX: number } | null = null;

  constructor(
    private readonly viewport: Viewport, private readonly cameras: Cameras, private readonly world: () => World | null,
    private readonly onPlace: (body: Body, pose: WorldPose) => void, private readonly onMoved: (body: Body, from: WorldPose) => void,
  ) {
    this.outline = new Outline(viewport.scene, [1, 0.45, 0], 3.5);
    this.highlight = new Outline(viewport.scene, [0.05, 0.55, 0.5, 0.75], 2);
    const canvas = viewport.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    this.picked.onChange((body) => {
      if (this.placing.value && this.placing.value.body !== body) this.placing.value = null;
      this.refresh();
      viewport.invalidate();
    });
  }

  /** The pose of a body in the world: x, y, z, yaw, pitch, roll. */
  poseOf(body: Body): WorldPose | null {
    const world = this.world();
    if (!world) return null;
    const matrix = world.frames[body.frame].matrix;
    const at = new Vector3();
    const turn = new Quaternion();
    matrix.decompose(at, turn, new Vector3());
    const o = world.file.origin_m;
    return [at.x + o[0], at.y + o[1], at.z + o[2], ...anglesOf(turn.x, turn.y, turn.z, turn.w)];
  }

  /** Whether a body is in the world now: one that was removed keeps its place in the scene. */
  isPresent(body: Body): boolean {
    return this.world()?.frames[body.frame]?.visible ?? false;
  }

  /** Highlight the body under the pointer. */
  hover(body: Body | null): boolean {
    if (body === this.hovered) return false;
    this.hovered = body;
    this.refresh();
    return true;
  }

  /** Draw the outlines where the bodies are now. */
  refresh(): void {
    const world = this.world();
    const picked = this.picked.value;
    this.outline.show(picked, world);
    this.highlight.show(this.hovered === picked ? null : this.hovered, world);
  }

  /** Let a body follow the pointer until the next click; called again, it goes back to where it came from. */
  togglePlacing(body: Body): void {
    const { value } = this.placing;
    if (value) this.put(value.body, value.from, true);
    const from = this.poseOf(body);
    this.placing.value = value || !from ? null : { body, from };
  }

  /** The body under a point of the page. Floors and walls are behind everything, so that they are picked by name alone. */
  at(clientX: number, clientY: number): Body | null {
    const world = this.world();
    if (!world) return null;
    for (const hit of this.cameras.ray(clientX, clientY).intersectObject(world.root, true)) {
      const frame = world.frameOf(hit.object, hit.instanceId);
      const body = frame === null ? null : bodyOfFrame(world.file, frame);
      if (body && (!isPartOfScene(body) || body === this.picked.value)) return body;
      if (frame !== null) return null;
    }
    return null;
  }

  private down(event: PointerEvent): void {
    this.downAt = { x: event.clientX, y: event.clientY };
    const body = this.picked.value;
    if (this.placing.value || !this.isMoving || !body?.can_move || event.button !== 0 || this.at(event.clientX, event.clientY) !== body) return;
    const pose = this.poseOf(body);
    const ground = pose && this.cameras.groundAt(event.clientX, event.clientY, this.localZ(pose));
    if (!pose || !ground) return;
    const o = this.world()!.file.origin_m;
    this.grab = { offset: new Vector3(pose[0] - o[0], pose[1] - o[1], 0).sub(ground), pose, startX: event.clientX };
    this.cameras.isBusy = true;
  }

  private move(event: PointerEvent): void {
    if (this.placing.value && event.buttons === 0) {
      const pose = this.placeUnder(event);
      if (pose) this.put(this.placing.value.body, pose, false);
      return;
    }
    const body = this.picked.value;
    const pose = this.grabbedPose(event);
    if (body && pose) this.put(body, pose, false);
  }

  /** Where the grabbed body is dragged to. */
  private grabbedPose(event: PointerEvent): WorldPose | null {
    if (!this.grab) return null;
    const pose: WorldPose = [...this.grab.pose];
    if (event.altKey) pose[3] += (event.clientX - this.grab.startX) * 0.01;
    else {
      const ground = this.cameras.groundAt(event.clientX, event.clientY, this.localZ(pose));
      if (!ground) return null;
      const o = this.world()!.file.origin_m;
      pose[0] = ground.x + this.grab.offset.x + o[0];
      pose[1] = ground.y + this.grab.offset.y + o[1];
    }
    return pose;
  }

  /** Where the body in hand would stand under the pointer. */
  private placeUnder(event: PointerEvent): WorldPose | null {
    const world = this.world();
    const { from } = this.placing.value!;
    const ground = world && this.cameras.groundAt(event.clientX, event.clientY, this.localZ(from));
    if (!ground) return null;
    const o = world.file.origin_m;
    return [ground.x + o[0], ground.y + o[1], from[2], from[3], from[4], from[5]];
  }

  /** Show a body at a pose, and ask for it: of floors and walls only where they stay, because the scene is read again. */
  private put(body: Body, pose: WorldPose, isLast: boolean): void {
    if (!isPartOfScene(body) || isLast) this.onPlace(body, pose);
    if (!isPartOfScene(body)) return;
    const world = this.world();
    const frame = world?.frames[body.frame];
    if (!world || !frame) return;
    const [u, v, w] = world.file.origin_m;
    frame.matrix.makeRotationFromEuler(new Euler(pose[5], pose[4], pose[3], "ZYX")).setPosition(pose[0] - u, pose[1] - v, pose[2] - w);
    frame.matrixWorldNeedsUpdate = true;
    this.refresh();
    this.viewport.invalidate();
  }

  private up(event: PointerEvent): void {
    const dragged = this.grabbedPose(event);
    const grab = this.grab;
    this.grab = null;
    this.cameras.isBusy = false;
    const from = this.downAt;
    this.downAt = null;
    const body = this.picked.value;
    const isDrag = from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) > 4;
    if (grab && body && dragged && isPartOfScene(body)) this.put(body, dragged, true);
    if (grab && body && isDrag) this.onMoved(body, grab.pose);
    if (grab || !from || event.button !== 0 || isDrag) return;
    if (this.placing.value) {
      const pose = this.placeUnder(event);
      if (pose) {
        this.onMoved(this.placing.value.body, this.placing.value.from);
        this.put(this.placing.value.body, pose, true);
      }
      this.placing.value = null;
    } else this.picked.value = this.at(event.clientX, event.clientY);
  }

  private localZ(pose: number[]): number {
    return pose[2] - this.world()!.file.origin_m[2];
  }
}
