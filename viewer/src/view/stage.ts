// The canvas: renderer, lights, sky, floor, and a loop that draws only when something changed.
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight, InstancedMesh, Mesh,
  MeshLambertMaterial, Object3D, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer, type Camera, type Texture,
} from "three";
import type { Shadow } from "../net/scene_file";
import { Signal } from "../ui/signal";
import { openCanvas } from "./canvas";
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

/** Shadows as a world file that says nothing of them means them. */
const USUAL_SHADOW: Shadow = {
  map_size: 2048, near_m: 0.1, far_m: 900, bias: 2e-5, normal_bias: 1e-4, reach_per_distance: 2, least_reach_m: 4.5,
};

/** What is left out so that pictures come quickly. */
export interface Sparing {
  /** The processor draws, not a graphics card. */
  isSoftware: boolean;
  /** Pixels drawn per pixel of the page, along each side. */
  scale: number;
  withoutShadows: boolean;
}

/** Frames slower than this, for a while, are too slow [ms]. */
const SLOW_MS = 60;
/** How long they have to be too slow before something more is left out [ms]. */
const PATIENCE_MS = 1200;
const LEAST_SCALE = 0.5;
/** Nothing is drawn before there is a world, or before this time has passed [ms]. */
const LONGEST_BLANK_MS = 2000;

export class Stage {
  readonly scene = new Scene();
  private readonly samples = makeSamples();
  readonly renderer: WebGLRenderer;
  readonly sun = new DirectionalLight(0xffffff, 2.4);
  readonly floor = new Floor();
  readonly sky = new SkyDome();
  /** Called before each drawn frame with the seconds since the last; true asks for another. */
  readonly beforeDraw: ((seconds: number) => boolean)[] = [];
  /** What is left out, or should be. */
  readonly sparing: Signal<Sparing>;
  camera: Camera | null = null;
  /** Mean time between drawn frames [ms] while something moves. */
  frameMs = 16;
  /** Mean time that this program takes for a frame [ms], and how many were drawn; what the graphics card does is not in it. */
  cpuMs = 0;
  drawnCount = 0;

  private readonly fill = new HemisphereLight(0xffffff, 0x8a8f94, 1.1);
  private readonly ambient = new AmbientLight(0xffffff, 0.35);
  private sunDirection = new Vector3(0.4, 0.4, 0.8).normalize();
  private shadow = USUAL_SHADOW;
  private isWanted = true;
  private isOpen = false;
  private isSizeNew = true;
  private lastMs = 0;
  private wasDrawn = false;
  private slowMs = 0;
  private shadowRadius = 0;

  /** `isFull` draws everything, however long it takes. */
  constructor(readonly host: HTMLElement, private isFull: boolean) {
    const { canvas, context, isSoftware } = openCanvas(isFull);
    this.sparing = new Signal<Sparing>({ isSoftware, ...this.atFirst(isSoftware) });
    this.renderer = new WebGLRenderer({ canvas, ...(context && { context }), powerPreference: "high-performance" });
    // Asking whether a shader is right waits until it is ready; ours are tested.
    this.renderer.debug.checkShaderErrors = false;
    // Asked for while nothing is being drawn that the answer would have to wait for.
    this.renderer.capabilities.getMaxAnisotropy();
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    host.append(canvas);
    document.documentElement.classList.toggle("plain", isSoftware);
    canvas.setAttribute("aria-label", "The world in three dimensions");
    canvas.tabIndex = 0;
    this.setShadow(USUAL_SHADOW);
    this.sun.castShadow = !this.sparing.value.withoutShadows;
    this.scene.add(this.sun, this.sun.target, this.fill, this.ambient, this.floor.mesh);
    this.showSky();
    this.prepare(this.floor.mesh);
    this.prepare(this.samples);
    new ResizeObserver(() => this.resize()).observe(host);
    requestAnimationFrame((ms) => this.tick(ms));
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Size of the picture in CSS pixels. */
  get size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** There is something to see. */
  open(): void {
    this.isOpen = true;
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
    this.renderer.setClearColor(horizon.clone().lerp(sky?.zenith ?? colors.zenith, 0.3));
    this.floor.setColors(colors.floor, colors.line, horizon);
    if (this.scene.fog) this.scene.fog.color.copy(horizon);
    else this.scene.fog = new Fog(horizon, 200, 1200);
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
    if (this.sun.castShadow === isOn) return;
    this.sun.castShadow = isOn;
    this.invalidateShadows();
  }

  /** Shadows as the world file asks for them, as far as the machine goes along. */
  setShadow(shadow: Shadow): void {
    this.shadow = shadow;
    const most = Math.min(4096, this.renderer.capabilities.maxTextureSize);
    const size = Math.min(Math.max(64, shadow.map_size), this.sparing.value.isSoftware && !this.isFull ? 512 : most);
    this.sun.shadow.mapSize.set(size, size);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
    // Our own values for those of a file that says nothing; in proportion for one that does.
    this.sun.shadow.normalBias = (0.03 * shadow.normal_bias) / USUAL_SHADOW.normal_bias;
    this.sun.shadow.bias = (-0.0004 * shadow.bias) / USUAL_SHADOW.bias;
    this.shadowRadius = 0;
    this.invalidateShadows();
  }

  /** Draw everything, or leave out what takes too long. */
  setFull(isFull: boolean): void {
    this.isFull = isFull;
    this.slowMs = 0;
    this.sparing.value = { ...this.sparing.value, ...this.atFirst(this.sparing.value.isSoftware) };
    this.setShadow(this.shadow);
    this.showSky();
    this.resize();
  }

  /** Six pictures, or none: see `SkyDome.setBox`. */
  setSkyBox(pictures: Texture[]): void {
    this.sky.setBox(pictures);
    this.showSky();
    this.invalidate();
  }

  /** Where the processor draws, a plain colour takes the place of the dome: from above it looks much the same. */
  private showSky(): void {
    if (this.sky.hasBox || !this.sparing.value.isSoftware || this.isFull) this.scene.add(this.sky.mesh);
    else this.sky.mesh.removeFromParent();
  }

  /** Have the shaders of these parts made, without waiting for them: all at once is quicker than one after the other. */
  prepare(parts: Object3D): void {
    this.renderer.compile(parts, this.camera ?? anyCamera, this.scene);
  }

  private atFirst(isSoftware: boolean): Omit<Sparing, "isSoftware"> {
    return isSoftware && !this.isFull ? { scale: 0.75, withoutShadows: true } : { scale: 1, withoutShadows: false };
  }

  /** Keep the light over what is looked at, its shadow as sharp as the distance asks. */
  aimSun(target: Vector3, distance: number): void {
    const { reach_per_distance, least_reach_m } = this.shadow;
    const wanted = Math.max(0.55 * reach_per_distance * distance, least_reach_m, 1);
    const radius = Math.min(220, 2 ** Math.ceil(Math.log2(wanted)));
    const texel = (2 * radius) / this.sun.shadow.mapSize.x;
    snapped.copy(target).divideScalar(texel * 64).round().multiplyScalar(texel * 64);
    if (radius === this.shadowRadius && snapped.distanceToSquared(this.sun.target.position) < 1e-6) return;
    this.shadowRadius = radius;
    this.sun.target.position.copy(snapped);
    this.renderer.shadowMap.needsUpdate = true;
  }

  private placeSun(): void {
    const reach = this.shadowRadius * 2 + 40;
    this.sun.position.copy(this.sun.target.position).addScaledVector(this.sunDirection, reach);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -this.shadowRadius;
    camera.right = camera.top = this.shadowRadius;
    camera.near = Math.min(this.shadow.near_m, reach / 2);
    camera.far = Math.min(reach * 2, Math.max(camera.near + 1, this.shadow.far_m));
    camera.updateProjectionMatrix();
  }

  /** Draw now; for pictures to keep. */
  drawNow(): void {
    if (this.isSizeNew) this.takeSize();
    if (this.camera) this.renderer.render(this.scene, this.camera);
  }

  /** Another size, or another number of pixels: from the next picture on, because what is there goes. */
  private resize(): void {
    this.isSizeNew = true;
    this.invalidate();
  }

  private takeSize(): void {
    const { width, height } = this.size;
    if (width === 0 || height === 0) return;
    this.isSizeNew = false;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio) * this.sparing.value.scale);
    this.renderer.setSize(width, height);
  }

  private tick(ms: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const began = performance.now();
    const elapsed = Math.min(0.25, (ms - this.lastMs) / 1000);
    this.lastMs = ms;
    // An empty picture would hold up the first real one.
    if (!this.isOpen && ms < LONGEST_BLANK_MS) return;
    let isMoving = false;
    for (const prepare of this.beforeDraw) isMoving = prepare(elapsed) || isMoving;
    if (!this.camera || !(this.isWanted || isMoving)) {
      this.wasDrawn = false;
      return;
    }
    this.isWanted = false;
    if (this.isSizeNew) this.takeSize();
    this.placeSun();
    this.sky.follow(this.camera);
    this.renderer.render(this.scene, this.camera);
    if (this.wasDrawn) this.watchSpeed(elapsed * 1000);
    this.wasDrawn = true;
    this.drawnCount += 1;
    this.cpuMs += (performance.now() - began - this.cpuMs) / Math.min(this.drawnCount, 100);
  }

  /** A machine that draws slowly gets fewer pixels, then no shadows, then fewer still, instead of a slide show. */
  private watchSpeed(ms: number): void {
    this.frameMs += 0.1 * (ms - this.frameMs);
    this.slowMs = this.frameMs > SLOW_MS ? this.slowMs + ms : 0;
    if (this.slowMs < PATIENCE_MS || this.isFull) return;
    this.slowMs = 0;
    const { scale, withoutShadows } = this.sparing.value;
    if (scale > 0.75) this.spare({ scale: 0.75 });
    else if (!withoutShadows) this.spare({ withoutShadows: true });
    else if (scale > LEAST_SCALE) this.spare({ scale: LEAST_SCALE });
  }

  private spare(more: Partial<Sparing>): void {
    this.sparing.value = { ...this.sparing.value, ...more };
    if (more.scale !== undefined) this.resize();
  }
}

const snapped = new Vector3();
const anyCamera = new PerspectiveCamera();

/** One part of each common make, whose shaders are made while the scene still travels. */
function makeSamples(): Object3D {
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
  shape.setAttribute("normal", new BufferAttribute(new Float32Array(9), 3));
  const mesh = new Mesh(shape, new MeshLambertMaterial());
  const crowd = new InstancedMesh(shape, new MeshLambertMaterial(), 1);
  for (const part of [mesh, crowd]) part.receiveShadow = true;
  const samples = new Group();
  samples.add(mesh, crowd);
  return samples;
}
