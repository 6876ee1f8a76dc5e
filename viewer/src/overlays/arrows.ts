// Solid arrows in two draw calls: shafts and heads.
import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";

/** Largest share of an arrow that is its head. */
const HEAD_SHARE = 0.4;
const ALONG = new Vector3(0, 1, 0);
const matrix = new Matrix4();
const turn = new Quaternion();
const from = new Vector3();
const way = new Vector3();
const size = new Vector3();
const color = new Color();

export class ArrowBatch {
  readonly root = new Group();
  private shafts: InstancedMesh;
  private heads: InstancedMesh;
  private count = 0;

  constructor() {
    [this.shafts, this.heads] = makeBatch(64);
    this.root.add(this.shafts, this.heads);
  }

  clear(): void {
    this.count = 0;
  }

  /** An arrow from a point along a vector, so thick [m]. */
  add(x: number, y: number, z: number, dx: number, dy: number, dz: number, thickness: number, rgb: readonly number[]): void {
    const length = Math.hypot(dx, dy, dz);
    if (!(length > 1e-4)) return;
    if (this.count === this.shafts.instanceMatrix.count) this.grow();
    const head = Math.min(HEAD_SHARE * length, 3 * thickness);
    turn.setFromUnitVectors(ALONG, way.set(dx, dy, dz).divideScalar(length));
    color.setRGB(rgb[0], rgb[1], rgb[2]);
    from.set(x, y, z);
    this.shafts.setMatrixAt(this.count, matrix.compose(from, turn, size.set(thickness, length - head, thickness)));
    this.shafts.setColorAt(this.count, color);
    from.addScaledVector(way, length - head);
    this.heads.setMatrixAt(this.count, matrix.compose(from, turn, size.set(thickness * 2.4, head, thickness * 2.4)));
    this.heads.setColorAt(this.count, color);
    this.count++;
  }

  finish(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const mesh of [this.shafts, this.heads]) mesh.dispose();
  }

  private grow(): void {
    const old = [this.shafts, this.heads];
    [this.shafts, this.heads] = makeBatch(old[0].instanceMatrix.count * 2);
    [this.shafts, this.heads].forEach((mesh, i) => {
      (mesh.instanceMatrix.array as Float32Array).set(old[i].instanceMatrix.array);
      (mesh.instanceColor!.array as Float32Array).set(old[i].instanceColor!.array);
      old[i].removeFromParent();
      old[i].dispose();
    });
    this.root.add(this.shafts, this.heads);
  }
}

/** Of unit length along y, starting at the origin. */
function makeBatch(count: number): [InstancedMesh, InstancedMesh] {
  const shaft = new CylinderGeometry(0.5, 0.5, 1, 8).translate(0, 0.5, 0);
  const head = new ConeGeometry(0.5, 1, 10).translate(0, 0.5, 0);
  const make = (geometry: CylinderGeometry | ConeGeometry): InstancedMesh => {
    const mesh = new InstancedMesh(geometry, new MeshBasicMaterial({ depthTest: false, transparent: true, toneMapped: false }), count);
    mesh.setColorAt(0, color);
    mesh.frustumCulled = false;
    mesh.renderOrder = 21;
    mesh.raycast = () => undefined;
    mesh.count = 0;
    return mesh;
  };
  return [make(shaft), make(head)];
}
