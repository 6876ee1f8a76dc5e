// Clouds of 3D lidars and depth cameras, coloured by height, intensity or ring.
import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial } from "three";
import type { Cloud } from "../net/frames";
import type { Sensor } from "../net/contract";
import { setPose } from "../scene/world";
import type { CloudColor } from "../settings";
import { ramp } from "./palette";

export class CloudView {
  readonly root = new Group();
  private readonly points: Points<BufferGeometry, PointsMaterial>;
  private room = 0;
  last: Cloud | null = null;

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

  receive(cloud: Cloud, coloring: CloudColor): void {
    this.last = cloud;
    if (cloud.count > this.room) this.grow(cloud.count);
    const places = this.points.geometry.getAttribute("position") as BufferAttribute;
    const colors = this.points.geometry.getAttribute("color") as BufferAttribute;
    const place = places.array as Float32Array;
    const color = colors.array as Float32Array;
    const rings = Math.max(2, this.sensor.ring_count ?? 16);
    setPose(this.root, cloud.pose, 0);
    this.root.matrixWorldNeedsUpdate = true;
    const e = this.root.matrix.elements;
    for (let i = 0; i < cloud.count; i++) {
      const x = cloud.words[i * 4];
      const y = cloud.words[i * 4 + 1];
      const z = cloud.words[i * 4 + 2];
      place[i * 3] = x;
      place[i * 3 + 1] = y;
      place[i * 3 + 2] = z;
      let t = 0;
      if (coloring === "intensity") t = cloud.bytes[i * 16 + 12] / 255;
      else if (coloring === "ring") t = cloud.bytes[i * 16 + 13] / (rings - 1);
      else t = (e[2] * x + e[6] * y + e[10] * z + e[14] + 0.2) / 4;
      ramp(t, color, i * 3);
    }
    this.points.geometry.setDrawRange(0, cloud.count);
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
