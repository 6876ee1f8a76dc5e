// One part in many places, drawn as instances in one call.
import { DynamicDrawUsage, InstancedMesh, Matrix4, type Group } from "three";
import type { Part } from "./meshes";

/** Where a part is: in a frame, transformed by a matrix. */
export interface Placement {
  frame: number;
  local: Matrix4;
}

const HIDDEN = new Matrix4().makeScale(0, 0, 0);
const inWorld = new Matrix4();

export class InstancedPart {
  readonly mesh: InstancedMesh;

  constructor(part: Part, private readonly placements: Placement[], private readonly frames: Group[]) {
    this.mesh = new InstancedMesh(part.geometry, part.material, placements.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.castShadow = part.castsShadow;
    this.mesh.receiveShadow = true;
    this.mesh.matrixAutoUpdate = false;
    // Instances are spread over the whole world.
    this.mesh.frustumCulled = false;
    this.mesh.userData.frames = placements.map(({ frame }) => frame);
    for (let i = 0; i < placements.length; i++) this.update(i);
  }

  /** Follow the frames that have moved. */
  follow(hasMoved: Uint8Array): void {
    let isAny = false;
    for (let i = 0; i < this.placements.length; i++) {
      if (hasMoved[this.placements[i].frame] === 0) continue;
      this.update(i);
      isAny = true;
    }
    if (!isAny) return;
    this.mesh.instanceMatrix.needsUpdate = true;
    // Recomputed by the next ray cast.
    this.mesh.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.dispose();
  }

  private update(i: number): void {
    const { frame, local } = this.placements[i];
    const group = this.frames[frame];
    this.mesh.setMatrixAt(i, group.visible ? inWorld.multiplyMatrices(group.matrix, local) : HIDDEN);
  }
}
