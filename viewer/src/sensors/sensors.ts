// All sensors of a world: which are shown, and what they last saw.
import { Group } from "three";
import type { Message } from "../net/frames";
import type { Reading, SceneFile, Sensor, SensorKind } from "../net/contract";
import type { Settings } from "../settings";
import { Signal } from "../ui/signal";
import type { World } from "../scene/world";
import { CloudView } from "./clouds";
import { makeFrustum } from "./frustums";
import { Previews } from "./previews";
import { ScanBatch, ScanView } from "./scans";

export class Sensors {
  readonly root = new Group();
  readonly shown: Signal<Set<number>>;
  readonly readings = new Map<number, Reading>();
  readonly previews = new Previews((sensor) => this.show(sensor, false));
  readonly scans = new Map<number, ScanView>();
  readonly clouds = new Map<number, CloudView>();
  readonly batch = new ScanBatch(this.scans);
  private readonly file: SceneFile;

  /** `before` are the sensors of the previous scene; those shown stay shown. */
  constructor(world: World, private readonly settings: Settings, before?: Sensors) {
    this.file = world.file;
    this.root.add(this.batch.root);
    const list = this.file.sensors;
    const known = before?.file.sensors.length ?? 0;
    const isShown = (index: number): boolean => before?.shown.value.has(index) ?? false;
    this.shown = new Signal(new Set(shownAtFirst(list).filter((index) => index >= known || isShown(index))));
    for (const index of before?.shown.value ?? []) if (index < list.length) this.shown.value.add(index);
    list.forEach((sensor, index) => {
      const frustum = makeFrustum(sensor);
      if (!frustum) return;
      frustum.userData.sensor = index;
      world.frames[sensor.frame]?.add(frustum);
      this.frustumParts.push(frustum);
    });
    this.forget = settings.layers.watch(() => this.refresh());
    this.shown.onChange(() => this.refresh());
  }

  private readonly forget: () => void;
  private readonly frustumParts: { visible: boolean; userData: Record<string, unknown> }[] = [];

  show(sensor: number, isOn: boolean): void {
    const next = new Set(this.shown.value);
    if (isOn) next.add(sensor);
    else next.delete(sensor);
    this.shown.value = next;
  }

  receive(message: Message): boolean {
    if (!("sensor" in message)) return false;
    const sensor = this.file.sensors[message.sensor];
    if (!sensor || !this.shown.value.has(message.sensor)) return false;
    if (message.kind === "picture") {
      this.previews.receive(sensor, message);
      return false;
    }
    if (message.kind === "scan") {
      this.scanView(message.sensor, sensor).receive(message);
      this.batch.invalidate();
    } else this.cloudView(message.sensor, sensor).receive(message, this.settings.cloudColor.value);
    return true;
  }

  /** Draw fans as outlines, which is faster. */
  setReduced(isReduced: boolean): void {
    this.batch.setOutlined(isReduced);
  }

  /** Call before each frame. */
  update(): void {
    this.batch.update();
  }

  dispose(): void {
    this.forget();
    this.batch.dispose();
    for (const view of this.clouds.values()) view.dispose();
    this.previews.keep(() => false);
    this.root.removeFromParent();
  }

  private scanView(index: number, sensor: Sensor): ScanView {
    let view = this.scans.get(index);
    if (!view) {
      view = new ScanView(sensor);
      this.scans.set(index, view);
      this.refresh();
    }
    return view;
  }

  private cloudView(index: number, sensor: Sensor): CloudView {
    let view = this.clouds.get(index);
    if (!view) {
      view = new CloudView(sensor);
      this.clouds.set(index, view);
      this.root.add(view.root);
      this.refresh();
    }
    return view;
  }

  private refresh(): void {
    const { points, fans, frustums } = this.settings.layers.value;
    const isShown = (index: number): boolean => this.shown.value.has(index);
    for (const [index, view] of this.scans) {
      view.hasPoints = points && isShown(index) && view.sensor.show_points;
      view.hasFan = fans && isShown(index) && view.sensor.show_plane;
    }
    this.batch.invalidate();
    for (const [index, view] of this.clouds) view.show(points && isShown(index));
    for (const part of this.frustumParts) part.visible = frustums && isShown(part.userData.sensor as number);
    this.previews.keep(isShown);
  }
}

/** Lasers are shown at first; clouds and pictures are costly to compute, so only a few of them are. */
function shownAtFirst(sensors: Sensor[]): number[] {
  const left: Partial<Record<SensorKind, number>> = { lidar3d: 2, camera: 2, rgbd: 1 };
  return sensors.flatMap((sensor, index) => {
    const room = left[sensor.kind];
    if (room === undefined) return [index];
    if (room === 0 || !sensor.preview) return [];
    left[sensor.kind] = room - 1;
    return [index];
  });
}
