// The page of sensors: each can be shown or hidden; small readings are printed beside their names.
import type { SceneFile, SensorKind } from "../net/contract";
import { ArrayPlots } from "../sensors/array_plots";
import type { Sensors } from "../sensors/sensors";
import type { CloudColor, Settings } from "../settings";
import { digits, h, setText, toggle } from "./dom";
import { NO_SCAN } from "./legend";
import { layerToggle } from "./layers_page";

const KINDS: Record<SensorKind, string> = {
  laser: "Laser", lidar3d: "Lidar", camera: "Camera", rgbd: "Depth camera", imu: "Inertial unit", gnss: "Satellite receiver",
  cone_detector: "Cone detector", arrays: "Sensor of the program",
};

export class SensorsPage {
  readonly root = h("div", { class: "sensors" });
  private readonly list = h("div", {});
  private readonly outputs = new Map<number, HTMLElement>();
  private readonly plots = new Map<number, ArrayPlots>();
  private sensors: Sensors | null = null;

  constructor(settings: Settings) {
    const coloring = h("select", { "aria-label": "Colour clouds by" },
      ...(["height", "intensity", "ring"] as CloudColor[]).map((value) => h("option", { value }, value)));
    coloring.value = settings.cloudColor.value;
    coloring.addEventListener("change", () => (settings.cloudColor.value = coloring.value as CloudColor));
    this.root.append(
      h("fieldset", {}, h("legend", {}, "Draw"), layerToggle(settings, "points"), layerToggle(settings, "fans"), layerToggle(settings, "frustums"), layerToggle(settings, "mounts"),
        h("label", { class: "slider" }, h("span", {}, "Clouds by"), coloring)),
      this.list);
  }

  setWorld(file: SceneFile, sensors: Sensors): void {
    this.sensors = sensors;
    this.outputs.clear();
    this.plots.clear();
    const groups = new Map<string, HTMLElement>();
    (file.sensors ?? []).forEach((sensor, index) => {
      const owner = sensor.vehicle === null ? "World" : (file.vehicles[sensor.vehicle]?.name ?? "World");
      const group = groups.get(owner) ?? h("fieldset", {}, h("legend", {}, owner));
      groups.set(owner, group);
      const row = toggle(sensor.name, sensors.shown.value.has(index), (isOn) => sensors.show(index, isOn));
      row.querySelector("input")!.dataset.sensor = String(index);
      row.querySelector("span")!.append(h("small", {}, `${KINDS[sensor.kind]}, ${digits(1 / sensor.period_s, 0)} Hz`));
      const output = h("output", { class: "reading" });
      this.outputs.set(index, output);
      group.append(row, output);
      sensors.shown.onChange((shown) => (row.querySelector("input")!.checked = shown.has(index)));
    });
    this.list.replaceChildren(...(groups.size > 0 ? groups.values() : [h("p", { class: "hint" }, "This world has no sensors.")]));
  }

  private plotsIn(index: number, output: HTMLElement): ArrayPlots {
    const plots = this.plots.get(index) ?? new ArrayPlots();
    if (!this.plots.has(index)) {
      this.plots.set(index, plots);
      output.replaceChildren(plots.root);
    }
    return plots;
  }

  /** Write small readings. */
  update(): void {
    if (!this.sensors) return;
    for (const [index, reading] of this.sensors.readings) {
      const output = this.outputs.get(index);
      if (!output) continue;
      const three = (numbers: number[], count: number): string => numbers.map((n) => digits(n, count)).join("  ");
      if (reading.imu) output.textContent = `a ${three(reading.imu.acceleration_mps2, 2)} m/s²\nω ${three(reading.imu.rate_radps, 3)} rad/s`;
      if (reading.arrays) this.plotsIn(index, output).show(reading);
      if (reading.gnss) {
        output.textContent = `${digits(reading.gnss.latitude_deg, 7)}°  ${digits(reading.gnss.longitude_deg, 7)}°  ${digits(reading.gnss.height_m, 2)} m`;
      }
    }
    for (const [index, view] of this.sensors.scans) {
      const output = this.outputs.get(index);
      if (!output || !view.last) continue;
      setText(output, view.isBlank ? NO_SCAN : `${view.hitCount} of ${view.last.ranges.length} beams hit something`);
    }
    for (const [index, view] of this.sensors.clouds) {
      const output = this.plots.has(index) ? undefined : this.outputs.get(index);
      if (output && view.last) setText(output, view.isBlank ? NO_SCAN : `${view.last.count} points`);
    }
  }
}
