// The scene as it stands now, as binary glTF: y is up there, and every instance is an object of its own.
import { Group, InstancedMesh, LineSegments, Matrix4, Mesh, MeshStandardMaterial, type Material, type Object3D } from "three";
import { GLTFExporter } from "three/examples/jsm/exporters/GLTFExporter.js";
import type { World } from "./world";

export async function saveGltf(world: World): Promise<Blob> {
  const root = new Group();
  root.name = world.file.world.name;
  // glTF has y up and looks along -z; a world has z up.
  root.rotation.set(-Math.PI / 2, 0, 0);
  const materials = new Map<Material, Material>();
  world.root.traverseVisible((part) => {
    if (part instanceof InstancedMesh) addInstances(root, world, part, materials);
    else if (part instanceof Mesh && !(part instanceof LineSegments)) root.add(copyOf(part, part.matrixWorld, materials, nameOf(world, part)));
  });
  const bytes = (await new GLTFExporter().parseAsync(root, { binary: true })) as ArrayBuffer;
  for (const material of materials.values()) material.dispose();
  return new Blob([bytes], { type: "model/gltf-binary" });
}

function addInstances(root: Group, world: World, part: InstancedMesh, materials: Map<Material, Material>): void {
  const matrix = new Matrix4();
  for (let i = 0; i < part.count; i++) {
    part.getMatrixAt(i, matrix);
    // What is not there has no size.
    if (matrix.determinant() !== 0) root.add(copyOf(part, matrix, materials, nameOf(world, part, i)));
  }
}

function copyOf(part: Mesh, matrix: Matrix4, materials: Map<Material, Material>, name: string): Mesh {
  const copy = new Mesh(part.geometry, standard(part.material as Material, materials));
  copy.name = name;
  matrix.decompose(copy.position, copy.quaternion, copy.scale);
  return copy;
}

/** glTF knows physically based materials only. */
function standard(material: Material, known: Map<Material, Material>): Material {
  let made = known.get(material);
  if (!made) {
    const { color, map, normalMap, opacity, transparent, side, alphaTest } = material as MeshStandardMaterial;
    made = new MeshStandardMaterial({ color, map: map ?? null, normalMap: normalMap ?? null, opacity, transparent, side, alphaTest, roughness: 1, metalness: 0 });
    known.set(material, made);
  }
  return made;
}

function nameOf(world: World, part: Object3D, instance?: number): string {
  const frame = world.frameOf(part, instance);
  return frame === null ? "" : (world.file.frames[frame]?.name ?? "");
}
