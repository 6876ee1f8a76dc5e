import { describe, expect, it } from "vitest";
import { pathOf, titleOf } from "../../src/sensors/array_plots";

describe("plots of arrays", () => {
  it("go from the lowest to the highest number", () => {
    expect(pathOf([1, 3])).toBe("M24.00 95.00L25.00 95.00L75.00 5.00L76.00 5.00");
  });
  it("have gaps where nothing was met", () => {
    expect(pathOf([1, null, 3]).match(/M/g)).toHaveLength(2);
    expect(pathOf([null, null])).toBe("");
  });
  it("show a lone number as a dash", () => {
    expect(pathOf([7])).toBe("M49.00 95.00L50.00 95.00L51.00 95.00");
  });
  it("say the value, or how many there are and their range", () => {
    expect(titleOf({ name: "height_m", unit: "m", count: 1, values: [1.5] })).toBe("height_m [m]  1.50");
    expect(titleOf({ name: "range_m", unit: "", count: 3, values: [2, null, 4] })).toBe("range_m  3 values  2.00 … 4.00");
    expect(titleOf({ name: "range_m", unit: "", count: 1, values: [null] })).toBe("range_m  ∞");
  });
});
