// The camera: orbit, follow a vehicle, ride along, top view; and the pointer input that moves it.
import { MathUtils, OrthographicCamera, PerspectiveCamera, Plane, Raycaster, Vector2, Vector3, type Camera } from "three";
import type { Gui } from "../net/contract";
import type { SavedView } from "../settings";
import type { Viewport } from "./viewport";

export type ViewMode = "orbit" | "follow" | "ride" | "top";

/** The vehicle that the camera follows. */
export interface Subject {
  position: Vector3;
  yaw: number;
  size: number;
}

interface Eye {
  target: Vector3;
  distance: number;
  azimuth: number;
  elevation: number;
}

/** A distance from which a vehicle is seen well, with what is around it. */
const nearEnough = (subject: Subject, worldRadius: number): number =>
  MathUtils.clamp(Math.min(subject.size * 10, worldRadius * 2.2), 2.5, 45);

const copyOf = (eye: Eye): Eye => ({ ...eye, target: eye.target.clone() });

export class Cameras {
  mode: ViewMode = "orbit";
  isOrthographic = false;
  onModeChange: (mode: ViewMode) => void = () => undefined;

  /** Public so that tests can look through it. */
  readonly perspective = new PerspectiveCamera(50, 1, 0.05, 5000);
  private clipNear = 0;
  private clipFar = Infinity;
  private readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.1, 5000);
  private now: Eye = { target: new Vector3(), distance: 30, azimuth: -Math.PI / 3, elevation: 0.7 };
  private goal: Eye = copyOf(this.now);
  private first: { eye: Eye; isOrthographic: boolean } | null = null;
  /** Whether the first view is that of a vehicle whose place is not known yet. */
  private awaitsSubject = false;
  private rideTurn = 0;
  private rideLift = 0;
  private readonly pointers = new Map<number, Vector2>();
  private pinch = 0;
  private readonly isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(
    private readonly viewport: Viewport,
    private readonly subject: () => Subject | null,
  ) {
    this.listen();
    viewport.beforeDraw.push((seconds) => this.move(seconds));
  }

  get camera(): Camera {
    return this.isFlat ? this.orthographic : this.perspective;
  }

  private get isFlat(): boolean {
    return this.mode === "top" || (this.isOrthographic && this.mode !== "ride");
  }

  /** Start as the world file says, or with the first vehicle and what is around it, or with the whole world. */
  begin(gui: Gui, origin: readonly number[], bounds: { center: Vector3; radius: number }, subject: Subject | null): void {
    const degrees = (gui.field_of_view_rad * 180) / Math.PI;
    this.perspective.fov = MathUtils.clamp(degrees, 15, 110);
    this.clipNear = gui.clip_near_m;
    this.clipFar = gui.clip_far_m;
    const target = gui.camera_target_m;
    this.goal = {
      target: target
        ? new Vector3(target[0] - origin[0], target[1] - origin[1], target[2] - origin[2])
        : (subject?.position ?? bounds.center).clone(),
      distance: gui.camera_distance_m ?? (subject ? nearEnough(subject, bounds.radius) : MathUtils.clamp(bounds.radius * 2.2, 4, 80)),
      azimuth: gui.camera_azimuth_rad ?? Math.PI / 4,
      elevation: gui.camera_elevation_rad ?? 0.7,
    };
    this.isOrthographic = gui.is_orthographic;
    this.now = copyOf(this.goal);
    this.first = { eye: copyOf(this.goal), isOrthographic: gui.is_orthographic };
    this.awaitsSubject = !target && subject !== null;
    this.viewport.invalidate();
  }

  /** The scene has the places of the start; a page that is opened later learns with the first poses where the vehicle is. */
  findSubject(position: Vector3): void {
    if (!this.awaitsSubject || !this.first) return;
    this.awaitsSubject = false;
    const { target } = this.first.eye;
    // A view that a link asks for stays.
    if (this.goal.target.equals(target)) for (const eye of [this.goal, this.now]) eye.target.copy(position);
    target.copy(position);
  }

  /** Return to the view at the start. */
  home(): void {
    if (!this.first) return;
    this.goal = copyOf(this.first.eye);
    this.isOrthographic = this.first.isOrthographic;
    this.setMode("orbit");
  }

  /** Show all of something, from where the camera is. */
  fit({ center, radius }: { center: Vector3; radius: number }): void {
    const half = ((this.perspective.fov / 2) * Math.PI) / 180;
    const { width, height } = this.viewport.size;
    this.goal.target.copy(center);
    this.goal.distance = MathUtils.clamp((radius * 1.05) / Math.sin(Math.min(half, Math.atan(Math.tan(half) * (width / height)))), 1, 3000);
    this.setMode(this.mode === "top" ? "top" : "orbit");
  }

  /** Change the mode; following comes closer if `mayComeNear`. */
  setMode(mode: ViewMode, mayComeNear = true): void {
    const subject = this.subject();
    if (mode === "follow" && subject && mayComeNear) this.goal.distance = Math.min(this.goal.distance, Math.max(6, subject.size * 8));
    if (mode === "ride") [this.rideTurn, this.rideLift] = [0, 0];
    this.mode = mode;
    this.onModeChange(mode);
    this.viewport.invalidate();
  }

  setOrthographic(isOn: boolean): void {
    this.isOrthographic = isOn;
    this.viewport.invalidate();
  }

  /** Look at a point from at most a distance. */
  lookAt(point: Vector3, distance: number): void {
    this.goal.target.copy(point);
    this.goal.distance = Math.min(this.goal.distance, distance);
    if (this.mode === "ride" || this.mode === "follow") this.setMode("orbit");
    this.viewport.invalidate();
  }

  save(name: string): SavedView {
    const { target, distance, azimuth, elevation } = this.goal;
    return { name, target: target.toArray(), distance, azimuth, elevation, isOrthographic: this.isOrthographic };
  }

  restore(view: SavedView): void {
    this.goal = { target: new Vector3(...view.target), distance: view.distance, azimuth: view.azimuth, elevation: view.elevation };
    this.isOrthographic = view.isOrthographic;
    this.setMode("orbit");
  }

  turn(azimuth: number, elevation: number): void {
    if (this.mode === "ride") {
      this.rideTurn -= azimuth;
      this.rideLift = MathUtils.clamp(this.rideLift + elevation, -0.6, 1);
    } else {
      this.goal.azimuth += azimuth;
      this.goal.elevation = MathUtils.clamp(this.goal.elevation + elevation, -0.2, Math.PI / 2 - 0.01);
    }
    this.viewport.invalidate();
  }

  zoom(factor: number, toward?: Vector3): void {
    const distance = MathUtils.clamp(this.goal.distance * factor, 0.3, 3000);
    if (toward && this.mode !== "follow" && this.mode !== "ride") {
      const share = 1 - distance / this.goal.distance;
      this.goal.target.lerp(new Vector3(toward.x, toward.y, this.goal.target.z), share);
    }
    this.goal.distance = distance;
    this.viewport.invalidate();
  }

  /** Move sideways and up by pixels of the screen. */
  pan(dx: number, dy: number): void {
    if (this.mode === "follow") this.setMode("orbit");
    const perPixel = (2 * this.goal.distance * Math.tan(((this.perspective.fov / 2) * Math.PI) / 180)) / this.viewport.size.height;
    const azimuth = this.mode === "top" ? -Math.PI / 2 : this.goal.azimuth;
    const stretch = this.mode === "top" ? 1 : 1 / Math.max(0.35, Math.sin(Math.max(0.2, this.goal.elevation)));
    const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
    const away = new Vector3(-Math.cos(azimuth), -Math.sin(azimuth), 0);
    this.goal.target.addScaledVector(right, -dx * perPixel).addScaledVector(away, dy * perPixel * stretch);
    this.viewport.invalidate();
  }

  /** The ray through a point of the page. */
  ray(clientX: number, clientY: number): Raycaster {
    const box = this.viewport.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    caster.setFromCamera(at, this.camera);
    return caster;
  }

  /** Where the ray through a point of the page meets the height `z`. */
  groundAt(clientX: number, clientY: number, z = 0): Vector3 | null {
    return this.ray(clientX, clientY).ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -z), new Vector3());
  }

  /** A point of the world in CSS pixels of the canvas; `null` behind the camera. */
  project(point: Vector3): { x: number; y: number } | null {
    const seen = point.clone().project(this.camera);
    if (seen.z > 1 || seen.z < -1) return null;
    const { width, height } = this.viewport.size;
    return { x: ((seen.x + 1) / 2) * width, y: ((1 - seen.y) / 2) * height };
  }

  /** What panels cover at the top and at the bottom [px]: the target is in the middle of what is left. */
  setCovered(top: number, bottom: number): void {
    const lift = Math.round((bottom - top) / 2);
    if (lift === this.lift) return;
    this.lift = lift;
    this.viewport.invalidate();
  }

  private lift = 0;

  private shift(camera: PerspectiveCamera | OrthographicCamera, width: number, height: number): void {
    if (this.lift === 0) camera.clearViewOffset();
    else camera.setViewOffset(width, height, 0, this.lift, width, height);
  }

  private move(seconds: number): boolean {
    const subject = this.subject();
    if (this.mode === "follow" && subject) this.goal.target.copy(subject.position);
    if (this.mode === "top" && this.isFollowingTop && subject) this.goal.target.copy(subject.position);
    const share = this.isCalm ? 1 : 1 - Math.exp(-seconds * 14);
    const before = copyOf(this.now);
    this.now.target.lerp(this.goal.target, this.mode === "follow" ? 1 - Math.exp(-seconds * 30) : share);
    this.now.distance += (this.goal.distance - this.now.distance) * share;
    this.now.azimuth += (this.goal.azimuth - this.now.azimuth) * share;
    this.now.elevation += (this.goal.elevation - this.now.elevation) * share;
    this.place(subject);
    this.viewport.camera = this.camera;
    this.viewport.aimSun(this.now.target, this.now.distance);
    const moved = before.target.distanceTo(this.now.target) / this.now.distance
      + Math.abs(before.distance - this.now.distance) / this.now.distance
      + Math.abs(before.azimuth - this.now.azimuth) + Math.abs(before.elevation - this.now.elevation);
    return moved > 1e-5;
  }

  isFollowingTop = false;

  private place(subject: Subject | null): void {
    const { width, height } = this.viewport.size;
    const { target, distance, azimuth, elevation } = this.now;
    const away = new Vector3(Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation));
    if (this.isFlat) {
      const camera = this.orthographic;
      const half = distance * Math.tan(((this.perspective.fov / 2) * Math.PI) / 180);
      camera.top = half;
      camera.bottom = -half;
      camera.right = (half * width) / height;
      camera.left = -camera.right;
      camera.near = -1000;
      camera.far = 4000;
      if (this.mode === "top") {
        camera.up.set(0, 1, 0);
        camera.position.set(target.x, target.y, target.z + 500);
      } else {
        camera.up.set(0, 0, 1);
        camera.position.copy(target).addScaledVector(away, Math.max(500, distance));
      }
      camera.lookAt(target);
      this.shift(camera, width, height);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      return;
    }
    const camera = this.perspective;
    camera.aspect = width / height;
    camera.up.set(0, 0, 1);
    if (this.mode === "ride" && subject) {
      const yaw = subject.yaw + this.rideTurn;
      const back = Math.max(1.2, subject.size * 2.2);
      camera.near = 0.05;
      camera.position.set(
        subject.position.x - Math.cos(yaw) * back, subject.position.y - Math.sin(yaw) * back,
        subject.position.z + back * (0.55 + this.rideLift));
      camera.lookAt(subject.position.x + Math.cos(yaw) * back, subject.position.y + Math.sin(yaw) * back, subject.position.z + 0.2);
    } else {
      camera.near = Math.max(0.02, distance * 0.01);
      camera.position.copy(target).addScaledVector(away, distance);
      camera.lookAt(target);
    }
    // A range that the depth buffer can resolve, within the clipping distances of the world file.
    camera.far = Math.min(this.clipFar, Math.max(1500, distance * 20));
    camera.near = Math.min(Math.max(this.clipNear, camera.near), camera.far * 0.5);
    this.shift(camera, width, height);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  /** Set while an object is dragged; the camera ignores the pointer meanwhile. */
  isBusy = false;

  private listen(): void {
    const canvas = this.viewport.canvas;
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, new Vector2(event.clientX, event.clientY));
      this.pinch = 0;
    });
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    const end = (event: PointerEvent): void => {
      this.pointers.delete(event.pointerId);
      this.pinch = 0;
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
      const toward = event.deltaY < 0 ? this.groundAt(event.clientX, event.clientY, this.goal.target.z) : null;
      this.zoom(Math.exp(MathUtils.clamp(lines, -240, 240) * 0.0012), toward ?? undefined);
    }, { passive: false });
  }

  private drag(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last || this.isBusy) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    last.set(event.clientX, event.clientY);
    if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()];
      const spread = a.distanceTo(b);
      if (this.pinch > 0 && spread > 0) this.zoom(this.pinch / spread);
      this.pinch = spread;
      this.pan(dx / 2, dy / 2);
    } else if (event.buttons & 2 || event.shiftKey || this.mode === "top") this.pan(dx, dy);
    else this.turn(-dx * 0.006, dy * 0.005);
  }
}
