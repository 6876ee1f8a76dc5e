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

/** Wheels by their places, where these tell them apart: front and rear, left and right; otherwise by number. */
export function wheelNames(wheels: { x: number; y: number }[]): string[] {
  const middle = wheels.reduce((sum, { x }) => sum + x, 0) / Math.max(1, wheels.length);
  const names = wheels.map(({ x, y }) => {
    const side = y > 0.01 ? "L" : y < -0.01 ? "R" : "";
    const isRow = wheels.every((other) => Math.abs(other.x - x) < 0.01);
    if (isRow) return side && (side === "L" ? "left" : "right");
    return side && `${x > middle ? "F" : "R"}${side}`;
  });
  const isClear = names.every(Boolean) && new Set(names).size === names.length;
  return isClear ? names : wheels.map((_, wheel) => `wheel ${wheel + 1}`);
}

const perWheel = (read: (wheel: VehicleState["wheels"][number]) => number) => ({
  curves: (vehicle: VehicleState) => wheelNames(vehicle.wheels),
  values: (vehicle: VehicleState) => vehicle.wheels.map(read),
});

export const hasLoops = (v: VehicleState): boolean => v.loops.some((loop) => loop.setPoint !== 0 || loop.measured !== 0);
const mean = (numbers: number[]): number => numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
export const loopsInUse = (v: VehicleState): VehicleState["loops"] => v.loops.filter((loop) => loop.setPoint !== 0 || loop.measured !== 0 || loop.torque !== 0);

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
