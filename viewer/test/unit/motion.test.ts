import { describe, expect, it } from "vitest";
import { mix, Motion } from "../../src/scene/motion";

const pose = (x: number, yaw = 0): Float32Array => new Float32Array([x, 0, 0, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)]);

describe("poses between messages", () => {
  it("shows half the way after half the time", () => {
    const motion = new Motion(1);
    motion.push(pose(0), 1, 1000);
    expect(motion.at(1000)?.[0]).toBe(0);
    for (let i = 1; i < 40; i++) {
      motion.push(pose(i), 1 + i, 1000 + i * 40);
      motion.at(1000 + i * 40 + 39.999);
    }
    motion.push(pose(40), 41, 2600);
    const before = motion.at(2600)?.[0] ?? NaN;
    const half = motion.at(2620)?.[0] ?? NaN;
    expect(half).toBeGreaterThan(before + 0.4);
    expect(half).toBeLessThan(40);
    expect(motion.at(2700)?.[0]).toBe(40);
    expect(motion.at(2710)).toBeNull();
  });

  it("jumps when time went back", () => {
    const motion = new Motion(1);
    motion.push(pose(2), 10, 0);
    motion.at(0);
    motion.push(pose(1), 5, 30);
    expect(motion.at(30)?.[0]).toBe(1);
  });

  it("turns the short way round", () => {
    const out = new Float32Array(7);
    mix(pose(0, 3.1), pose(0, -3.1), 0, 0.5, out);
    const yaw = 2 * Math.atan2(out[5], out[6]);
    expect(Math.abs(Math.abs(yaw) - Math.PI)).toBeLessThan(1e-3);
  });
});
