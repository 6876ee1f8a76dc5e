// The viewport: renderer, lights, sky, floor, and a loop that draws only when something has changed.
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight, InstancedMesh, Mesh,
  MeshLambertMaterial, CustomToneMapping, NoToneMapping, Object3D, PCFShadowMap, PerspectiveCamera, Scene, ShaderChunk, SRGBColorSpace, Vector3, WebGLRenderer, type Camera, type Texture,
} from "three";
import type { Light, Shadow } from "../net/contract";
import { screenSize } from "../overlays/wide_lines";
import { Signal } from "../ui/signal";
import { openCanvas } from "./canvas";
import { Floor } from "./floor";
import { SkyDome } from "./sky";

Object3D.DEFAULT_UP.set(0, 0, 1);

// Bright colours fade towards white instead of being cut off; all others, dark ones too, stay as they are.
ShaderChunk.tonemapping_pars_fragment = ShaderChunk.tonemapping_pars_fragment.replace("vec3 CustomToneMapping( vec3 color ) { return color; }", `
vec3 CustomToneMapping(vec3 color) {
  const float START = 0.76;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < START) return color;
  float room = 1.0 - START;
  float mapped = 1.0 - room * room / (peak + room - START);
  float white = 1.0 - 1.0 / (0.15 * (peak - mapped) + 1.0);
  return mix(color * mapped / peak, vec3(mapped), white);
}`);

export interface ViewportColors {
  zenith: Color;
  horizon: Color;
  floor: Color;
  line: Color;
}

const LIGHT: ViewportColors = {
  zenith: new Color("#a9c6dd"), horizon: new Color("#eef2f4"), floor: new Color("#e4e8ea"), line: new Color("#b3bec5"),
};
const DARK: ViewportColors = {
  zenith: new Color("#0b1118"), horizon: new Color("#232d36"), floor: new Color("#222a31"), line: new Color("#43505b"),
};

/** Green of a horizon that is by day, linear. */
const BRIGHT_SKY = 0.2;

/** From the biases of a world file, made for MVSim's renderer, to those of three.js. */
const BIAS_PER_BIAS = -20;
const NORMAL_BIAS_PER_BIAS = 300;

/** What is left out so that frames are drawn quickly. */
export interface Quality {
  /** Rendering is done in software, without a graphics card. */
  isSoftware: boolean;
  /** Drawn pixels per CSS pixel, along each side. */
  scale: number;
  withoutShadows: boolean;
}

/** Frame time above which quality is reduced [ms]. */
const SLOW_MS = 45;
/** How long frames must be slow before quality is reduced further [ms]. */
const PATIENCE_MS = 1200;
/** Fewer pixels per CSS pixel, step by step. */
const SCALES = [0.75, 0.6, 0.5];
/** Drawing starts with the first world, or after this time [ms]. */
const LONGEST_BLANK_MS = 2000;

export class Viewport {
  readonly scene = new Scene();
  private readonly samples = makeSamples();
  readonly renderer: WebGLRenderer;
  readonly sun = new DirectionalLight(0xffffff, 2.4);
  readonly floor = new Floor();
  readonly sky = new SkyDome();
  /** Called before each frame with the seconds since the last one; returns whether to draw another. */
  readonly beforeDraw: ((seconds: number) => boolean)[] = [];
  /** What is left out. */
  readonly quality: Signal<Quality>;
  camera: Camera | null = null;
  /** Mean time between drawn frames [ms] while something moves. */
  frameMs = 16;
  /** Mean script time per frame [ms], without the graphics card, and the number of frames drawn. */
  cpuMs = 0;
  drawnCount = 0;

  private readonly fill = new HemisphereLight(0xffffff, 0x8a8f94, 1.1);
  private readonly ambient = new AmbientLight(0xffffff, 0.35);
  private shares = { sun: 1, fill: 1, sky: 1, isHemisphere: false };
  private sunDirection = new Vector3(0.4, 0.4, 0.8).normalize();
  private shadow: Shadow | null = null;
  private boxHorizon: Color | null = null;
  private isWanted = true;
  private isOpen = false;
  private isSizeNew = true;
  private lastMs = 0;
  private wasDrawn = false;
  private slowMs = 0;
  private shadowRadius = 0;

  /** `isFull` draws at full quality, however slowly. */
  constructor(readonly host: HTMLElement, private isFull: boolean) {
    const { canvas, context, isSoftware } = openCanvas(isFull);
    this.quality = new Signal<Quality>({ isSoftware, ...this.atFirst(isSoftware) });
    this.renderer = new WebGLRenderer({ canvas, ...(context && { context }), powerPreference: "high-performance" });
    // Checking a shader for errors waits for its compilation; ours are tested.
    this.renderer.debug.checkShaderErrors = false;
    // This query waits for pending drawing, so it is made before there is any.
    this.renderer.capabilities.getMaxAnisotropy();
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.sun.shadow.radius = 2.5;
    this.renderer.shadowMap.autoUpdate = false;
    host.append(canvas);
    document.documentElement.classList.toggle("plain", isSoftware);
    canvas.setAttribute("aria-label", "The world in three dimensions");
    canvas.tabIndex = 0;
    this.mapTones();
    this.sun.castShadow = !this.quality.value.withoutShadows;
    this.scene.add(this.sun, this.sun.target, this.fill, this.ambient, this.floor.mesh, this.sky.root);
    this.prepare(this.floor.mesh);
    this.prepare(this.samples);
    new ResizeObserver(() => this.resize()).observe(host);
    requestAnimationFrame((ms) => this.tick(ms));
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Size of the canvas in CSS pixels. */
  get size(): { width: number; height: number } {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  /** Start drawing. */
  open(): void {
    this.isOpen = true;
  }

  /** Request a frame. */
  invalidate(): void {
    this.isWanted = true;
  }

  /** Request a frame with new shadows. */
  invalidateShadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.isWanted = true;
  }

  setTheme(isDark: boolean, sky?: { zenith?: Color; horizon?: Color }): void {
    const colors = isDark ? DARK : LIGHT;
    const horizon = this.boxHorizon ?? (sky?.horizon ?? colors.horizon).clone().multiplyScalar(this.shares.sky);
    const zenith = (sky?.zenith ?? colors.zenith).clone().multiplyScalar(this.shares.sky);
    this.sky.setColors(zenith, horizon);
    this.renderer.setClearColor(horizon.clone().lerp(zenith, 0.3));
    // The floor suits the sky above it, which a world may give: no black floor below a bright day.
    const ground = horizon.g > BRIGHT_SKY ? LIGHT : DARK;
    this.floor.setColors(ground.floor, ground.line, horizon);
    if (this.scene.fog) this.scene.fog.color.copy(horizon);
    else this.scene.fog = new Fog(horizon, 200, 1200);
    this.fill.intensity = (isDark ? 0.85 : 1.15) * this.shares.fill;
    if (!this.shares.isHemisphere) this.fill.groundColor.set(isDark ? 0x3b444c : 0xa5a9ac);
    this.sun.intensity = (isDark ? 1.9 : 2.3) * this.shares.sun;
    this.invalidate();
  }

  /** How bright sun and sky are, as the world file asks; call `setTheme` afterwards. */
  setBrightness(light: Light): void {
    const isGiven = light.diffuse !== undefined;
    this.shares = {
      sun: isGiven ? light.diffuse! / 0.5 : 1, fill: isGiven ? light.ambient / 0.5 : 1, isHemisphere: light.sky_color !== undefined,
      sky: isGiven ? Math.min(1, light.ambient + light.diffuse!) : 1,
    };
    if (light.sky_color) this.fill.color.setRGB(...light.sky_color, SRGBColorSpace);
    if (light.ground_color) this.fill.groundColor.setRGB(...light.ground_color, SRGBColorSpace);
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

  /** Apply the shadow map of the world file, within the limits of the machine. */
  setShadow(shadow: Shadow): void {
    this.shadow = shadow;
    const most = Math.min(4096, this.renderer.capabilities.maxTextureSize);
    const size = Math.min(Math.max(64, shadow.map_size), this.quality.value.isSoftware && !this.isFull ? 512 : most);
    this.sun.shadow.mapSize.set(size, size);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
    this.sun.shadow.normalBias = NORMAL_BIAS_PER_BIAS * shadow.normal_bias;
    this.sun.shadow.bias = BIAS_PER_BIAS * shadow.bias;
    this.shadowRadius = 0;
    this.invalidateShadows();
  }

  /** Draw at full quality, or reduce it when drawing is slow. */
  setFull(isFull: boolean): void {
    this.isFull = isFull;
    this.slowMs = 0;
    this.quality.value = { ...this.quality.value, ...this.atFirst(this.quality.value.isSoftware) };
    if (this.shadow) this.setShadow(this.shadow);
    this.mapTones();
    this.resize();
  }

  /** Six images, or none: see `SkyDome.setBox`; call `setTheme` afterwards. */
  setSkyBox(pictures: Texture[]): void {
    this.boxHorizon = this.sky.setBox(pictures);
    this.invalidate();
  }

  /** Start compiling the shaders of these parts together, without waiting. */
  prepare(parts: Object3D): void {
    this.renderer.compile(parts, this.camera ?? anyCamera, this.scene);
  }

  /** Bright surfaces keep their colour instead of turning white; reduced software rendering saves the effort. */
  private mapTones(): void {
    const isReduced = this.quality.value.isSoftware && !this.isFull;
    this.renderer.toneMapping = isReduced ? NoToneMapping : CustomToneMapping;
    this.floor.setReduced(isReduced);
  }

  private atFirst(isSoftware: boolean): Omit<Quality, "isSoftware"> {
    return isSoftware && !this.isFull ? { scale: 0.75, withoutShadows: true } : { scale: 1, withoutShadows: false };
  }

  /** Centre the shadow map on what the camera looks at, with a resolution that suits its distance. */
  aimSun(target: Vector3, distance: number): void {
    if (!this.shadow) return;
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
    if (!this.shadow) return;
    const reach = this.shadowRadius * 2 + 40;
    this.sun.position.copy(this.sun.target.position).addScaledVector(this.sunDirection, reach);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -this.shadowRadius;
    camera.right = camera.top = this.shadowRadius;
    camera.near = Math.min(this.shadow.near_m, reach / 2);
    camera.far = Math.min(reach * 2, Math.max(camera.near + 1, this.shadow.far_m));
    camera.updateProjectionMatrix();
  }

  /** Draw once with so many pixels per CSS pixel and hand the canvas to `use`, for a picture. */
  drawAt(scale: number, use: (drawn: HTMLCanvasElement) => void): void {
    if (!this.camera) return;
    const { width, height } = this.size;
    this.renderer.setPixelRatio(scale);
    this.renderer.setSize(width, height, false);
    this.placeSun();
    this.sky.follow(this.camera);
    this.renderer.render(this.scene, this.camera);
    use(this.canvas);
    this.takeSize();
    // Resizing has cleared the canvas.
    this.renderer.render(this.scene, this.camera);
  }

  /** Apply a new size with the next frame, because resizing clears the canvas. */
  private resize(): void {
    this.isSizeNew = true;
    this.invalidate();
  }

  private takeSize(): void {
    const { width, height } = this.size;
    if (width === 0 || height === 0) return;
    this.isSizeNew = false;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio) * this.quality.value.scale);
    this.renderer.setSize(width, height);
    screenSize.value.set(width, height);
  }

  private tick(ms: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const began = performance.now();
    const elapsed = Math.min(0.25, (ms - this.lastMs) / 1000);
    this.lastMs = ms;
    // An empty frame would delay the first real one.
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

  /** On a slow machine, draw fewer pixels, then no shadows, then fewer pixels still. */
  private watchSpeed(ms: number): void {
    this.frameMs += 0.1 * (ms - this.frameMs);
    this.slowMs = this.frameMs > SLOW_MS ? this.slowMs + ms : 0;
    if (this.slowMs < PATIENCE_MS || this.isFull) return;
    this.slowMs = 0;
    const { scale, withoutShadows } = this.quality.value;
    const next = SCALES.find((it) => it < scale);
    if (scale <= SCALES[0] && !withoutShadows) this.reduce({ withoutShadows: true });
    else if (next !== undefined) this.reduce({ scale: next });
  }

  private reduce(more: Partial<Quality>): void {
    this.quality.value = { ...this.quality.value, ...more };
    if (more.scale !== undefined) this.resize();
  }
}

const snapped = new Vector3();
const anyCamera = new PerspectiveCamera();

/** One part of each common kind, whose shaders compile while the scene is being loaded. */
function makeSamples(): Object3D {
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
  shape.setAttribute("normal", new BufferAttribute(new Float32Array(9), 3));
  const mesh = new Mesh(shape, new MeshLambertMaterial());
  const instances = new InstancedMesh(shape, new MeshLambertMaterial(), 1);
  for (const part of [mesh, instances]) part.receiveShadow = true;
  const samples = new Group();
  samples.add(mesh, instances);
  return samples;
}
