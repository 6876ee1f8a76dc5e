import { describe, expect, it } from "vitest";
import type { SceneFile } from "../../src/net/contract";
import { distance, touchedBy } from "../../src/scene/touching";

const square = (x: number, y: number, half = 0.5): [number, number][] => [[x - half, y - half], [x - half, y + half], [x + half, y + half], [x + half, y - half]];

describe("what a vehicle touches", () => {
  it("is measured between outlines", () => {
    expect(distance(square(0, 0), square(2, 0))).toBeCloseTo(1, 9);
    expect(distance(square(0, 0), square(2, 2))).toBeCloseTo(Math.SQRT2, 9);
    expect(distance(square(0, 0), square(0.8, 0))).toBe(0);
    expect(distance(square(0, 0), square(0, 0, 0.1)), "one in the other").toBe(0);
  });

  it("has the names of the bodies beside it, at its height", () => {
    const shape = (frame: number): SceneFile["shapes"][number] => ({ frame, outline_m: square(0, 0), z_min_m: 0, z_max_m: 1 });
    const file = {
      vehicles: [{ name: "r1", frame: 1 }], frames: [], sensors: [], shapes: [1, 2, 3, 4].map(shape),
      bodies: [["vehicle", "r1"], ["block", "beside"], ["block", "far"], ["block", "above"]].map(([kind, name], i) => ({ kind, name, index: i, frame: i + 1 })),
    } as unknown as SceneFile;
    // Frame 2 is turned by 90 degrees, which changes nothing for a square.
    const half = Math.SQRT1_2;
    const poses = new Float32Array([[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1], [1.01, 0, 0, 0, 0, half, half], [1.2, 0, 0, 0, 0, 0, 1], [0, 1, 3, 0, 0, 0, 1]].flat());
    expect(touchedBy(file, 0, poses)).toEqual(["beside"]);
  });
});
