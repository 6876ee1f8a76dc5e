// Lines a few pixels wide, in one draw call: WebGL itself draws lines of one pixel only.
import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial, Vector2 } from "three";

/** Size of the canvas in CSS pixels; the viewport keeps it up to date. */
export const screenSize = { value: new Vector2(1, 1) };

const VERTEX = `
attribute vec3 other;
attribute float side;
attribute vec4 paint;
uniform vec2 screen;
uniform float width;
varying vec4 ink;
const float NEAR = 1e-3;
void main() {
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 there = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
  if (there.w < NEAR && here.w > NEAR) there = mix(here, there, (here.w - NEAR) / (here.w - there.w));
  if (here.w < NEAR && there.w > NEAR) here = mix(there, here, (there.w - NEAR) / (there.w - here.w));
  vec2 along = (there.xy / there.w - here.xy / here.w) * screen;
  float size = length(along);
  vec2 across = size > 1e-5 ? vec2(-along.y, along.x) / size : vec2(0.0);
  here.xy += across * side * width / screen * here.w;
  gl_Position = here;
  ink = paint;
}`;

const FRAGMENT = `
varying vec4 ink;
void main() {
  gl_FragColor = ink;
  #include <colorspace_fragment>
}`;

export class WideLines {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  /** Segments in use. */
  count = 0;
  private room = 0;
  private places = new Float32Array(0);
  private others = new Float32Array(0);
  private paints = new Float32Array(0);
  /** The first segment that has not been uploaded. */
  private uploaded = 0;
  private isNew = true;

  constructor(widthPx: number, isOnTop = false, room = 64) {
    const material = new ShaderMaterial({
      uniforms: { screen: screenSize, width: { value: widthPx } }, vertexShader: VERTEX, fragmentShader: FRAGMENT,
      side: DoubleSide, transparent: true, depthTest: !isOnTop, depthWrite: false,
    });
    this.object = new Mesh(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = isOnTop ? 20 : 6;
    this.object.raycast = () => undefined;
    this.grow(room);
  }

  set width(widthPx: number) {
    this.object.material.uniforms.width.value = widthPx;
  }

  clear(): void {
    this.count = 0;
    this.uploaded = 0;
  }

  /** A segment from `a` to `b` in one colour: red, green, blue, and opacity if it is not opaque. */
  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, color: readonly number[]): void {
    if (this.count === this.room) this.grow(this.room * 2);
    const [places, others, paints] = [this.places, this.others, this.paints];
    const at = this.count * 12;
    for (let corner = 0; corner < 4; corner++) {
      const isStart = corner < 2;
      const to = at + corner * 3;
      places[to] = isStart ? ax : bx;
      places[to + 1] = isStart ? ay : by;
      places[to + 2] = isStart ? az : bz;
      others[to] = isStart ? bx : ax;
      others[to + 1] = isStart ? by : ay;
      others[to + 2] = isStart ? bz : az;
      const ink = this.count * 16 + corner * 4;
      paints[ink] = color[0];
      paints[ink + 1] = color[1];
      paints[ink + 2] = color[2];
      paints[ink + 3] = color[3] ?? 1;
    }
    this.count++;
  }

  /** Drop the oldest segments. */
  dropFirst(count: number): void {
    const kept = this.count - count;
    this.places.copyWithin(0, count * 12, this.count * 12);
    this.others.copyWithin(0, count * 12, this.count * 12);
    this.paints.copyWithin(0, count * 16, this.count * 16);
    this.count = kept;
    this.uploaded = 0;
  }

  /** Hand what was added to the graphics card; show the first `shown` segments. */
  finish(shown = this.count): void {
    if (shown === 0 && !this.object.visible) return;
    this.object.visible = shown > 0;
    const { geometry } = this.object;
    geometry.setDrawRange(0, shown * 6);
    if (this.uploaded === this.count && !this.isNew) return;
    for (const [name, words] of [["position", 12], ["other", 12], ["paint", 16]] as const) {
      const attribute = geometry.getAttribute(name) as BufferAttribute;
      attribute.clearUpdateRanges();
      if (!this.isNew) attribute.addUpdateRange(this.uploaded * words, (this.count - this.uploaded) * words);
      attribute.needsUpdate = true;
    }
    this.isNew = false;
    this.uploaded = this.count;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  private grow(room: number): void {
    const larger = (old: Float32Array, words: number): Float32Array<ArrayBuffer> => {
      const next = new Float32Array(room * words);
      next.set(old);
      return next;
    };
    this.places = larger(this.places, 12);
    this.others = larger(this.others, 12);
    this.paints = larger(this.paints, 16);
    const sides = new Float32Array(room * 4);
    const corners = new Uint32Array(room * 6);
    for (let i = 0; i < room; i++) {
      // Seen from the end, left and right are swapped.
      sides.set([1, -1, -1, 1], i * 4);
      corners.set([0, 1, 2, 1, 3, 2].map((corner) => i * 4 + corner), i * 6);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.places, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("other", new BufferAttribute(this.others, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("paint", new BufferAttribute(this.paints, 4).setUsage(DynamicDrawUsage));
    geometry.setAttribute("side", new BufferAttribute(sides, 1));
    geometry.setIndex(new BufferAttribute(corners, 1));
    this.object.geometry.dispose();
    this.object.geometry = geometry;
    this.room = room;
    this.isNew = true;
  }
}
