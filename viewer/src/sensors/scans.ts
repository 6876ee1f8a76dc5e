// Planar laser scans: points where beams end, and the fan they sweep.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, Points, PointsMaterial,
} from "three";
import type { Scan } from "../net/frames";
import type { Sensor } from "../net/scene_file";
import { setPose } from "../scene/world";
import { vehicleColor } from "./palette";

export class ScanView {
  readonly root = new Group();
  readonly points: Points<BufferGeometry, PointsMaterial>;
  private readonly fan: Mesh<BufferGeometry, MeshBasicMaterial>;
  private beamCount = 0;
  /** The last scan, for read-outs and tests. */
  last: Scan | null = null;

  constructor(readonly sensor: Sensor) {
    const color = sensor.color ? new Color(...sensor.color) : new Color(vehicleColor(sensor.vehicle ?? 0));
    this.points = new Points(
      new BufferGeometry(),
      new PointsMaterial({ color, size: sensor.point_size_px ?? 4, sizeAttenuation: false }));
    this.fan = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({ color, transparent: true, opacity: 0.1, side: DoubleSide, depthWrite: false }));
    for (const part of [this.points, this.fan]) {
      part.frustumCulled = false;
      part.raycast = () => undefined;
      this.root.add(part);
    }
    this.fan.renderOrder = 4;
    this.points.renderOrder = 5;
    this.root.matrixAutoUpdate = false;
  }

  show(hasPoints: boolean, hasFan: boolean): void {
    this.points.visible = hasPoints && this.sensor.show_points !== false;
    this.fan.visible = hasFan && this.sensor.show_plane !== false;
  }

  receive(scan: Scan): void {
    this.last = scan;
    const count = scan.ranges.length;
    if (count !== this.beamCount) this.resize(count);
    const ends = this.points.geometry.getAttribute("position") as BufferAttribute;
    const rim = this.fan.geometry.getAttribute("position") as BufferAttribute;
    const fanRange = Math.min(scan.maxRange, 30);
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const range = scan.ranges[i];
      const angle = scan.firstAngle + i * scan.angleStep;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      const isHit = range > 0 && Number.isFinite(range);
      if (isHit) ends.setXYZ(hits++, range * cos, range * sin, 0);
      const reach = isHit ? range : fanRange;
      rim.setXYZ(i + 1, reach * cos, reach * sin, 0);
    }
    this.points.geometry.setDrawRange(0, hits);
    ends.needsUpdate = true;
    rim.needsUpdate = true;
    setPose(this.root, scan.pose, 0);
    this.root.matrixWorldNeedsUpdate = true;
  }

  dispose(): void {
    this.root.removeFromParent();
    this.points.geometry.dispose();
    this.points.material.dispose();
    this.fan.geometry.dispose();
    this.fan.material.dispose();
  }

  private resize(count: number): void {
    this.beamCount = count;
    this.points.geometry.dispose();
    this.fan.geometry.dispose();
    this.points.geometry = new BufferGeometry();
    this.points.geometry.setAttribute("position", new BufferAttribute(new Float32Array(count * 3), 3));
    this.fan.geometry = new BufferGeometry();
    this.fan.geometry.setAttribute("position", new BufferAttribute(new Float32Array((count + 1) * 3), 3));
    const triangles = new Uint32Array(Math.max(0, count - 1) * 3);
    for (let i = 0; i + 1 < count; i++) triangles.set([0, i + 1, i + 2], i * 3);
    this.fan.geometry.setIndex(new BufferAttribute(triangles, 1));
  }
}
