// Everything drawn over the world to explain it, updated together.
import { Group } from "three";
import type { Contacts, VehicleState } from "../net/frames";
import { isDark, type Settings } from "../settings";
import type { World } from "../scene/world";
import type { Cameras } from "../view/cameras";
import { ContactFlashes } from "./contacts";
import { Forces } from "./forces";
import { Labels } from "./labels";
import { OdometryGhosts } from "./odometry";
import { StaticLines } from "./static_lines";
import { Trails } from "./trails";

export class Overlays {
  readonly root = new Group();
  readonly labels: Labels;
  readonly trails: Trails;
  private readonly forces: Forces;
  private readonly contacts = new ContactFlashes();
  private readonly lines: StaticLines;
  private readonly ghosts: OdometryGhosts;
  private readonly forceScale: number;
  private readonly forget: () => void;
  private vehicles: VehicleState[] = [];

  constructor(private readonly world: World, cameras: Cameras, private readonly settings: Settings) {
    this.labels = new Labels(world, cameras);
    this.trails = new Trails(world);
    this.forces = new Forces(world);
    this.lines = new StaticLines(world);
    this.ghosts = new OdometryGhosts(world);
    this.forceScale = world.file.gui.force_scale_m_per_n;
    this.root.add(this.trails.root, this.forces.root, this.contacts.lines.object, this.lines.root, this.ghosts.lines.object);
    this.forget = settings.layers.watch((layers) => {
      this.lines.show(layers);
      this.trails.root.visible = layers.trails;
    });
  }

  receiveContacts(message: Contacts, nowMs: number): void {
    this.contacts.receive(message, nowMs);
  }

  /** Whether contacts are drawn, as there have been some. */
  get hasContacts(): boolean {
    return this.settings.layers.value.contacts && this.contacts.hasAny;
  }

  /** Poses of every frame have arrived. */
  receivePoses(poses: Float32Array, timeNs: number, nowMs: number): void {
    this.trails.receive(poses, timeNs, nowMs);
  }

  /** Show a moment of the past [ns], or the present. */
  lookAt(timeNs: number | null): void {
    this.trails.showUntil(timeNs ?? Infinity);
    this.contacts.setHeld(timeNs !== null);
  }

  /** Vehicles have a new state; returns whether that changes the picture. */
  updateVehicles(vehicles: VehicleState[]): boolean {
    this.vehicles = vehicles;
    const layers = this.settings.layers.value;
    this.drawVehicles();
    if (layers.shapes) {
      vehicles.forEach((state, index) => this.lines.light(this.world.file.vehicles[index]?.frame ?? -1, state.isInCollision));
    }
    return layers.forces || layers.grip || layers.odometry || layers.shapes;
  }

  /** What belongs to vehicles begins where their frames are drawn, which may be later than their state arrived. */
  private drawVehicles(): void {
    const layers = this.settings.layers.value;
    this.forces.update(this.vehicles, this.forceScale, layers.forces, layers.grip, isDark(this.settings.theme.value));
    this.ghosts.update(this.vehicles, layers.odometry);
  }

  /** Call after frames have moved. */
  updateFrames(): void {
    const { forces, grip, odometry } = this.settings.layers.value;
    if (forces || grip || odometry) this.drawVehicles();
    this.lines.update();
  }

  /** Call before each frame; returns whether something is still fading. */
  update(nowMs: number, chosen: number): boolean {
    this.labels.update(this.settings.layers.value.labels, chosen);
    this.trails.update(nowMs);
    return this.contacts.update(nowMs, this.settings.layers.value.contacts, 0.4);
  }

  dispose(): void {
    this.forget();
    this.trails.dispose();
    this.forces.dispose();
    this.contacts.lines.dispose();
    this.ghosts.lines.dispose();
    this.root.removeFromParent();
    this.labels.root.remove();
  }
}
