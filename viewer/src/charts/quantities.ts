// What can be plotted of a vehicle: name, unit, and how to read it from a state.
import type { VehicleState } from "../net/frames";

export interface Quantity {
  key: string;
  name: string;
  unit: string;
  /** Names of the curves; one per wheel where there are as many as wheels. */
  curves: (vehicle: VehicleState) => string[];
  values: (vehicle: VehicleState, drift: number) => number[];
}

const perWheel = (read: (wheel: VehicleState["wheels"][number]) => number) => ({
  curves: (vehicle: VehicleState) => vehicle.wheels.map((_, i) => `wheel ${i + 1}`),
  values: (vehicle: VehicleState) => vehicle.wheels.map(read),
});

const hasLoops = (v: VehicleState): boolean => v.loops.some((loop) => loop.setPoint !== 0 || loop.measured !== 0);
const mean = (numbers: number[]): number => numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
const loopsInUse = (v: VehicleState): VehicleState["loops"] => v.loops.filter((loop) => loop.setPoint !== 0 || loop.measured !== 0 || loop.torque !== 0);

export const QUANTITIES: Quantity[] = [
  {
    key: "speed", name: "Speed", unit: "m/s",
    curves: () => ["actual", "set point"],
    values: (v) => [v.vx, hasLoops(v) ? mean(loopsInUse(v).map((loop) => loop.setPoint)) : NaN],
  },
  { key: "yaw_rate", name: "Yaw rate", unit: "°/s", curves: () => ["yaw rate"], values: (v) => [(v.yawRate * 180) / Math.PI] },
  { key: "acceleration", name: "Acceleration", unit: "m/s²", curves: () => ["size"], values: (v) => [Math.hypot(v.ax, v.ay)] },
  { key: "torque", name: "Wheel torque", unit: "N·m", ...perWheel((wheel) => wheel.torque) },
  { key: "load", name: "Wheel load", unit: "N", ...perWheel((wheel) => wheel.load) },
  { key: "force", name: "Wheel force", unit: "N", ...perWheel((wheel) => Math.hypot(wheel.forceX, wheel.forceY)) },
  { key: "slip_ratio", name: "Slip ratio", unit: "–", ...perWheel((wheel) => wheel.slipRatio) },
  { key: "slip_angle", name: "Slip angle", unit: "°", ...perWheel((wheel) => (wheel.slipAngle * 180) / Math.PI) },
  { key: "steer", name: "Steering", unit: "°", ...perWheel((wheel) => (wheel.steer * 180) / Math.PI) },
  { key: "drift", name: "Odometry drift", unit: "m", curves: () => ["drift"], values: (_, drift) => [drift] },
];
