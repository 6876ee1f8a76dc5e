import { describe, expect, it } from "vitest";
import { readView, writeView } from "../../src/share";
import { ReadingArchive } from "../../src/sensors/archive";
import { PoseRing } from "../../src/view/clip";

describe("a shared view", () => {
  it("is read as it was written", () => {
    const view = {
      eye: [1.5, -2, 0.25, 12, -0.5, 0.7] as [number, number, number, number, number, number], isOrthographic: true, mode: "follow" as const,
      vehicle: "robot & co", panel: "plots", plots: ["speed", "load"], isOnePlot: true, layers: { grip: true, trails: false }, timeS: 12.34,
    };
    expect(readView(writeView(view))).toEqual(view);
  });

  it("ignores what it does not know", () => {
    expect(readView("#eye=1,2,x,4,5,6&mode=fly&t=-3&token=secret")).toEqual({});
    expect(readView("")).toEqual({});
  });
});

describe("kept readings", () => {
  const S = 1e9;

  it("are found by time, and only if they are recent enough", () => {
    const archive = new ReadingArchive<string>(1000);
    archive.add("0 scan", 1 * S, 10, "a");
    archive.add("0 scan", 2 * S, 10, "b");
    archive.add("0 scan", 2.05 * S, 10, "c");
    expect(archive.at("0 scan", 2.04 * S, 0)).toBe("b");
    expect(archive.at("0 scan", 1.99 * S, S)).toBe("a");
    expect(archive.at("0 scan", 0.99 * S, S)).toBe(null);
    expect(archive.at("0 scan", 5 * S, S)).toBe(null);
    expect(archive.latest("0 scan"), "the newest is kept, however close").toBe("c");
    expect(archive.count).toBe(2);
  });

  it("take a bounded amount of memory, oldest first", () => {
    const archive = new ReadingArchive<number>(100);
    for (let i = 0; i < 100_000; i++) archive.add(`${i % 25} scan`, i * 4e6, 10, i);
    expect(archive.count).toBeLessThanOrEqual(10);
    expect(archive.at("24 scan", 99_999 * 4e6, 0)).toBe(99_999);
    expect(archive.at("0 scan", 50_000 * 4e6, S)).toBe(null);
  });

  it("start again when time is set back", () => {
    const archive = new ReadingArchive<string>(1000);
    archive.add("0 scan", 3 * S, 10, "before");
    archive.add("0 scan", 1 * S, 10, "after");
    expect(archive.at("0 scan", 3 * S, 10 * S)).toBe("after");
    expect(archive.count).toBe(1);
  });
});

it("poses of the last ten seconds are kept, at most 25 a second", () => {
  const ring = new PoseRing();
  for (let ms = 0; ms < 30_000; ms += 10) ring.add(new Float32Array([ms]), ms * 1e6);
  const frames = ring.all;
  expect(frames.length).toBe(251);
  expect(frames.at(-1)!.timeNs - frames[0].timeNs).toBe(10e9);
  ring.add(new Float32Array([0]), 0);
  expect(ring.all.length).toBe(1);
});
