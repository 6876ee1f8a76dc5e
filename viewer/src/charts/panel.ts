// The plots panel: choose quantities, pause, save as PNG or CSV.
import { download, h, icon } from "../ui/dom";
import { Chart, drawChart, type Ink } from "./chart";
import type { History } from "./history";
import { QUANTITIES } from "./quantities";

export class PlotPanel {
  readonly root: HTMLElement;
  private readonly list = h("div", { class: "charts" });
  private readonly charts = new Map<string, Chart>();
  private readonly chosen = new Set(["speed", "yaw_rate", "torque"]);
  private isPaused = false;
  private frozen: History["rows"] = [];
  private drawnMs = 0;
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(private readonly history: History, private readonly vehicleName: () => string) {
    const choices = h("div", { class: "chips", role: "group", "aria-label": "Quantities" });
    for (const { key, name } of QUANTITIES) {
      const button = h("button", { type: "button", class: "chip", onclick: () => this.choose(key) }, name);
      this.buttons.set(key, button);
      choices.append(button);
    }
    const hold = h("button", { type: "button", class: "text-button" }, "Hold");
    hold.addEventListener("click", () => {
      this.isPaused = !this.isPaused;
      this.frozen = [...this.history.rows];
      hold.textContent = this.isPaused ? "Continue" : "Hold";
      hold.setAttribute("aria-pressed", String(this.isPaused));
    });
    this.root = h("div", { class: "plots" }, choices, this.list,
      h("div", { class: "row" }, hold,
        h("button", { type: "button", class: "text-button", onclick: () => this.savePng() }, icon("download"), "PNG"),
        h("button", { type: "button", class: "text-button", onclick: () => this.saveCsv() }, icon("download"), "CSV")));
    this.refresh();
  }

  /** Draw, at most twenty times a second. */
  update(nowMs: number): void {
    if (nowMs - this.drawnMs < 50) return;
    this.drawnMs = nowMs;
    const rows = this.isPaused ? this.frozen : this.history.rows;
    for (const chart of this.charts.values()) chart.draw(rows, inkOf(this.root));
  }

  private choose(key: string): void {
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.refresh();
  }

  private refresh(): void {
    this.list.replaceChildren();
    for (const quantity of QUANTITIES) {
      const isOn = this.chosen.has(quantity.key);
      this.buttons.get(quantity.key)?.setAttribute("aria-pressed", String(isOn));
      if (!isOn) continue;
      const chart = this.charts.get(quantity.key) ?? new Chart(quantity);
      this.charts.set(quantity.key, chart);
      this.list.append(chart.canvas);
    }
    for (const key of [...this.charts.keys()]) if (!this.chosen.has(key)) this.charts.delete(key);
  }

  private saveCsv(): void {
    const text = this.history.csv([...this.chosen]);
    download(`${this.vehicleName()}.csv`, new Blob([text], { type: "text/csv" }));
  }

  private savePng(): void {
    const [width, height] = [800, 180];
    const canvas = h("canvas", { width: width * 2, height: height * 2 * Math.max(1, this.charts.size) });
    const context = canvas.getContext("2d");
    if (!context) return;
    const ink = inkOf(this.root);
    context.scale(2, 2);
    context.fillStyle = ink.paper;
    context.fillRect(0, 0, width, height * this.charts.size);
    for (const chart of this.charts.values()) {
      drawChart(context, chart.quantity, this.isPaused ? this.frozen : this.history.rows, ink, width, height);
      context.translate(0, height);
    }
    canvas.toBlob((blob) => {
      if (blob) download(`${this.vehicleName()}.png`, blob);
    });
  }
}

export function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return { text: read("--text"), muted: read("--muted"), line: read("--hairline"), paper: read("--paper") };
}
