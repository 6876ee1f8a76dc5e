// The plots panel: choose quantities, pause, save as PNG or CSV.
import { h, icon, setText } from "../ui/dom";
import type { Settings } from "../settings";
import { Chart, drawChart, type ChartView, type Ink } from "./chart";
import { KEPT_S, type History } from "./history";
import { QUANTITIES } from "./quantities";

/** Shortest and longest time that is shown [s]. */
const LEAST_SPAN_S = 2;

export class PlotPanel {
  readonly root: HTMLElement;
  private readonly list = h("div", { class: "charts" });
  private readonly charts = new Map<string, Chart>();
  private readonly chosen: Set<string>;
  private spanS: number;
  /** Whether all quantities are in one chart, with an axis each. */
  isTogether: boolean;
  private isPaused = false;
  private frozen: History["rows"] = [];
  private drawnMs = 0;
  private readonly span = h("output", { class: "span", "aria-label": "Time shown" });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly togetherButton = h("button", { type: "button", class: "text-button", title: "All quantities in one plot, each with its own axis" }, "One plot");
  /** The time under the pointer [s], and the moment of the past that is shown. */
  private hoverS: number | null = null;
  private pastS: number | null = null;

  constructor(private readonly history: History, private readonly vehicleName: () => string, private readonly settings: Settings,
    private readonly goTo: (timeS: number) => void, private readonly saved: (what: string, name: string, blob: Blob) => void) {
    this.chosen = new Set(settings.plots.quantities);
    this.spanS = settings.plots.spanS;
    this.isTogether = settings.plots.isTogether ?? false;
    const choices = h("div", { class: "chips", role: "group", "aria-label": "Quantities" });
    for (const { key, name } of QUANTITIES) {
      const button = h("button", { type: "button", class: "chip", onclick: () => this.choose(key) }, name);
      this.buttons.set(key, button);
      choices.append(button);
    }
    const hold = h("button", { type: "button", class: "text-button hold", title: "Hold the curves still; they are still collected" }, "Hold");
    hold.addEventListener("click", () => {
      this.isPaused = !this.isPaused;
      this.frozen = [...this.history.rows];
      hold.textContent = this.isPaused ? "Resume" : "Hold";
      hold.setAttribute("aria-pressed", String(this.isPaused));
    });
    this.togetherButton.addEventListener("click", () => {
      this.isTogether = !this.isTogether;
      this.refresh();
      this.keep();
    });
    const zoom = (factor: number, label: string, text: string): HTMLElement =>
      h("button", { type: "button", class: "text-button", "aria-label": label, title: `${label} (wheel)`, onclick: () => this.zoom(factor) }, text);
    this.root = h("div", { class: "plots" }, choices, this.list,
      h("div", { class: "row" }, hold, this.togetherButton,
        h("button", { type: "button", class: "text-button", onclick: () => this.savePng() }, icon("download"), "PNG"),
        h("button", { type: "button", class: "text-button", onclick: () => this.saveCsv() }, icon("download"), "CSV"),
        h("span", { class: "spans" }, zoom(0.5, "Show a shorter time", "Shorter"), this.span, zoom(2, "Show a longer time", "Longer"))));
    this.listen();
    this.refresh();
    this.showSpan();
  }

  private showSpan(): void {
    setText(this.span, `last ${Number(this.spanS.toPrecision(this.spanS < 10 ? 2 : 3))} s`);
  }

  /** Quantities that are plotted. */
  get quantities(): string[] {
    return [...this.chosen];
  }

  setQuantities(keys: string[], isTogether = false): void {
    this.isTogether = isTogether;
    this.chosen.clear();
    for (const { key } of QUANTITIES) if (keys.includes(key)) this.chosen.add(key);
    this.refresh();
  }

  /** Curves end at this time of the past [s]; `null` for now. */
  lookAt(timeS: number | null): void {
    this.pastS = timeS;
    this.drawnMs = 0;
  }

  /** Draw, at most twenty times a second. */
  update(nowMs: number): void {
    if (nowMs - this.drawnMs < 50) return;
    this.drawnMs = nowMs;
    const ink = inkOf(this.root);
    for (const chart of this.charts.values()) chart.draw(this.rows, ink, this.view);
  }

  /** What is shown: public so that tests can look at it. */
  get view(): ChartView {
    return { endS: this.pastS ?? this.rows.at(-1)?.timeS ?? 0, spanS: this.spanS, cursorS: this.hoverS ?? this.pastS };
  }

  private get rows(): History["rows"] {
    return this.isPaused ? this.frozen : this.history.rows;
  }

  private listen(): void {
    this.list.addEventListener("pointermove", (event) => {
      const chart = [...this.charts.values()].find(({ canvas }) => canvas === event.target);
      this.hoverS = chart?.timeAt(event.clientX, this.view) ?? null;
      this.drawnMs = 0;
    });
    this.list.addEventListener("click", (event) => {
      const chart = [...this.charts.values()].find(({ canvas }) => canvas === event.target);
      const timeS = chart?.timeAt(event.clientX, this.view);
      if (timeS !== undefined && timeS !== null && timeS <= this.view.endS) this.goTo(timeS);
    });
    this.list.addEventListener("pointerleave", () => (this.hoverS = null));
    this.list.addEventListener("wheel", (event) => {
      if (!(event.target instanceof HTMLCanvasElement)) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8);
    }, { passive: false });
  }

  private zoom(factor: number): void {
    this.spanS = Math.min(KEPT_S, Math.max(LEAST_SPAN_S, this.spanS * factor));
    this.drawnMs = 0;
    this.showSpan();
    this.keep();
  }

  private keep(): void {
    this.settings.plots = { quantities: this.quantities, spanS: this.spanS, isTogether: this.isTogether };
  }

  private choose(key: string): void {
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.refresh();
    this.keep();
  }

  private refresh(): void {
    const shown = QUANTITIES.filter(({ key }) => this.chosen.has(key));
    for (const [key, button] of this.buttons) button.setAttribute("aria-pressed", String(this.chosen.has(key)));
    this.togetherButton.setAttribute("aria-pressed", String(this.isTogether));
    const groups = this.isTogether && shown.length > 0 ? [shown] : shown.map((quantity) => [quantity]);
    const known = new Map(this.charts);
    this.charts.clear();
    for (const quantities of groups) {
      const key = quantities.map((quantity) => quantity.key).join(" ");
      const chart = known.get(key) ?? new Chart(quantities);
      chart.root.classList.toggle("together", quantities.length > 1);
      this.charts.set(key, chart);
    }
    this.list.replaceChildren(...[...this.charts.values()].map((chart) => chart.root));
    this.drawnMs = 0;
  }

  private saveCsv(): void {
    const text = this.history.csv([...this.chosen]);
    this.saved("Curves", `${this.vehicleName()}.csv`, new Blob([text], { type: "text/csv" }));
  }

  private savePng(): void {
    const [width, height] = [800, 180];
    const canvas = h("canvas", { width: width * 2, height: height * 2 * Math.max(1, this.charts.size) });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    const ink = inkOf(this.root);
    context.scale(2, 2);
    context.fillStyle = ink.paper;
    context.fillRect(0, 0, width, height * this.charts.size);
    for (const chart of this.charts.values()) {
      drawChart(context, chart.quantities, this.rows, ink, width, height, { ...this.view, cursorS: null });
      context.translate(0, height);
    }
    canvas.toBlob((blob) => {
      if (blob) this.saved("Plots", `${this.vehicleName()}.png`, blob);
    });
  }
}

export function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return { text: read("--text"), muted: read("--muted"), line: read("--hairline"), paper: read("--paper") };
}
