// Planar laser scans: points where beams end, and the fan they sweep. All scans of a world share a few draw calls.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, Matrix4, Mesh, MeshBasicMaterial, Points, PointsMaterial,
} from "three";
import type { Scan } from "../net/frames";
import type { Sensor } from "../net/contract";
import { WideLines } from "../overlays/wide_lines";
import { poseMatrix } from "../scene/world";
import { vehicleColor } from "./palette";

/** Width of the outline of a fan [px]. */
const RIM_PX = 2.7;

/** Where the beams of one scanner end, in the world. */
export class ScanView {
  /** Three numbers per beam that hit something. */
  ends = new Float32Array(0);
  hitCount = 0;
  /** The sensor, then three numbers per beam. */
  rim = new Float32Array(0);
  hasPoints = false;
  /** Nothing is known of the moment that is shown. */
  isBlank = false;
  hasFan = false;
  /** The last scan, for read-outs and tests. */
  last: Scan | null = null;
  private cos = new Float32Array(0);
  private sin = new Float32Array(0);
  private firstAngle = NaN;
  private angleStep = NaN;
  private readonly matrix = new Matrix4();

  constructor(readonly sensor: Sensor) {}

  receive(scan: Scan): void {
    this.last = scan;
    this.isBlank = false;
    const { ranges } = scan;
    this.turnTo(scan, ranges.length);
    poseMatrix(this.matrix, scan.pose, 0);
    const e = this.matrix.elements;
    const { ends, rim, cos, sin } = this;
    const fanRange = Math.min(scan.maxRange, 30);
    rim[0] = e[12];
    rim[1] = e[13];
    rim[2] = e[14];
    let hits = 0;
    for (let i = 0, at = 3; i < ranges.length; i++, at += 3) {
      const range = ranges[i];
      const isHit = range > 0 && range < Infinity;
      const reach = isHit ? range : fanRange;
      const x = reach * cos[i];
      const y = reach * sin[i];
      rim[at] = e[0] * x + e[4] * y + e[12];
      rim[at + 1] = e[1] * x + e[5] * y + e[13];
      rim[at + 2] = e[2] * x + e[6] * y + e[14];
      if (!isHit) continue;
      ends[hits] = rim[at];
      ends[hits + 1] = rim[at + 1];
      ends[hits + 2] = rim[at + 2];
      hits += 3;
    }
    this.hitCount = hits / 3;
  }

  /** Update the beam directions if they have changed. */
  private turnTo({ firstAngle, angleStep }: Scan, count: number): void {
    if (firstAngle === this.firstAngle && angleStep === this.angleStep && this.cos.length === count) return;
    [this.firstAngle, this.angleStep] = [firstAngle, angleStep];
    this.cos = Float32Array.from({ length: count }, (_, i) => Math.cos(firstAngle + i * angleStep));
    this.sin = Float32Array.from({ length: count }, (_, i) => Math.sin(firstAngle + i * angleStep));
    this.ends = new Float32Array(count * 3);
    this.rim = new Float32Array((count + 1) * 3);
  }
}

/** Draws all scans: points of one size in one call, all fans in another. */
export class ScanBatch {
  readonly root = new Group();
  /** By the size of their points; public so that tests can look at what is drawn. */
  readonly dots = new Map<number, Dots>();
  private readonly fans = new Fans();
  private isStale = true;

  constructor(private readonly views: ReadonlyMap<number, ScanView>) {
    this.root.add(this.fans.mesh, this.fans.rims);
  }

  /** Draw fans as outlines: many transparent layers are too slow for software rendering. */
  setOutlined(isOutlined: boolean): void {
    this.fans.isOutlined = isOutlined;
    this.isStale = true;
  }

  /** Call after a scan has arrived or visibility has changed. */
  invalidate(): void {
    this.isStale = true;
  }

  /** Call before each frame; uploads what has changed. */
  update(): void {
    if (!this.isStale) return;
    this.isStale = false;
    const sizes = new Set([...this.views.values()].map(({ sensor }) => sensor.point_size_px ?? 3));
    for (const size of sizes) {
      let dots = this.dots.get(size);
      if (!dots) {
        dots = new Dots(size);
        this.dots.set(size, dots);
        this.root.add(dots.points);
      }
      dots.fill([...this.views.values()].filter((view) => (view.sensor.point_size_px ?? 3) === size && view.hasPoints));
    }
    this.fans.fill([...this.views.values()].filter((view) => view.hasFan && view.rim.length > 0));
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const { points } of this.dots.values()) forget(points);
    forget(this.fans.mesh);
    this.fans.lines.dispose();
  }
}

function forget(part: { geometry: BufferGeometry; material: PointsMaterial | MeshBasicMaterial }): void {
  part.geometry.dispose();
  part.material.dispose();
}

/** Colour of a scanner's points or fan: the world file's, or the vehicle's. */
function paint(sensor: Sensor, rgba: Sensor["points_rgba"], opacity: number): [number, number, number, number] {
  if (rgba) {
    const color = new Color().setRGB(rgba[0], rgba[1], rgba[2], "srgb");
    return [color.r, color.g, color.b, rgba[3]];
  }
  const color = new Color(vehicleColor(sensor.vehicle ?? 0));
  return [color.r, color.g, color.b, opacity];
}

class Dots {
  readonly points: Points<BufferGeometry, PointsMaterial>;
  private places = new Float32Array(0);
  private colors = new Float32Array(0);

  constructor(size: number) {
    const material = new PointsMaterial({ vertexColors: true, size, sizeAttenuation: false });
    this.points = new Points(new BufferGeometry(), material);
    this.points.frustumCulled = false;
    this.points.raycast = () => undefined;
    this.points.renderOrder = 5;
  }

  fill(views: ScanView[]): void {
    const count = views.reduce((sum, view) => sum + view.hitCount, 0);
    this.points.visible = count > 0;
    if (count * 3 > this.places.length) this.grow(count);
    let at = 0;
    for (const { sensor, ends, hitCount } of views) {
      this.places.set(hitCount * 3 === ends.length ? ends : ends.subarray(0, hitCount * 3), at * 3);
      const [r, g, b, opacity] = paint(sensor, sensor.points_rgba, 1);
      if (opacity < 1) this.points.material.transparent = true;
      for (let i = 0; i < hitCount; i++, at++) {
        this.colors[at * 4] = r;
        this.colors[at * 4 + 1] = g;
        this.colors[at * 4 + 2] = b;
        this.colors[at * 4 + 3] = opacity;
      }
    }
    show(this.points.geometry, count);
  }

  private grow(count: number): void {
    const room = Math.ceil(count * 1.5) + 64;
    this.places = new Float32Array(room * 3);
    this.colors = new Float32Array(room * 4);
    this.points.geometry.dispose();
    this.points.geometry = geometryOf(this.places, this.colors);
  }
}

class Fans {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly lines = new WideLines(RIM_PX);
  readonly rims = this.lines.object;
  isOutlined = false;
  private places = new Float32Array(0);
  private colors = new Float32Array(0);
  /** Identifies the scans that the triangles are built for. */
  private known = "";
  private indexCount = 0;

  constructor() {
    const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, side: DoubleSide, depthWrite: false, forceSinglePass: true });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => undefined;
    this.mesh.renderOrder = this.rims.renderOrder = 4;
  }

  fill(views: ScanView[]): void {
    this.mesh.visible = views.length > 0 && !this.isOutlined;
    this.outline(this.isOutlined ? views : []);
    if (this.isOutlined) return;
    const known = views.map(({ sensor, rim }) => `${sensor.vehicle} ${sensor.name} ${rim.length}`).join("\n");
    if (known !== this.known) this.lay(views);
    this.known = known;
    let at = 0;
    for (const { rim } of views) {
      this.places.set(rim, at);
      at += rim.length;
    }
    show(this.mesh.geometry, this.indexCount);
  }

  /** Lines from each sensor along the ends of its beams and back. */
  private outline(views: ScanView[]): void {
    this.lines.clear();
    for (const { sensor, rim } of views) {
      const [r, g, b, opacity] = paint(sensor, sensor.plane_rgba, 0.1);
      // Lines are thin, so they are more opaque.
      const ink = [r, g, b, Math.min(1, 4 * opacity)];
      for (let from = 0; from < rim.length; from += 3) {
        const to = (from + 3) % rim.length;
        this.lines.add(rim[from], rim[from + 1], rim[from + 2], rim[to], rim[to + 1], rim[to + 2], ink);
      }
    }
    this.lines.finish();
  }

  /** Rebuild triangles and colours when other scans are shown. */
  private lay(views: ScanView[]): void {
    const count = views.reduce((sum, view) => sum + view.rim.length / 3, 0);
    this.places = new Float32Array(count * 3);
    this.colors = new Float32Array(count * 4);
    const triangles = new Uint32Array(views.reduce((sum, view) => sum + Math.max(0, view.rim.length / 3 - 2) * 3, 0));
    this.indexCount = triangles.length;
    let [start, at] = [0, 0];
    for (const { sensor, rim } of views) {
      const corners = rim.length / 3;
      const color = paint(sensor, sensor.plane_rgba, 0.1);
      for (let i = 0; i < corners; i++) this.colors.set(color, (start + i) * 4);
      for (let i = 1; i + 1 < corners; i++, at += 3) triangles.set([start, start + i, start + i + 1], at);
      start += corners;
    }
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometryOf(this.places, this.colors);
    this.mesh.geometry.setIndex(new BufferAttribute(triangles, 1));
  }
}

function geometryOf(places: Float32Array, colors: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3).setUsage(DynamicDrawUsage));
  geometry.setAttribute("color", new BufferAttribute(colors, 4).setUsage(DynamicDrawUsage));
  return geometry;
}

function show(geometry: BufferGeometry, count: number): void {
  geometry.setDrawRange(0, count);
  for (const name of ["position", "color"]) {
    const attribute = geometry.getAttribute(name);
    if (attribute) attribute.needsUpdate = true;
  }
}
