// Line segments that are rewritten often, in one draw call.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from "three";

export class LineBatch {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  private places = new Float32Array(0);
  private colors = new Float32Array(0);
  private used = 0;

  constructor(isOnTop = false) {
    const material = new LineBasicMaterial({ vertexColors: true, depthTest: !isOnTop, transparent: isOnTop });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = isOnTop ? 20 : 6;
    this.object.raycast = () => undefined;
    this.grow(64);
  }

  clear(): void {
    this.used = 0;
  }

  /** A segment from `a` to `b` in one colour. */
  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: readonly number[]): void {
    if ((this.used + 2) * 3 > this.places.length) this.grow(this.places.length / 3);
    const at = this.used * 3;
    this.places.set([ax, ay, az, bx, by, bz], at);
    this.colors.set(color, at);
    this.colors.set(color, at + 3);
    this.used += 2;
  }

  /** An arrow on the plane of its own height, with a head of two strokes. */
  arrow(x: number, y: number, z: number, dx: number, dy: number, color: readonly number[]): void {
    this.add(x, y, z, x + dx, y + dy, z, color);
    const head = 0.22;
    for (const side of [-1, 1]) {
      this.add(
        x + dx, y + dy, z,
        x + dx * (1 - head) - side * dy * head * 0.6, y + dy * (1 - head) + side * dx * head * 0.6, z, color);
    }
  }

  ring(x: number, y: number, z: number, radius: number, color: readonly number[], parts = 32): void {
    for (let i = 0; i < parts; i++) {
      const a = (2 * Math.PI * i) / parts;
      const b = (2 * Math.PI * (i + 1)) / parts;
      this.add(
        x + radius * Math.cos(a), y + radius * Math.sin(a), z, x + radius * Math.cos(b), y + radius * Math.sin(b), z, color);
    }
  }

  finish(): void {
    if (this.used === 0 && !this.object.visible) return;
    this.object.visible = this.used > 0;
    const geometry = this.object.geometry;
    geometry.setDrawRange(0, this.used);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("color").needsUpdate = true;
  }

  private grow(vertices: number): void {
    const size = Math.max(128, vertices * 2) * 3;
    const [places, colors] = [new Float32Array(size), new Float32Array(size)];
    places.set(this.places);
    colors.set(this.colors);
    [this.places, this.colors] = [places, colors];
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new BufferAttribute(places, 3).setUsage(DynamicDrawUsage));
    this.object.geometry.setAttribute("color", new BufferAttribute(colors, 3).setUsage(DynamicDrawUsage));
  }
}
