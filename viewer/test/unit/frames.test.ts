import { describe, expect, it } from "vitest";
import { HEADER_BYTES } from "../../src/net/contract";
import { decode } from "../../src/net/frames";

function message(kind: number, count: number, payload: number, fill: (view: DataView) => void = () => undefined): ArrayBuffer {
  const buffer = new ArrayBuffer(HEADER_BYTES + payload);
  const view = new DataView(buffer);
  view.setUint8(0, kind);
  view.setUint8(1, 1);
  view.setUint16(2, 7, true);
  view.setUint32(4, count, true);
  view.setBigUint64(8, 200n, true);
  view.setBigUint64(16, 1_000_000_000n, true);
  fill(view);
  return buffer;
}

describe("binary messages", () => {
  it("reads the head and poses", () => {
    const got = decode(message(1, 2, 64, (view) => {
      view.setUint32(HEADER_BYTES + 32, 5, true);
      view.setFloat32(HEADER_BYTES + 36, 2.5, true);
    }));
    expect(got).toMatchObject({ kind: "poses", isPast: true, step: 200, timeNs: 1e9 });
    if (got?.kind !== "poses") throw new Error("not poses");
    expect([got.frames[8], got.words[9]]).toEqual([5, 2.5]);
  });

  it("reads vehicles of different numbers of wheels", () => {
    const bytes = (16 + 24 + 16) * 4;
    const got = decode(message(2, 2, bytes, (view) => {
      view.setUint32(HEADER_BYTES, 3, true);
      view.setFloat32(HEADER_BYTES + 4, 1.5, true);
      view.setUint32(HEADER_BYTES + 60, 2, true);
      view.setFloat32(HEADER_BYTES + (16 + 12 + 7) * 4, 42, true);
      view.setUint32(HEADER_BYTES + (16 + 24) * 4, 1, true);
    }));
    if (got?.kind !== "vehicles") throw new Error("not vehicles");
    expect(got.vehicles[0]).toMatchObject({ isPresent: true, isInCollision: true, vx: 1.5 });
    expect(got.vehicles[0].wheels[1].load).toBe(42);
    expect(got.vehicles[1].wheels).toEqual([]);
  });

  it("refuses what is cut short and what it does not know", () => {
    expect(decode(new ArrayBuffer(3))).toBeNull();
    expect(decode(message(99, 0, 0))).toBeNull();
    for (const kind of [1, 2, 3, 4, 5, 6]) expect(decode(message(kind, 1000, 12))).toBeNull();
  });

  it("reads pictures by their own size", () => {
    const got = decode(message(6, 4, 28 + 8 + 12, (view) => {
      view.setUint16(HEADER_BYTES + 28, 2, true);
      view.setUint16(HEADER_BYTES + 30, 2, true);
      view.setUint8(HEADER_BYTES + 32, 1);
      view.setUint8(HEADER_BYTES + 36, 200);
    }));
    expect(got).toMatchObject({ kind: "picture", sensor: 7, columns: 2, rows: 2 });
    expect(got?.kind === "picture" && got.pixels[0]).toBe(200);
  });
});
