// Forces of the ground on wheels and torques as arrows, and how much of the grip is used as rings.
import type { VehicleState } from "../net/frames";
import type { World } from "../scene/world";
import { Group } from "three";
import { ArrowBatch } from "./arrows";
import { LineBatch } from "./lines";

/** Colours of the legend; those of forces depend on the background. */
export const FORCE_COLORS = {
  forceOnDark: [1, 1, 1], forceOnLight: [0.03, 0.035, 0.05], sliding: [0.86, 0.08, 0.05], torque: [0.16, 0.36, 0.9], limit: [0.18, 0.36, 0.46],
  used: [0.93, 0.5, 0.05],
} as const;

export class Forces {
  readonly root = new Group();
  private readonly lines = new LineBatch(true);
  readonly arrows = new ArrowBatch();

  constructor(private readonly world: World) {
    this.root.add(this.lines.object, this.arrows.root);
  }

  /** `scale` is the length of a drawn newton [m/N], as `<force_scale>`. */
  update(vehicles: VehicleState[], scale: number, hasForces: boolean, hasGrip: boolean, isDark: boolean): void {
    this.lines.clear();
    this.arrows.clear();
    if (hasForces || hasGrip) {
      const force = isDark ? FORCE_COLORS.forceOnDark : FORCE_COLORS.forceOnLight;
      vehicles.forEach((vehicle, index) => this.addVehicle(vehicle, index, scale, hasForces ? force : null, hasGrip));
    }
    this.lines.finish();
    this.arrows.finish();
  }

  dispose(): void {
    this.lines.dispose();
    this.arrows.dispose();
  }

  private addVehicle(vehicle: VehicleState, index: number, scale: number, force: readonly number[] | null, hasGrip: boolean): void {
    const of = this.world.file.vehicles[index];
    if (!of || !vehicle.isPresent) return;
    const yaw = this.world.yawOf(of.frame);
    const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
    vehicle.wheels.forEach((wheel, w) => {
      const place = of.wheels[w];
      if (!place || !Number.isFinite(wheel.forceX + wheel.forceY)) return;
      const at = this.world.positionOf(place.frame);
      const fx = (cos * wheel.forceX - sin * wheel.forceY) * scale;
      const fy = (sin * wheel.forceX + cos * wheel.forceY) * scale;
      const top = at.z + place.radius_m * 1.2;
      const size = Math.hypot(wheel.forceX, wheel.forceY);
      const share = wheel.grip > 0 ? size / wheel.grip : 0;
      const isSliding = share > 0.98;
      const thickness = place.radius_m * 0.16;
      if (force) {
        this.arrows.add(at.x, at.y, top, fx, fy, 0, thickness, isSliding ? FORCE_COLORS.sliding : force);
        if (Number.isFinite(wheel.torque)) this.arrows.add(at.x, at.y, top, 0, 0, wheel.torque * scale, thickness, FORCE_COLORS.torque);
      }
      if (hasGrip && wheel.grip > 0) {
        const ground = at.z - place.radius_m + 0.01;
        const radius = place.radius_m * 1.5;
        const used = isSliding ? FORCE_COLORS.sliding : FORCE_COLORS.used;
        this.lines.ring(at.x, at.y, ground, radius, FORCE_COLORS.limit, 28);
        this.lines.ring(at.x, at.y, ground, radius * Math.min(1, share), used, 28);
        const reach = size > 1e-6 ? (radius * Math.min(1, share)) / (size * scale) : 0;
        this.lines.add(at.x, at.y, ground, at.x + fx * reach, at.y + fy * reach, ground, used);
      }
    });
  }
}
