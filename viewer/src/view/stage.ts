// The canvas: renderer, lights, sky, floor, and a loop that draws only when something changed.
import {
  AmbientLight, Color, DirectionalLight, Fog, HemisphereLight, Object3D, PCFShadowMap, Scene, Vector3, WebGLRenderer,
  type Camera,
} from "three";
import { Floor } from "./floor";
import { SkyDome } from "./sky";

Object3D.DEFAULT_UP.set(0, 0, 1);

export interface StageColors {
  zenith: Color;
  horizon: Color;
  floor: Color;
  line: Color;
}

const LIGHT: StageColors = {
  zenith: new Color("#a9c6dd"), horizon: new Color("#eef2f4"), floor: new Color("#e4e8ea"), line: new Color("#b3bec5"),
};
const DARK: StageColors = {
  zenith: new Color("#0b1118"), horizon: new Color("#232d36"), floor: new Color("#222a31"), line: new Color("#43505b"),
};

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly sun = new DirectionalLight(0xffffff, 2.4);
  readonly floor = new Floor();
  readonly sky = new SkyDome();
  /** Called before each drawn frame with the seconds since the last; true asks for another. */
  readonly beforeDraw: ((seconds: number) => boolean)[] = [];
  camera: Camera | null = null;
  /** Mean time between drawn frames [ms] while something moves. */
  frameMs = 16;
  /** Mean time that this program takes for a frame [ms], and how many were drawn; what the graphics card does is not in it. */
  cpuMs = 0;
  drawnCount = 0;

  private readonly fill = new HemisphereLight(0xffffff, 0x8a8f94, 1.1);
  private readonly ambient = new AmbientLight(0xffffff, 0.35);
  private sunDirection = new Vector3(0.4, 0.4, 0.8).normalize();
  private wantsShadows = true;
  private isWanted = true;
  private lastMs = 0;
  private wasDrawn = false;
  private scale = 1;
  private slowMs = 0;
  private shadowRadius = 0;

  constructor(readonly host: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    host.append(this.renderer.domElement);
    this.sun.shadow.mapSize.set(2048, 2048);
    if (this.isDrawnByProcessor()) this.spare();
    this.renderer.domElement.setAttribute("aria-label", "The world in three dimensions");
    this.renderer.domElement.tabIndex = 0;
    this.sun.castShadow = true;
    this.sun.shadow.normalBias = 0.03;
    this.sun.shadow.bias = -0.0004;
    this.scene.add(this.sun, this.sun.target, this.fill, this.ambient, this.floor.mesh, this.sky.mesh);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    requestAnimationFrame((ms) => this.tick(ms));
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Size of the picture in CSS pixels. */
  get size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** Ask for a new picture. */
  invalidate(): void {
    this.isWanted = true;
  }

  /** Ask for a new picture with new shadows. */
  invalidateShadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.isWanted = true;
  }

  setTheme(isDark: boolean, sky?: { zenith?: Color; horizon?: Color }): void {
    const colors = isDark ? DARK : LIGHT;
    const horizon = sky?.horizon ?? colors.horizon;
    this.sky.setColors(sky?.zenith ?? colors.zenith, horizon);
    this.floor.setColors(colors.floor, colors.line, horizon);
    this.scene.fog = new Fog(horizon, 200, 1200);
    this.fill.intensity = isDark ? 0.85 : 1.15;
    this.fill.groundColor.set(isDark ? 0x3b444c : 0xa5a9ac);
    this.sun.intensity = isDark ? 1.9 : 2.3;
    this.invalidate();
  }

  setSun(azimuth: number, elevation: number, color?: Color, ambient?: number): void {
    this.sunDirection.set(
      Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation));
    if (color) this.sun.color.copy(color);
    if (ambient !== undefined) this.ambient.intensity = 0.7 * ambient;
    this.invalidateShadows();
  }

  setShadows(isOn: boolean): void {
    this.wantsShadows = isOn;
    this.sun.castShadow = isOn;
    this.invalidateShadows();
  }

  /** Keep the light over what is looked at, its shadow as sharp as the distance asks. */
  aimSun(target: Vector3, distance: number): void {
    const radius = Math.min(220, Math.max(6, 2 ** Math.ceil(Math.log2(distance * 1.1))));
    const texel = (2 * radius) / this.sun.shadow.mapSize.x;
    const snapped = target.clone().divideScalar(texel * 64).round().multiplyScalar(texel * 64);
    if (radius === this.shadowRadius && snapped.distanceToSquared(this.sun.target.position) < 1e-6) return;
    this.shadowRadius = radius;
    this.sun.target.position.copy(snapped);
    this.placeSun();
    this.renderer.shadowMap.needsUpdate = true;
  }

  placeSun(): void {
    const reach = this.shadowRadius * 2 + 40;
    this.sun.position.copy(this.sun.target.position).addScaledVector(this.sunDirection, reach);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -this.shadowRadius;
    camera.right = camera.top = this.shadowRadius;
    camera.near = 1;
    camera.far = reach * 2;
    camera.updateProjectionMatrix();
  }

  /** Draw now; for pictures to keep. */
  drawNow(): void {
    if (this.camera) this.renderer.render(this.scene, this.camera);
  }

  private resize(): void {
    const { width, height } = this.size;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio) * this.scale);
    this.renderer.setSize(width, height);
    this.invalidate();
  }

  private tick(ms: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const began = performance.now();
    const elapsed = Math.min(0.25, (ms - this.lastMs) / 1000);
    this.lastMs = ms;
    let isMoving = false;
    for (const prepare of this.beforeDraw) isMoving = prepare(elapsed) || isMoving;
    if (!this.camera || !(this.isWanted || isMoving)) {
      this.wasDrawn = false;
      return;
    }
    this.isWanted = false;
    this.placeSun();
    this.sky.follow(this.camera);
    this.renderer.render(this.scene, this.camera);
    if (this.wasDrawn) this.watchSpeed(elapsed * 1000);
    this.wasDrawn = true;
    this.drawnCount += 1;
    this.cpuMs += (performance.now() - began - this.cpuMs) / Math.min(this.drawnCount, 100);
  }

  /** Whether there is no graphics card, as over ssh or in a container. */
  private isDrawnByProcessor(): boolean {
    const gl = this.renderer.getContext();
    const told = gl.getExtension("WEBGL_debug_renderer_info");
    const name = told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
    return /swiftshader|llvmpipe|software/i.test(name);
  }

  /** What costs most and shows least goes first: blur behind panels, sharp shadows, some pixels. */
  private spare(): void {
    document.documentElement.classList.add("plain");
    this.sun.shadow.mapSize.set(512, 512);
    this.scale = 0.75;
  }

  /** A machine that draws slowly gets fewer pixels, then softer shadows, instead of a slide show. */
  private watchSpeed(ms: number): void {
    this.frameMs += 0.05 * (ms - this.frameMs);
    this.slowMs = this.frameMs > 45 ? this.slowMs + ms : 0;
    if (this.slowMs < 2000) return;
    this.slowMs = 0;
    if (this.scale > 0.45) {
      this.scale *= 0.75;
      this.resize();
    } else if (this.wantsShadows && this.sun.shadow.mapSize.x > 256) {
      this.sun.shadow.mapSize.divideScalar(2);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
      this.invalidateShadows();
    }
  }
}
