// Set points of controllers, and what a key, a stick or a gamepad does to them.
import type { DriveKind, SetPoint, Vehicle } from "../net/contract";

export type Key = "w" | "s" | "a" | "d" | " ";

const RAD = Math.PI / 180;
/** What a key adds to a yaw rate [rad/s]. MVSim's 2 °/s, 1 °/s for cars, look as if nothing had happened. */
const TURN_STEP = 5 * RAD;

/** How many numbers each kind has. */
const LENGTH: Record<DriveKind, number> = {
  twist: 3, speed_and_steer: 2, torques: 2, torques_and_steer: 3, engine_and_steer: 2, wheel_torques_and_steer: 5,
};

/** The set point that stops a vehicle. */
export function stopped(kind: DriveKind): number[] {
  return new Array<number>(LENGTH[kind]).fill(0);
}

/** The set point that a vehicle starts with. */
export function initial(vehicle: Vehicle): number[] {
  const given = vehicle.set_point;
  return given && given.length === LENGTH[vehicle.drive] ? [...given] : stopped(vehicle.drive);
}

/** The set point after a key, by the steps MVSim users know, except for the yaw rate. */
export function afterKey(vehicle: Vehicle, now: number[], key: Key): number[] {
  if (key === " ") return keepSteer(vehicle.drive, now);
  const along = key === "w" ? 1 : key === "s" ? -1 : 0;
  const left = key === "a" ? 1 : key === "d" ? -1 : 0;
  const steer = (angle: number): number => limit(angle + left * RAD, vehicle.max_steer_rad ?? Math.PI / 2);
  switch (vehicle.drive) {
    case "twist":
      return [tidy(now[0] + along * 0.1), now[1], tidy(now[2] + left * TURN_STEP)];
    case "speed_and_steer":
      return [tidy(now[0] + along * 0.1), steer(now[1])];
    case "torques":
      // Negative torque drives forward.
      return [tidy(now[0] - along * 0.05 + left * 0.05), tidy(now[1] - along * 0.05 - left * 0.05)];
    case "torques_and_steer":
      return [tidy(now[0] - along), tidy(now[1] - along), steer(now[2])];
    case "engine_and_steer":
      return [tidy(now[0] - along), steer(now[1])];
    case "wheel_torques_and_steer":
      return [...now.slice(0, 4).map((torque) => tidy(torque + along * 5)), steer(now[4])];
  }
}

/** Space: no speed and no torque; a steered wheel stays where it is. */
function keepSteer(kind: DriveKind, now: number[]): number[] {
  const next = stopped(kind);
  if (kind !== "twist" && kind !== "torques") next[next.length - 1] = now[now.length - 1];
  return next;
}

/** The set point for a stick: `along` and `left` from -1 to 1, and what full deflection means. */
export function fromStick(vehicle: Vehicle, along: number, left: number, maxSpeed: number, maxTurn: number): number[] {
  switch (vehicle.drive) {
    case "twist":
      return [along * maxSpeed, 0, left * maxTurn];
    case "speed_and_steer":
      return [along * maxSpeed, left * Math.min(maxTurn, vehicle.max_steer_rad ?? maxTurn)];
    case "torques":
      return [-(along - left) * maxSpeed, -(along + left) * maxSpeed];
    case "torques_and_steer":
      return [-along * 10 * maxSpeed, -along * 10 * maxSpeed, left * maxTurn];
    case "engine_and_steer":
      return [-along * 10 * maxSpeed, left * maxTurn];
    case "wheel_torques_and_steer":
      return [...new Array<number>(4).fill(along * 50 * maxSpeed), left * maxTurn];
  }
}

/** What full deflection of a stick means at first: speed [m/s] and turn [rad/s or rad]. */
export function stickMaxima(vehicle: Vehicle): { speed: number; turn: number } {
  return { speed: 1.0, turn: vehicle.steers || vehicle.drive !== "twist" ? 0.7 : 0.5 };
}

export function asSetPoint(kind: DriveKind, numbers: number[]): SetPoint {
  return { [kind]: numbers } as unknown as SetPoint;
}

/** The numbers of a set point, if it is of this kind. */
export function numbersOf(kind: DriveKind, setPoint: SetPoint): number[] | undefined {
  return (setPoint as Partial<Record<DriveKind, number[]>>)[kind];
}

/** A set point in words, for the panel. */
export function inWords(kind: DriveKind, n: number[]): string {
  const f = (value: number, count: number): string => (Math.abs(value) < 1e-9 ? 0 : value).toFixed(count);
  switch (kind) {
    case "twist":
      return `${f(n[0], 2)} m/s, ${f(n[2] / RAD, 0)} °/s`;
    case "speed_and_steer":
      return `${f(n[0], 2)} m/s, ${f(n[1] / RAD, 0)}°`;
    case "torques":
      return `left ${f(-n[0], 2)}, right ${f(-n[1], 2)} N·m`;
    case "torques_and_steer":
      return `${f(-n[0], 0)}, ${f(-n[1], 0)} N·m, ${f(n[2] / RAD, 0)}°`;
    case "engine_and_steer":
      return `${f(-n[0], 0)} N·m, ${f(n[1] / RAD, 0)}°`;
    case "wheel_torques_and_steer":
      return `${f(n[0], 0)} N·m, ${f(n[4] / RAD, 0)}°`;
  }
}

/** The speed and turn rate a set point asks for, where it asks for any. */
export function asked(kind: DriveKind, n: number[]): { speed: number; turn: number } {
  if (kind === "twist") return { speed: n[0], turn: n[2] };
  if (kind === "speed_and_steer") return { speed: n[0], turn: NaN };
  return { speed: NaN, turn: NaN };
}

function limit(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** Ten steps of 0.1 are 1, not 0.9999. */
function tidy(value: number): number {
  const round = Math.round(value * 1e9) / 1e9;
  return round === 0 ? 0 : round;
}
