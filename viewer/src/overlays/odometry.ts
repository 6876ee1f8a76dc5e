// Ghosts at the poses that odometry estimates, joined to the true positions by lines.
import type { VehicleState } from "../net/frames";
import type { World } from "../scene/world";
import { LineBatch } from "./lines";

export class OdometryGhosts {
  readonly lines = new LineBatch();

  constructor(private readonly world: World) {}

  update(vehicles: VehicleState[], isOn: boolean): void {
    this.lines.clear();
    if (isOn) {
      vehicles.forEach((vehicle, index) => {
        const of = this.world.file.vehicles[index];
        if (!of) return;
        const [x, y, yaw] = ghostPose(of.start, vehicle.odometry);
        const truth = this.world.positionOf(of.frame);
        const z = truth.z + 0.05;
        const color = [0.75, 0.45, 0.85];
        this.lines.ring(x, y, z, 0.3, color, 24);
        this.lines.arrow(x, y, z, 0.5 * Math.cos(yaw), 0.5 * Math.sin(yaw), color);
        this.lines.add(x, y, z, truth.x, truth.y, z, color);
      });
    }
    this.lines.finish();
  }
}

/** The odometry pose in the world: x, y, yaw. */
export function ghostPose(start: ArrayLike<number>, odometry: [number, number, number]): [number, number, number] {
  const yaw = 2 * Math.atan2(start[5], start[6]);
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  return [
    start[0] + cos * odometry[0] - sin * odometry[1], start[1] + sin * odometry[0] + cos * odometry[1], yaw + odometry[2],
  ];
}
