// Names over vehicles: text of the page, placed over the picture.
import { Vector3 } from "three";
import type { World } from "../scene/world";
import { vehicleColor } from "../sensors/palette";
import { h } from "../ui/dom";
import type { Cameras } from "../view/cameras";

export class Labels {
  readonly root = h("div", { class: "labels", "aria-hidden": "true" });
  private readonly labels: HTMLElement[];

  constructor(private readonly world: World, private readonly cameras: Cameras) {
    this.labels = world.file.vehicles.map((vehicle, index) => {
      const label = h("span", { class: "label" }, vehicle.name);
      label.style.setProperty("--tint", vehicleColor(index));
      this.root.append(label);
      return label;
    });
  }

  update(isOn: boolean, chosen: number): void {
    this.root.hidden = !isOn;
    if (!isOn) return;
    this.labels.forEach((label, index) => {
      const frame = this.world.file.vehicles[index].frame;
      const point = this.world.positionOf(frame).add(new Vector3(0, 0, 0.7));
      const at = this.world.frames[frame].visible ? this.cameras.project(point) : null;
      label.hidden = !at;
      if (!at) return;
      label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) translate(-50%, -100%)`;
      label.classList.toggle("chosen", index === chosen);
    });
  }
}
