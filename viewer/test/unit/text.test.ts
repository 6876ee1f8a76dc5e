import { describe, expect, it } from "vitest";
import { drawChart, layOut, type ChartView } from "../../src/charts/chart";
import { History, ticks, type Row } from "../../src/charts/history";
import { QUANTITIES, wheelNames } from "../../src/charts/quantities";
import { anglesOf, poseXml } from "../../src/edit/pose_xml";
import { readGlb } from "../../src/net/glb";
import type { VehicleState } from "../../src/net/frames";
import { clockText } from "../../src/time/clock";
import { Pending } from "../../src/time/pending";
import { box, writeGlb } from "../mock/glb.mjs";

describe("poses as XML", () => {
  it("are short when upright on the ground", () => {
    expect(poseXml([1, -2.5, 0, Math.PI / 2, 0, 0])).toBe("<init_pose>1 -2.5 90</init_pose>");
    expect(poseXml([1, 2, 0.3, 0, 0.1, 0])).toBe("<init_pose3d>1 2 0.3 0 5.73 0</init_pose3d>");
  });

  it("come from quaternions", () => {
    const [yaw, pitch, roll] = anglesOf(0, 0, Math.sin(0.4), Math.cos(0.4));
    expect(yaw).toBeCloseTo(0.8, 9);
    expect([pitch, roll]).toEqual([0, 0]);
  });
});

/** Everything that a chart writes while it is drawn. */
function wordsOf(rows: Row[], view: ChartView): string[] {
  const words: string[] = [];
  const canvas: Record<string, unknown> = { measureText: (text: string) => ({ width: 6 * text.length }), fillText: (text: string) => void words.push(text) };
  for (const name of ["save", "restore", "beginPath", "rect", "clip", "moveTo", "lineTo", "stroke", "setLineDash", "arc", "fill"]) canvas[name] = () => undefined;
  const ink = { text: "black", muted: "grey", line: "silver", paper: "white" };
  drawChart(canvas as unknown as CanvasRenderingContext2D, [QUANTITIES[0]], rows, ink, 400, 120, view);
  return words;
}

describe("charts", () => {
  it("say why a time before the page began has no curve", () => {
    const state = { vx: 0.5, loops: [], wheels: [] } as unknown as VehicleState;
    const rows = [80, 80.1, 80.2].map((timeS) => ({ timeS, state, drift: 0 }));
    const reason = "no data before 1:20, when this page began to plot";
    expect(wordsOf(rows, { endS: 40, spanS: 30, cursorS: null })).toContain(reason);
    expect(wordsOf(rows, { endS: 81, spanS: 30, cursorS: null })).not.toContain(reason);
    expect(wordsOf([], { endS: 40, spanS: 30, cursorS: null }), "nothing has been plotted yet").not.toContain(reason);
  });

  it("tell the time and the values under the pointer", () => {
    const rows = [0.5, 0.75].map((vx, i) => ({ timeS: 80 + i, state: { vx, loops: [], wheels: [] } as unknown as VehicleState, drift: 0 }));
    const words = wordsOf(rows, { endS: 81, spanS: 30, cursorS: 80.2 });
    expect(words).toContain("at 1:20.00");
    expect(words).toContain("actual 0.5");
    expect(wordsOf(rows, { endS: 81, spanS: 30, cursorS: null })).toContain("actual");
  });

  it("have round rulers", () => {
    expect(ticks(0, 1, 3)).toEqual([0, 0.5, 1]);
    expect(ticks(-12, 12, 3)).toEqual([-10, 0, 10]);
  });

  it("write what they show, and forget what is long past or undone", () => {
    const state = { vx: 0.5, loops: [], wheels: [] } as unknown as VehicleState;
    const history = new History();
    for (let i = 0; i < 2000; i++) history.add({ timeS: i * 0.1, state, drift: 0.25 });
    expect(history.rows[0].timeS).toBeGreaterThanOrEqual(79);
    expect(history.csv(["speed", "drift"]).split("\n").slice(0, 1)).toEqual(["time_s,Speed actual [m/s],Speed set point [m/s],Odometry drift [m]"]);
    expect(history.csv(["speed", "drift"]).trim().split("\n").at(-1)).toBe("199.9,0.5,,0.25");
    history.add({ timeS: 150, state, drift: 0 });
    expect(history.rows.at(-2)?.timeS, "what was before a moment that was returned to stays").toBeCloseTo(149.9, 9);
    history.add({ timeS: 3, state, drift: 0 });
    expect(history.rows.length).toBe(1);
  });

  it("have headings whose parts never overlap, whatever is read", () => {
    const widthOf = (text: string): number => 6 * text.length;
    const parts = ["Wheel torque [N·m]", "at 1:19.06", ...Array.from({ length: 4 }, (_, i) => `wheel ${i + 1} −0.0000`)].map((room) => ({ text: room, room, color: "" }));
    for (const width of [312, 360, 800]) {
      const places = layOut(parts, widthOf, width);
      places.forEach(({ x, line }, i) => {
        expect(x + widthOf(parts[i].room)).toBeLessThanOrEqual(width);
        const next = places[i + 1];
        if (next?.line === line) expect(x + widthOf(parts[i].room)).toBeLessThan(next.x);
      });
    }
    expect(layOut(parts, widthOf, 800).every(({ line }) => line === 0)).toBe(true);
    expect(layOut(parts, widthOf, 312).at(-1)?.line).toBeGreaterThan(0);
  });

  it("name wheels by their places", () => {
    const [front, rear, left, right] = [0.3, -0.3, 0.2, -0.2];
    expect(wheelNames([{ x: rear, y: left }, { x: rear, y: right }, { x: front, y: left }, { x: front, y: right }])).toEqual(["RL", "RR", "FL", "FR"]);
    expect(wheelNames([{ x: 0, y: left }, { x: 0, y: right }])).toEqual(["left", "right"]);
    expect(wheelNames([{ x: rear, y: 0 }, { x: front, y: left }, { x: front, y: right }])).toEqual(["wheel 1", "wheel 2", "wheel 3"]);
  });
});

it("reads the meshes it is sent", () => {
  const bytes = writeGlb([[box(1, 2, 3, 0)], []], [[0.1, 0.2, 0.3, 1]]) as Uint8Array;
  const glb = readGlb(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  expect(glb.meshes.length).toBe(2);
  expect(glb.meshes[0][0].positions.length).toBe(24);
  expect(glb.meshes[0][0].indices?.length).toBe(36);
  expect(glb.meshes[0][0].material.color[2]).toBe(0.3);
});

it("writes clocks", () => {
  expect(clockText(62_350_000_000)).toBe("1:02.35");
  expect(clockText(3_600_000_000_000)).toBe("1:00:00.00");
});

describe("a pause that was asked for", () => {
  it("counts until a status confirms it, for two seconds at most", () => {
    const request = new Pending<boolean>();
    expect(request.orElse(false, 0)).toBe(false);
    request.make(true, 0);
    expect(request.orElse(false, 100)).toBe(true);
    request.confirm(false);
    expect(request.orElse(false, 200), "an old status confirms nothing").toBe(true);
    expect(request.orElse(false, 2100), "the server did not follow").toBe(false);
    request.confirm(true);
    expect(request.orElse(false, 300), "another viewer went on").toBe(false);
  });
});
