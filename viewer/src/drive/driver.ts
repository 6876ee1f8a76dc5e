// Turns keys, thumb stick and gamepad into set points of the chosen vehicle.
import type { Connection } from "../net/connection";
import type { DriveKind, GivenSetPoint, SceneFile, SetPoint } from "../net/contract";
import { Pad } from "./gamepad";
import { afterKey, asSetPoint, fromStick, initial, numbersOf, stickMaxima, type Key } from "./setpoint";

/** A held stick is sent at most this often. */
const STICK_PERIOD_MS = 40;
/** Most set points of our own whose return is awaited. */
const MAX_UNCONFIRMED = 200;

export class Driver {
  chosen = 0;
  private readonly setPoints = new Map<number, number[]>();
  private readonly driven = new Set<number>();
  /** The vehicle whose brake pedal is held. */
  private braked: number | null = null;
  /** Vehicles whose hand brake is pulled. */
  private readonly handBraked = new Set<number>();
  /** Set points that we sent and the server has not returned yet, oldest first, by vehicle. */
  private readonly unconfirmed = new Map<number, string[]>();
  private readonly pad = new Pad();
  private isPadBraked = false;
  private sentMs = 0;
  private file: SceneFile | null = null;

  constructor(private readonly connection: Connection, private readonly turnCamera: (azimuth: number) => void) {}

  setWorld(file: SceneFile): void {
    this.file = file;
    if (this.chosen >= file.vehicles.length) this.chosen = 0;
  }

  /** Go on from these set points: when the page was opened, and whenever time was set back. */
  restart(driven: GivenSetPoint[]): void {
    this.setPoints.clear();
    this.driven.clear();
    this.handBraked.clear();
    this.unconfirmed.clear();
    for (const { vehicle, drive } of driven) this.receive(vehicle, drive);
  }

  choose(vehicle: number): void {
    this.chosen = vehicle;
    const of = this.file?.vehicles[vehicle];
    if (!of) return;
    const { speed, turn } = stickMaxima(of);
    this.pad.setMaxima(speed, turn);
  }

  get kind(): DriveKind {
    return this.file?.vehicles[this.chosen]?.drive ?? "twist";
  }

  get setPoint(): number[] {
    return this.setPoints.get(this.chosen) ?? this.first(this.chosen);
  }

  /** Whether a viewer has driven this vehicle since the start. */
  get isDriven(): boolean {
    return this.driven.has(this.chosen);
  }

  key(key: Key): void {
    const vehicle = this.file?.vehicles[this.chosen];
    if (vehicle) this.send(afterKey(vehicle, this.setPoint, key));
  }

  /** Presses the brake pedal of the chosen vehicle while a key is held. */
  brake(isPressed: boolean): void {
    const vehicle = isPressed ? this.chosen : this.braked;
    if (vehicle === null || !this.file?.vehicles[vehicle]?.has_brake) return;
    this.braked = isPressed ? vehicle : null;
    this.connection.send({ type: "brake", vehicle, brake: { pedal: isPressed ? 1 : 0 } });
  }

  /** Pulls or releases the hand brake of the chosen vehicle. */
  handBrake(): void {
    if (!this.file?.vehicles[this.chosen]?.has_brake) return;
    const isPulled = !this.handBraked.delete(this.chosen);
    if (isPulled) this.handBraked.add(this.chosen);
    this.connection.send({ type: "brake", vehicle: this.chosen, brake: { hand: isPulled ? 1 : 0 } });
  }

  /** What the brakes of the chosen vehicle do, in words. */
  get brakeWords(): string {
    const words = [...(this.braked === this.chosen ? ["brake"] : []), ...(this.handBraked.has(this.chosen) ? ["hand brake"] : [])];
    return words.length > 0 ? `, ${words.join(", ")}` : "";
  }

  stick(along: number, left: number): void {
    const vehicle = this.file?.vehicles[this.chosen];
    if (!vehicle) return;
    const now = performance.now();
    const isRest = along === 0 && left === 0;
    if (!isRest && now - this.sentMs < STICK_PERIOD_MS) return;
    this.sentMs = now;
    const { speed, turn } = stickMaxima(vehicle);
    this.send(fromStick(vehicle, along, left, speed, turn));
  }

  /** Poll the gamepad, once per drawn frame. While the robot is not seen it can be stopped only. */
  poll(nowMs: number, isSeen = true): void {
    if (nowMs - this.sentMs < STICK_PERIOD_MS) return;
    const state = this.pad.poll(navigator.getGamepads?.() ?? []);
    const vehicle = this.file?.vehicles[this.chosen];
    if (!state || !vehicle) return;
    if (!isSeen && (state.along !== 0 || state.left !== 0)) return;
    this.sentMs = nowMs;
    if (state.isBraked !== this.isPadBraked) this.brake((this.isPadBraked = state.isBraked));
    if (state.camera !== 0) this.turnCamera(state.camera * 0.06);
    this.send(fromStick(vehicle, state.along, state.left, state.maxSpeed, state.maxTurn));
  }

  /** Take a set point from the server: of another client, or our own returned. */
  receive(vehicle: number, drive: SetPoint): void {
    const kind = this.file?.vehicles[vehicle]?.drive;
    const numbers = kind && numbersOf(kind, drive);
    if (!numbers) return;
    // Our own set points return late; keys pressed meanwhile have already changed them.
    const ours = this.unconfirmed.get(vehicle) ?? [];
    const place = ours.indexOf(JSON.stringify(numbers));
    if (place >= 0) {
      ours.splice(0, place + 1);
      if (ours.length > 0) return;
    }
    this.setPoints.set(vehicle, numbers);
    this.driven.add(vehicle);
  }

  private send(numbers: number[]): void {
    this.setPoints.set(this.chosen, numbers);
    this.driven.add(this.chosen);
    const unconfirmed = this.unconfirmed.get(this.chosen) ?? [];
    this.unconfirmed.set(this.chosen, [...unconfirmed, JSON.stringify(numbers)].slice(-MAX_UNCONFIRMED));
    this.connection.send({ type: "drive", vehicle: this.chosen, drive: asSetPoint(this.kind, numbers) });
  }

  private first(vehicle: number): number[] {
    const of = this.file?.vehicles[vehicle];
    return of ? initial(of) : [0, 0, 0];
  }
}
