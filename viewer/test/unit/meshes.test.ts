import { BackSide, DoubleSide, FrontSide } from "three";
import { expect, test } from "vitest";
import type { Glb, GlbPart } from "../../src/net/glb";
import { Meshes } from "../../src/scene/meshes";

function triangle(positions: number[]): GlbPart {
  const material = { color: [1, 0, 0, 1] as GlbPart["material"]["color"], image: null, normals: null, isDoubleSided: true, isLit: true, isTransparent: false, cutoff: 0 };
  return { positions: new Float32Array(positions), normals: null, uvs: null, indices: null, isLines: false, material };
}

test("equal shapes are one, and each object has its own sides", () => {
  const glb: Glb = {
    meshes: [[triangle([0, 0, 0, 1, 0, 0, 0, 1, 0])], [triangle([0, 0, 0, 1, 0, 0, 0, 1, 0])], [triangle([0, 0, 0, 2, 0, 0, 0, 1, 0])]],
    images: [],
  };
  const meshes = new Meshes(glb, () => undefined);
  const [part] = meshes.of(0, { faces: "both", casts_shadows: true });
  expect(meshes.of(1, { faces: "both", casts_shadows: true })[0]).toBe(part);
  expect(meshes.of(2, { faces: "both", casts_shadows: true })[0]).not.toBe(part);
  const [front] = meshes.of(0, { faces: "front", casts_shadows: true });
  const [back] = meshes.of(1, { faces: "back", casts_shadows: true });
  expect([part, front, back].map((one) => one.material.side)).toEqual([DoubleSide, FrontSide, BackSide]);
  expect([front, back].every((one) => one.isOneSided && one.geometry === part.geometry)).toBe(true);
  expect(meshes.of(1, { faces: "front", casts_shadows: true })[0]).toBe(front);
});
