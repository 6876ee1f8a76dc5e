// Arrays of a program's own sensor as small plots: an array over its index, a single number over time.
import type { ArrayReading, Reading } from "../net/contract";
import { digits, h } from "../ui/dom";

/** Readings of a single number that are kept. */
const KEPT = 240;
const SVG = "http://www.w3.org/2000/svg";

export class ArrayPlots {
  readonly root = h("div", { class: "array-plots" });
  private plots = new Map<string, ArrayPlot>();
  private lastNs = -1;

  /** Draw a reading; one that was drawn already costs nothing. */
  show({ arrays, time_ns: timeNs }: Reading): void {
    if (!arrays || timeNs === this.lastNs) return;
    const names = arrays.map((array) => array.name);
    // Another world, another time, other arrays: what was kept means nothing now.
    if (timeNs < this.lastNs || names.join() !== [...this.plots.keys()].join()) {
      this.plots = new Map(names.map((name) => [name, new ArrayPlot()]));
      this.root.replaceChildren(...[...this.plots.values()].map((plot) => plot.root));
    }
    this.lastNs = timeNs;
    for (const array of arrays) this.plots.get(array.name)?.show(array);
  }
}

class ArrayPlot {
  private readonly title = h("figcaption");
  private readonly path = document.createElementNS(SVG, "path");
  readonly root = h("figure", { class: "array-plot" }, this.title);
  private kept: (number | null)[] = [];

  constructor() {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    this.path.setAttribute("vector-effect", "non-scaling-stroke");
    svg.append(this.path);
    this.root.append(svg);
  }

  show(array: ArrayReading): void {
    if (array.count === 1) this.kept = [...this.kept.slice(1 - KEPT), array.values[0] ?? null];
    const numbers = array.count === 1 ? this.kept : array.values;
    this.title.textContent = titleOf(array);
    this.path.setAttribute("d", pathOf(numbers));
    this.path.parentElement?.setAttribute("aria-label", titleOf(array));
  }
}

/** The name with the value, or with how many there are and their range. */
export function titleOf({ name, unit, count, values }: ArrayReading): string {
  const told = (value: number | null | undefined): string => (value === null || value === undefined ? "∞" : digits(value, 2));
  const label = unit ? `${name} [${unit}]` : name;
  if (count === 1) return `${label}  ${told(values[0])}`;
  const finite = values.filter((value) => value !== null);
  const range = finite.length > 0 ? `  ${told(Math.min(...finite))} … ${told(Math.max(...finite))}` : "";
  return `${label}  ${count} values${range}`;
}

/** A line through the numbers in a square of 100 units, with gaps where there are none; a lone number is a short dash. */
export function pathOf(numbers: (number | null)[]): string {
  const finite = numbers.filter((number) => number !== null);
  if (finite.length === 0) return "";
  const low = Math.min(...finite);
  const span = Math.max(...finite) - low || 1;
  const x = (index: number): number => (100 * (index + 0.5)) / numbers.length;
  const y = (number: number): number => 95 - (90 * (number - low)) / span;
  const half = Math.min(50 / numbers.length, 1);
  let path = "";
  numbers.forEach((number, index) => {
    if (number === null) return;
    const isAlone = (numbers[index - 1] ?? null) === null;
    const at = `${x(index).toFixed(2)} ${y(number).toFixed(2)}`;
    if (!isAlone) path += `L${at}`;
    else path += `M${(x(index) - half).toFixed(2)} ${y(number).toFixed(2)}L${at}`;
    if ((numbers[index + 1] ?? null) === null) path += `L${(x(index) + half).toFixed(2)} ${y(number).toFixed(2)}`;
  });
  return path;
}
