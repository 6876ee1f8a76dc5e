// One shape in many places, drawn at once.
import { DynamicDrawUsage, InstancedMesh, Matrix4, type Group } from "three";
import type { Part } from "./meshes";

/** Where a part stands: on a frame, moved by a matrix. */
export interface Place {
  frame: number;
  local: Matrix4;
}

const GONE = new Matrix4().makeScale(0, 0, 0);
const whole = new Matrix4();

export class Crowd {
  readonly mesh: InstancedMesh;

  constructor(part: Part, private readonly places: Place[], private readonly frames: Group[]) {
    this.mesh = new InstancedMesh(part.geometry, part.material, places.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.castShadow = part.castsShadow;
    this.mesh.receiveShadow = true;
    this.mesh.matrixAutoUpdate = false;
    // They are all over the place.
    this.mesh.frustumCulled = false;
    this.mesh.userData.frames = places.map(({ frame }) => frame);
    for (let i = 0; i < places.length; i++) this.put(i);
  }

  /** Follow the frames that have moved. */
  follow(hasMoved: Uint8Array): void {
    let isAny = false;
    for (let i = 0; i < this.places.length; i++) {
      if (hasMoved[this.places[i].frame] === 0) continue;
      this.put(i);
      isAny = true;
    }
    if (!isAny) return;
    this.mesh.instanceMatrix.needsUpdate = true;
    // Found anew by whoever looks for what is under the pointer.
    this.mesh.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.dispose();
  }

  private put(i: number): void {
    const { frame, local } = this.places[i];
    const group = this.frames[frame];
    this.mesh.setMatrixAt(i, group.visible ? whole.multiplyMatrices(group.matrix, local) : GONE);
  }
}
