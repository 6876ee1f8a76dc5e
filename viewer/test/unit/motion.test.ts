import { describe, expect, it } from "vitest";
import { mix, Motion } from "../../src/scene/motion";

const pose = (x: number, yaw = 0): Float32Array => new Float32Array([x, 0, 0, 0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)]);

/** A frame that moves one metre per message, every 30 ms. */
function driven(messages: number, drawMs: number): Motion {
  const motion = new Motion(pose(0));
  let drawn = 0;
  for (let i = 0; i <= messages; i++) {
    motion.push(pose(i), true, i, i * 30);
    for (; drawn < i * 30; drawn += drawMs) motion.at(drawn);
  }
  return motion;
}

describe("poses between messages", () => {
  it("follow smoothly, one message late", () => {
    const motion = driven(100, 10);
    const seen = [3000, 3010, 3020].map((ms) => motion.at(ms)?.[0] ?? NaN);
    expect(seen[0]).toBeGreaterThan(98);
    expect(seen[1] - seen[0]).toBeCloseTo(1 / 3, 1);
    expect(seen[2] - seen[1]).toBeCloseTo(1 / 3, 1);
  });

  it("keep up when pictures are rare", () => {
    expect(driven(100, 200).at(3000)?.[0]).toBeGreaterThan(98);
  });

  it("come to rest, and then ask for no pictures", () => {
    const motion = driven(10, 10);
    expect(motion.at(1000)?.[0]).toBe(10);
    expect(motion.at(1010)).toBeNull();
    motion.push(pose(10), false, 10, 1020);
    expect(motion.at(1100)).toBeNull();
  });

  it("come to rest while messages go on", () => {
    const motion = driven(10, 10);
    for (let ms = 330; ms < 600; ms += 30) motion.push(pose(10), false, ms, ms);
    expect(motion.at(590)?.[0]).toBe(10);
    expect(motion.at(600)).toBeNull();
  });

  it("jump when time went back", () => {
    const motion = driven(10, 10);
    motion.push(pose(1), true, 5, 330);
    expect(motion.at(330)?.[0]).toBe(1);
  });

  it("turn the short way round", () => {
    const out = new Float32Array(7);
    mix(pose(0, 3.1), pose(0, -3.1), 0, 0.5, out);
    const yaw = 2 * Math.atan2(out[5], out[6]);
    expect(Math.abs(Math.abs(yaw) - Math.PI)).toBeLessThan(1e-3);
  });
});
