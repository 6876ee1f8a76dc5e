// Names above vehicles, as HTML over the canvas.
import { Vector3 } from "three";
import type { World } from "../scene/world";
import { vehicleColor } from "../sensors/palette";
import { h } from "../ui/dom";
import type { Cameras } from "../view/cameras";

const ABOVE = new Vector3(0, 0, 0.7);
const point = new Vector3();

export class Labels {
  readonly root = h("div", { class: "labels", "aria-hidden": "true" });
  private readonly labels: HTMLElement[];
  /** The transform of each label; empty when it is hidden. */
  private readonly shown: string[];
  private chosen = -1;

  constructor(private readonly world: World, private readonly cameras: Cameras) {
    this.labels = world.file.vehicles.map((vehicle, index) => {
      const label = h("span", { class: "label" }, vehicle.name);
      label.style.setProperty("--tint", vehicleColor(index));
      this.root.append(label);
      return label;
    });
    this.shown = this.labels.map(() => "new");
  }

  update(isOn: boolean, chosen: number): void {
    if (this.root.hidden === isOn) this.root.hidden = !isOn;
    if (!isOn) return;
    this.labels.forEach((label, index) => {
      const frame = this.world.file.vehicles[index].frame;
      const at = this.world.frames[frame].visible ? this.cameras.project(this.world.positionOf(frame, point).add(ABOVE)) : null;
      const place = at ? `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) translate(-50%, -100%)` : "";
      if (place === this.shown[index]) return;
      this.shown[index] = place;
      label.hidden = !at;
      label.style.transform = place;
    });
    if (chosen === this.chosen) return;
    this.labels[this.chosen]?.classList.remove("chosen");
    this.labels[chosen]?.classList.add("chosen");
    this.chosen = chosen;
  }
}
