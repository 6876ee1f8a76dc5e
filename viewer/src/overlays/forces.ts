// Forces of the ground on wheels as arrows, loads as strokes, and how much of the grip is used as rings.
import type { VehicleState } from "../net/frames";
import type { World } from "../scene/world";
import { LineBatch } from "./lines";

const FORCE = [1, 1, 1];
const SLIDING = [0.95, 0.32, 0.25];
const TORQUE = [0.9, 0.3, 0.3];
const LIMIT = [0.45, 0.62, 0.7];
const USED = [0.98, 0.75, 0.25];

export class Forces {
  readonly lines = new LineBatch(true);

  constructor(private readonly world: World) {}

  /** `scale` is the length of a drawn newton [m/N], as `<force_scale>`. */
  update(vehicles: VehicleState[], scale: number, hasForces: boolean, hasGrip: boolean, isDark: boolean): void {
    const lines = this.lines;
    lines.clear();
    const force = isDark ? FORCE : [0.12, 0.14, 0.18];
    vehicles.forEach((vehicle, index) => {
      const of = this.world.file.vehicles[index];
      if (!of || !vehicle.isPresent || !(hasForces || hasGrip)) return;
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
        if (hasForces) {
          lines.arrow(at.x, at.y, top, fx, fy, share > 0.98 ? SLIDING : force);
          if (Number.isFinite(wheel.torque)) {
            lines.add(at.x, at.y, top, at.x, at.y, top + wheel.torque * scale, TORQUE);
          }
        }
        if (hasGrip && wheel.grip > 0) {
          const ground = at.z - place.radius_m + 0.01;
          const radius = place.radius_m * 1.5;
          lines.ring(at.x, at.y, ground, radius, LIMIT, 28);
          lines.ring(at.x, at.y, ground, radius * Math.min(1, share), share > 0.98 ? SLIDING : USED, 28);
          const reach = size > 1e-6 ? (radius * Math.min(1, share)) / (size * scale) : 0;
          lines.add(at.x, at.y, ground, at.x + fx * reach, at.y + fy * reach, ground, share > 0.98 ? SLIDING : USED);
        }
      });
    });
    lines.finish();
  }
}
