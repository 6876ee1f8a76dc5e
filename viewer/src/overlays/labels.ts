// Names above vehicles, as HTML over the canvas. Where names would overlap, the chosen vehicle's comes first, then the nearest.
import { Vector3 } from "three";
import type { World } from "../scene/world";
import { vehicleColor } from "../sensors/palette";
import { h } from "../ui/dom";
import type { Cameras } from "../view/cameras";

/** Room between the top of a vehicle and its name [m]. */
const ABOVE_M = 0.12;
const HEIGHT_PX = 18;
/** Approximate width of a letter, and of the room around a name [px]. */
const LETTER_PX = 6.6;
const ROOM_PX = 14;
const point = new Vector3();

interface Place {
  index: number;
  x: number;
  y: number;
  /** Distance from the camera. */
  depth: number;
}

export interface DrawnLabel {
  text: string;
  x: number;
  y: number;
  tint: string;
  isChosen: boolean;
}

export class Labels {
  readonly root = h("div", { class: "labels", "aria-hidden": "true" });
  private readonly labels: HTMLElement[];
  private readonly widths: number[];
  /** Of each name above the vehicle's frame [m]. */
  private readonly heights: number[];
  /** The transform of each label; empty when it is hidden. */
  private readonly shown: string[];
  private chosen = -1;
  /** What is shown, for pictures. */
  drawn: DrawnLabel[] = [];

  constructor(private readonly world: World, private readonly cameras: Cameras) {
    this.labels = world.file.vehicles.map((vehicle, index) => {
      const label = h("span", { class: "label" }, vehicle.name);
      label.style.setProperty("--tint", vehicleColor(index));
      this.root.append(label);
      return label;
    });
    this.widths = world.file.vehicles.map(({ name }) => name.length * LETTER_PX + ROOM_PX);
    this.heights = world.file.vehicles.map(({ frame }) => world.localBoxOf(frame).max.z + ABOVE_M);
    this.shown = this.labels.map(() => "new");
  }

  update(isOn: boolean, chosen: number): void {
    if (this.root.hidden === isOn) this.root.hidden = !isOn;
    this.drawn = [];
    if (!isOn) return;
    if (chosen !== this.chosen) {
      this.labels[this.chosen]?.classList.remove("chosen");
      this.labels[chosen]?.classList.add("chosen");
      this.chosen = chosen;
    }
    const taken: Place[] = [];
    for (const place of this.inOrder()) {
      if (taken.some((other) => this.overlap(place, other))) this.move(place.index, "");
      else {
        taken.push(place);
        this.move(place.index, `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px) translate(-50%, -100%)`);
      }
    }
    this.drawn = taken.map(({ index, x, y }) => ({
      text: this.world.file.vehicles[index].name, x, y, tint: vehicleColor(index), isChosen: index === chosen,
    }));
  }

  /** Vehicles in sight: the chosen one, then from near to far. Those out of sight are hidden. */
  private inOrder(): Place[] {
    const places: Place[] = [];
    const eye = this.cameras.camera.position;
    this.labels.forEach((_, index) => {
      const { frame } = this.world.file.vehicles[index];
      const depth = this.world.positionOf(frame, point).distanceTo(eye);
      const at = this.world.frames[frame].visible ? this.cameras.project(point.setZ(point.z + this.heights[index])) : null;
      if (at) places.push({ index, x: at.x, y: at.y, depth: index === this.chosen ? -1 : depth });
      else this.move(index, "");
    });
    return places.sort((a, b) => a.depth - b.depth);
  }

  private overlap(a: Place, b: Place): boolean {
    return Math.abs(a.y - b.y) < HEIGHT_PX && Math.abs(a.x - b.x) < (this.widths[a.index] + this.widths[b.index]) / 2;
  }

  private move(index: number, place: string): void {
    if (place === this.shown[index]) return;
    this.shown[index] = place;
    this.labels[index].hidden = !place;
    this.labels[index].style.transform = place;
  }
}
