// All sensors of a world: which are shown, and what they last saw.
import { Group } from "three";
import type { Cloud, Message, Picture, Scan } from "../net/frames";
import type { Reading, SceneFile, Sensor, SensorKind } from "../net/contract";
import type { Settings } from "../settings";
import { Signal } from "../ui/signal";
import type { World } from "../scene/world";
import { ReadingArchive } from "./archive";
import { CloudView } from "./clouds";
import { makeFrustum } from "./frustums";
import { Previews } from "./previews";
import { ScanBatch, ScanView } from "./scans";

/** Readings kept for looking back [bytes]. */
const ARCHIVE_BYTES = 24 << 20;
/** What the objects around a reading take, about [bytes]. */
const OVERHEAD_BYTES = 800;
/** Points of a cloud in software rendering, about. */
export const REDUCED_POINTS = 6000;
/** A reading belongs to a moment if it is no older than its period and this [ns]. */
const SLACK_NS = 50e6;

type Seen = Scan | Cloud | Picture | Reading;

export class Sensors {
  readonly root = new Group();
  readonly shown: Signal<Set<number>>;
  readonly readings = new Map<number, Reading>();
  readonly previews: Previews;
  readonly scans = new Map<number, ScanView>();
  readonly clouds = new Map<number, CloudView>();
  readonly batch = new ScanBatch(this.scans);
  private readonly file: SceneFile;
  private readonly archive = new ReadingArchive<Seen>(ARCHIVE_BYTES);
  /** The time looked at [ns]; `null` for the present. */
  private pastNs: number | null = null;
  private mostPoints = Infinity;

  /** `before` are the sensors of the previous scene; those shown stay shown. */
  constructor(world: World, private readonly settings: Settings, before?: Sensors) {
    this.file = world.file;
    this.previews = new Previews(world.file, (sensor) => this.show(sensor, false));
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
    if (message.kind === "picture" && sensor.preview_depth && !message.isDepth) return false;
    this.archive.add(keyOf(message), message.timeNs, sizeOf(message), message);
    if (this.pastNs === null) this.display(message);
    return true;
  }

  /** Take a small reading. */
  read(reading: Reading): void {
    this.archive.add(`${reading.sensor} text`, reading.time_ns, OVERHEAD_BYTES, reading);
    if (this.pastNs === null) this.readings.set(reading.sensor, reading);
  }

  /** Show what the sensors saw at a time [ns]; `null` for now. A reading that is not known is not shown. */
  lookAt(timeNs: number | null): void {
    if (timeNs === this.pastNs) return;
    this.pastNs = timeNs;
    this.readings.clear();
    for (const view of this.scans.values()) view.isBlank = true;
    for (const view of this.clouds.values()) view.isBlank = true;
    this.previews.cover();
    for (const key of this.archive.keys) {
      const period = 1e9 * (this.file.sensors[Number.parseInt(key, 10)]?.period_s ?? 0);
      const seen = timeNs === null ? this.archive.latest(key) : this.archive.at(key, timeNs, period + SLACK_NS);
      if (!seen) continue;
      if ("kind" in seen) this.display(seen);
      else this.readings.set(seen.sensor, seen);
    }
    this.refresh();
  }

  /** Time was set back: what was seen later is not on this line; without a time, nothing that was seen is. */
  forgetAfter(timeNs = -Infinity): void {
    if (timeNs === -Infinity) this.archive.clear();
    else this.archive.cutAfter(timeNs);
  }

  private display(message: Scan | Cloud | Picture): void {
    const sensor = this.file.sensors[message.sensor];
    if (message.kind === "picture") this.previews.receive(message.sensor, message);
    else if (message.kind === "scan") {
      this.scanView(message.sensor, sensor).receive(message);
      this.batch.invalidate();
    } else this.cloudView(message.sensor, sensor).receive(message, this.settings.cloudColor.value, this.mostPoints);
  }

  /** Whether a cloud of points is drawn. */
  get hasClouds(): boolean {
    return [...this.clouds].some(([index, view]) => this.shown.value.has(index) && !view.isBlank);
  }

  /** Whether the scan of a laser is drawn. */
  get hasScans(): boolean {
    return [...this.scans.values()].some((view) => view.hasPoints || view.hasFan);
  }

  /** Whether shown lidars have nothing of the moment that is shown: some of them, or all. */
  get missing(): "none" | "some" | "all" {
    if (this.pastNs === null) return "none";
    const views = [...this.scans, ...this.clouds].filter(([index]) => this.shown.value.has(index)).map(([, view]) => view);
    const blank = views.filter((view) => view.isBlank).length;
    return blank === 0 ? "none" : blank === views.length ? "all" : "some";
  }

  /** Draw fans as outlines and clouds with fewer points, which is faster. */
  setReduced(isReduced: boolean): void {
    this.mostPoints = isReduced ? REDUCED_POINTS : Infinity;
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
      view.hasPoints = points && isShown(index) && view.sensor.show_points && !view.isBlank;
      view.hasFan = fans && isShown(index) && view.sensor.show_plane && !view.isBlank;
    }
    this.batch.invalidate();
    for (const [index, view] of this.clouds) view.show(points && isShown(index) && !view.isBlank);
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

function keyOf(message: Scan | Cloud | Picture): string {
  return `${message.sensor} ${message.kind === "picture" && message.isDepth ? "depth" : message.kind}`;
}

function sizeOf(message: Scan | Cloud | Picture): number {
  if (message.kind === "scan") return message.ranges.byteLength + OVERHEAD_BYTES;
  return (message.kind === "cloud" ? message.bytes.byteLength : message.pixels.byteLength) + OVERHEAD_BYTES;
}
