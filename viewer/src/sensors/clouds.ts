// Clouds of 3D lidars and depth cameras, coloured by height, intensity or ring.
import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial } from "three";
import type { Cloud } from "../net/frames";
import type { Sensor } from "../net/contract";
import { setPose } from "../scene/world";
import type { CloudColor } from "../settings";
import { ramp } from "./palette";

/** Heights of the first and the last colour [m]. */
export const CLOUD_LOW_M = -0.2;
export const CLOUD_HIGH_M = 3.8;

/** A thinned cloud keeps this many times its share of near points, and so much less of those this far away [m]. */
const NEAR_SHARE = 1.6;
const FAR_LOSS = 1.2;
const FAR_M = 25;

export class CloudView {
  readonly root = new Group();
  private readonly points: Points<BufferGeometry, PointsMaterial>;
  private room = 0;
  last: Cloud | null = null;
  /** Nothing is known of the moment that is shown. */
  isBlank = false;

  constructor(readonly sensor: Sensor) {
    this.points = new Points(
      new BufferGeometry(),
      new PointsMaterial({ vertexColors: true, size: sensor.point_size_px ?? 2.5, sizeAttenuation: false }));
    this.points.frustumCulled = false;
    this.points.raycast = () => undefined;
    this.root.add(this.points);
    this.root.matrixAutoUpdate = false;
  }

  show(isOn: boolean): void {
    this.points.visible = isOn;
  }

  /** Draw at most about `most` points; those far away, which lie close together on the screen, are thinned more. */
  receive(cloud: Cloud, coloring: CloudColor, most = Infinity): void {
    this.last = cloud;
    this.isBlank = false;
    if (cloud.count > this.room) this.grow(cloud.count);
    const places = this.points.geometry.getAttribute("position") as BufferAttribute;
    const colors = this.points.geometry.getAttribute("color") as BufferAttribute;
    const place = places.array as Float32Array;
    const color = colors.array as Float32Array;
    const rings = Math.max(2, this.sensor.ring_count ?? 16);
    setPose(this.root, cloud.pose, 0);
    this.root.matrixWorldNeedsUpdate = true;
    const e = this.root.matrix.elements;
    const share = most / Math.max(1, cloud.count);
    let credit = 1;
    let shown = 0;
    for (let i = 0; i < cloud.count; i++) {
      const x = cloud.words[i * 4];
      const y = cloud.words[i * 4 + 1];
      const z = cloud.words[i * 4 + 2];
      if (share < 1) {
        credit += share * (NEAR_SHARE - FAR_LOSS * Math.min(1, Math.hypot(x, y) / FAR_M));
        if (credit < 1) continue;
        credit -= 1;
      }
      const at = 3 * shown++;
      place[at] = x;
      place[at + 1] = y;
      place[at + 2] = z;
      let t = 0;
      if (coloring === "intensity") t = cloud.bytes[i * 16 + 12] / 255;
      else if (coloring === "ring") t = cloud.bytes[i * 16 + 13] / (rings - 1);
      else t = (e[2] * x + e[6] * y + e[10] * z + e[14] - CLOUD_LOW_M) / (CLOUD_HIGH_M - CLOUD_LOW_M);
      ramp(t, color, at);
    }
    this.points.geometry.setDrawRange(0, shown);
    for (const attribute of [places, colors]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, shown * 3);
    }
    places.needsUpdate = true;
    colors.needsUpdate = true;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.points.geometry.dispose();
    this.points.material.dispose();
  }

  private grow(count: number): void {
    this.room = Math.ceil(count * 1.25);
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry();
    this.points.geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.room * 3), 3));
    this.points.geometry.setAttribute("color", new BufferAttribute(new Float32Array(this.room * 3), 3));
  }
}
