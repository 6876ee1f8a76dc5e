// The world as objects of three.js: frames that move, and what is fixed to them.
import { Box3, Group, Matrix4, Quaternion, Sphere, Vector3, type Object3D } from "three";
import { POSE_WORDS, type Poses } from "../net/frames";
import type { Glb } from "../net/glb";
import type { SceneFile } from "../net/scene_file";
import { Meshes } from "./meshes";
import { Motion } from "./motion";

export class World {
  readonly root = new Group();
  readonly frames: Group[];
  readonly bounds: { center: Vector3; radius: number; low: number };
  readonly meshes: Meshes;
  private readonly motion: Motion;
  /** Where every frame is, as far as we were told. */
  private readonly live: Float32Array;
  private isHeld = false;

  constructor(readonly file: SceneFile, glb: Glb, onChange: () => void) {
    this.meshes = new Meshes(glb, onChange);
    this.frames = file.frames.map((frame, index) => {
      const group = new Group();
      group.name = frame.name;
      group.matrixAutoUpdate = false;
      group.userData.frame = index;
      setPose(group, frame.pose, 0);
      this.root.add(group);
      return group;
    });
    for (const object of file.objects) {
      if (!object.seen) continue;
      const placed = new Group();
      placed.name = object.name;
      placed.matrixAutoUpdate = false;
      placed.matrix.copy(matrixOf(object.transform));
      for (const part of this.meshes.make(object.mesh)) {
        part.matrixAutoUpdate = false;
        placed.add(part);
      }
      this.frames[object.frame]?.add(placed);
    }
    this.root.updateMatrixWorld(true);
    this.bounds = boundsOf(this.root);
    this.live = new Float32Array(file.frames.flatMap((frame) => frame.pose));
    this.motion = new Motion(this.live);
  }

  /** Take what changed; it is shown over the time until the next message. */
  receive(message: Poses, nowMs: number): void {
    apply(message, this.live);
    if (!this.isHeld) this.motion.push(this.live, message.count > 0, message.step, nowMs);
  }

  /** Show a moment of the past and hold it. */
  hold(message: Poses): void {
    const past = this.live.slice();
    apply(message, past);
    this.isHeld = true;
    this.motion.hold(past);
  }

  /** Back to the present. */
  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.motion.hold(this.live);
  }

  /** Move the frames to where they are now; true while they move. */
  advance(nowMs: number): boolean {
    const poses = this.motion.at(nowMs);
    if (!poses) return false;
    this.frames.forEach((group, index) => {
      const at = index * POSE_WORDS;
      group.visible = !Number.isNaN(poses[at]);
      if (group.visible && index > 0) {
        setPose(group, poses, at);
        group.matrixWorldNeedsUpdate = true;
      }
    });
    return true;
  }

  /** Position of a frame, as shown. */
  positionOf(frame: number): Vector3 {
    return new Vector3().setFromMatrixPosition(this.frames[frame].matrix);
  }

  /** Direction of a frame's x axis on the ground. */
  yawOf(frame: number): number {
    const e = this.frames[frame].matrix.elements;
    return Math.atan2(e[1], e[0]);
  }

  /** The frame that owns a drawn part. */
  frameOf(part: Object3D): number | null {
    for (let at: Object3D | null = part; at; at = at.parent) {
      if (typeof at.userData.frame === "number") return at.userData.frame;
    }
    return null;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.meshes.dispose();
  }
}

/** Write the frames of a message over those known. */
function apply(message: Poses, poses: Float32Array): void {
  for (let i = 0; i < message.count; i++) {
    const frame = message.frames[i * 8];
    if ((frame + 1) * POSE_WORDS > poses.length) continue;
    poses.set(message.words.subarray(i * 8 + 1, i * 8 + 8), frame * POSE_WORDS);
  }
}

const position = new Vector3();
const rotation = new Quaternion();
const ONE = new Vector3(1, 1, 1);

export function setPose(object: Object3D, numbers: ArrayLike<number>, at: number): void {
  position.set(numbers[at], numbers[at + 1], numbers[at + 2]);
  rotation.set(numbers[at + 3], numbers[at + 4], numbers[at + 5], numbers[at + 6]);
  object.matrix.compose(position, rotation, ONE);
}

function matrixOf(rows: number[]): Matrix4 {
  const m = new Matrix4();
  m.set(
    rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7], rows[8], rows[9], rows[10], rows[11],
    0, 0, 0, 1);
  return m;
}

function boundsOf(root: Object3D): { center: Vector3; radius: number; low: number } {
  const box = new Box3().setFromObject(root);
  if (box.isEmpty()) return { center: new Vector3(), radius: 5, low: 0 };
  const sphere = box.getBoundingSphere(new Sphere());
  return { center: sphere.center, radius: Math.max(1, sphere.radius), low: box.min.z };
}
