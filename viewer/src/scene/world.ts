// The world as objects of three.js: frames that move, and what is fixed to them.
import { Box3, Group, LineSegments, Matrix4, Mesh, Quaternion, Sphere, Vector3, type Object3D } from "three";
import { POSE_WORDS, type Poses } from "../net/frames";
import type { Glb } from "../net/glb";
import type { SceneFile } from "../net/contract";
import { addLamp } from "./lamps";
import { InstancedPart, type Placement } from "./instances";
import { Meshes, type Part } from "./meshes";
import { Motion } from "./motion";

export class World {
  readonly root = new Group();
  readonly frames: Group[];
  readonly bounds: { center: Vector3; radius: number; low: number };
  readonly meshes: Meshes;
  private readonly motion: Motion;
  /** The latest received pose of every frame. */
  readonly live: Float32Array;
  /** The pose of every frame as drawn last. */
  private readonly drawn: Float32Array;
  private readonly hasMoved: Uint8Array;
  private readonly instanced: InstancedPart[] = [];
  private readonly partsOf = new Map<number, { part: Part; local: Matrix4 }[]>();
  private isHeld = false;
  private held: Float32Array | null = null;

  constructor(readonly file: SceneFile, glb: Glb, onChange: () => void, isReduced = false) {
    const still = new Set(file.objects.filter(({ frame }) => frame === 0).map(({ mesh }) => mesh));
    this.meshes = new Meshes(glb, onChange, isReduced, (mesh) => still.has(mesh));
    this.frames = file.frames.map((frame, index) => {
      const group = new Group();
      group.name = frame.name;
      group.matrixAutoUpdate = false;
      group.userData.frame = index;
      setPose(group, frame.pose, 0);
      this.root.add(group);
      return group;
    });
    this.hasMoved = new Uint8Array(file.frames.length);
    this.place(file);
    for (const lamp of file.lamps) if (this.frames[lamp.frame]) addLamp(this.frames[lamp.frame], lamp);
    this.root.updateMatrixWorld(true);
    this.bounds = this.measure();
    this.live = new Float32Array(file.frames.flatMap((frame) => frame.pose));
    this.motion = new Motion(this.live);
    this.drawn = this.live.slice();
  }

  /** Add every part: equal ones as instances, the others to their frames. */
  private place(file: SceneFile): void {
    const placed = new Map<Part, Placement[]>();
    for (const object of file.objects) {
      if (!object.seen || !this.frames[object.frame]) continue;
      const local = matrixOf(object.transform);
      for (const part of this.meshes.of(object.mesh, object)) {
        const placements = placed.get(part) ?? [];
        placements.push({ frame: object.frame, local });
        placed.set(part, placements);
        const list = this.partsOf.get(object.frame) ?? [];
        list.push({ part, local });
        this.partsOf.set(object.frame, list);
      }
    }
    for (const [part, placements] of placed) {
      // A mirroring transform swaps front and back, which instances cannot express.
      if (placements.length > 1 && !part.isLines && !part.isOneSided) {
        const instances = new InstancedPart(part, placements, this.frames);
        this.instanced.push(instances);
        this.root.add(instances.mesh);
      } else for (const { frame, local } of placements) this.frames[frame].add(single(part, local));
    }
  }

  /** Take new poses; they are interpolated until the next message. */
  receive(message: Poses, nowMs: number): void {
    apply(message, this.live);
    if (!this.isHeld) this.motion.push(this.live, message.count > 0, message.step, nowMs);
  }

  /** Poses of the moment that is shown: of the past, or the latest ones. */
  get poses(): Float32Array {
    return this.held ?? this.live;
  }

  /** Show poses of the past until `release`. */
  hold(message: Poses): void {
    const past = this.live.slice();
    apply(message, past);
    this.holdAt(past);
  }

  /** Show these poses of every frame until `release`. */
  holdAt(poses: Float32Array): void {
    this.isHeld = true;
    this.held = poses;
    this.motion.hold(poses);
  }

  /** Return to the present. */
  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.held = null;
    this.motion.hold(this.live);
  }

  /** Move the frames to their present poses; returns whether any moved. */
  advance(nowMs: number): boolean {
    const poses = this.motion.at(nowMs);
    if (!poses) return false;
    let isAny = false;
    for (let index = 1; index < this.frames.length; index++) {
      const at = index * POSE_WORDS;
      this.hasMoved[index] = isSame(poses, this.drawn, at) ? 0 : 1;
      if (this.hasMoved[index] === 0) continue;
      isAny = true;
      const group = this.frames[index];
      group.visible = !Number.isNaN(poses[at]);
      if (!group.visible) continue;
      setPose(group, poses, at);
      group.matrixWorldNeedsUpdate = true;
    }
    if (isAny) {
      this.drawn.set(poses);
      for (const instances of this.instanced) instances.follow(this.hasMoved);
    }
    return isAny;
  }

  /** The box of a frame's parts in the frame itself; half a metre without parts. */
  localBoxOf(frame: number): Box3 {
    const box = new Box3();
    for (const { part, local } of this.partsOf.get(frame) ?? []) {
      if (part.isLines) continue;
      if (!part.geometry.boundingBox) part.geometry.computeBoundingBox();
      box.union(new Box3().copy(part.geometry.boundingBox!).applyMatrix4(local));
    }
    return box.isEmpty() ? box.setFromCenterAndSize(new Vector3(), new Vector3(0.5, 0.5, 0.5)) : box;
  }

  /** Position of a frame, as shown. */
  positionOf(frame: number, out = new Vector3()): Vector3 {
    return out.setFromMatrixPosition(this.frames[frame].matrix);
  }

  /** Where a frame is by the latest message, before it is drawn there. */
  livePositionOf(frame: number): Vector3 {
    return new Vector3().fromArray(this.live, frame * POSE_WORDS);
  }

  /** Direction of a frame's x axis on the ground. */
  yawOf(frame: number): number {
    const e = this.frames[frame].matrix.elements;
    return Math.atan2(e[1], e[0]);
  }

  /** The frame of a drawn part or of one of its instances. */
  frameOf(part: Object3D, instance?: number): number | null {
    if (instance !== undefined && part.userData.frames) return (part.userData.frames as number[])[instance] ?? null;
    for (let at: Object3D | null = part; at; at = at.parent) {
      if (typeof at.userData.frame === "number") return at.userData.frame;
    }
    return null;
  }

  private measure(): { center: Vector3; radius: number; low: number } {
    const box = new Box3();
    for (const [frame, parts] of this.partsOf) {
      for (const { part, local } of parts) {
        if (!part.geometry.boundingBox) part.geometry.computeBoundingBox();
        box.union(new Box3().copy(part.geometry.boundingBox!).applyMatrix4(local).applyMatrix4(this.frames[frame].matrix));
      }
    }
    if (box.isEmpty()) return { center: new Vector3(), radius: 5, low: 0 };
    const sphere = box.getBoundingSphere(new Sphere());
    return { center: sphere.center, radius: Math.max(1, sphere.radius), low: box.min.z };
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const instances of this.instanced) instances.dispose();
    this.meshes.dispose();
  }
}

/** Overwrite poses with those of a message. */
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
  poseMatrix(object.matrix, numbers, at);
}

/** Write the pose that starts at an index into a matrix. */
export function poseMatrix(matrix: Matrix4, numbers: ArrayLike<number>, at: number): void {
  position.set(numbers[at], numbers[at + 1], numbers[at + 2]);
  rotation.set(numbers[at + 3], numbers[at + 4], numbers[at + 5], numbers[at + 6]);
  matrix.compose(position, rotation, ONE);
}

function matrixOf(rows: number[]): Matrix4 {
  const m = new Matrix4();
  m.set(
    rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7], rows[8], rows[9], rows[10], rows[11],
    0, 0, 0, 1);
  return m;
}

/** A part that is not instanced. */
function single(part: Part, local: Matrix4): Object3D {
  const object = part.isLines ? new LineSegments(part.geometry, part.material) : new Mesh(part.geometry, part.material);
  object.castShadow = part.castsShadow;
  object.receiveShadow = !part.isLines;
  object.matrixAutoUpdate = false;
  object.matrix.copy(local);
  return object;
}

/** Whether two arrays have the same pose at an index; NaN equals NaN. */
function isSame(a: Float32Array, b: Float32Array, at: number): boolean {
  for (let k = at; k < at + POSE_WORDS; k++) if (a[k] !== b[k] && !(Number.isNaN(a[k]) && Number.isNaN(b[k]))) return false;
  return true;
}
