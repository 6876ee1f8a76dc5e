// The list of vehicles, and the card of the chosen one: set point and actual value.
import type { VehicleState } from "../net/frames";
import type { DriveKind, SceneFile } from "../net/contract";
import { hasLoops, loopsInUse } from "../charts/quantities";
import type { Given } from "../drive/given";
import { asked, inWords } from "../drive/setpoint";
import { byName } from "../scene/bodies";
import { vehicleColor } from "../sensors/palette";
import { digits, h, setText } from "./dom";

/** Set points of controllers that differ by less are the same, in 32 bits [m/s]. */
const SAME_MPS = 0.01;

export class VehicleList {
  readonly root = h("nav", { class: "vehicles panel", "aria-label": "Vehicles" });
  private readonly rows = new Map<number, { button: HTMLButtonElement; speed: HTMLElement }>();

  constructor(private readonly onChoose: (vehicle: number) => void) {}

  setWorld(file: SceneFile): void {
    this.rows.clear();
    this.root.replaceChildren(...byName(file).map((index, place) => {
      const speed = h("span", { class: "number" }, "");
      const dot = h("span", { class: "dot" });
      dot.style.background = vehicleColor(index);
      const button = h("button", { type: "button", onclick: () => this.onChoose(index) },
        h("kbd", {}, place < 9 ? String(place + 1) : ""), dot, h("span", { class: "name" }, file.vehicles[index].name), speed);
      this.rows.set(index, { button, speed });
      return button;
    }));
    this.root.hidden = file.vehicles.length === 0;
  }

  choose(vehicle: number): void {
    for (const [index, { button }] of this.rows) {
      button.setAttribute("aria-current", String(index === vehicle));
      if (index === vehicle) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  update(vehicles: VehicleState[]): void {
    for (const [index, { button, speed }] of this.rows) {
      const state = vehicles[index];
      if (!state) continue;
      setText(speed, state.isPresent ? `${digits(Math.hypot(state.vx, state.vy), 2)} m/s` : "gone");
      button.classList.toggle("touching", state.isInCollision);
      button.title = state.isInCollision ? "It touches something" : "";
    }
  }
}

/** Speed and yaw rate of the chosen vehicle: a bar for the actual value, a mark for the set point. */
export class DriveCard {
  readonly root: HTMLElement;
  private readonly name = h("span", { class: "name" });
  private readonly touching = h("small", { class: "touched warn" });
  private readonly title = h("h2", {}, this.name, this.touching);
  private readonly words = h("p", { class: "hint" });
  private readonly help = h("p", { class: "hint" });
  private readonly speed = new Gauge("Speed", "m/s", 2);
  private readonly turn = new Gauge("Turning", "°/s", 0);
  readonly keys: HTMLElement;

  constructor(onKey: (key: "w" | "s" | "a" | "d" | " ") => void) {
    const button = (key: "w" | "s" | "a" | "d" | " ", label: string, name: string): HTMLElement =>
      h("button", { type: "button", class: `key key-${name}`, "aria-label": label, title: label, onclick: () => onKey(key) },
        key === " " ? "stop" : key.toUpperCase());
    this.keys = h("div", { class: "keys" },
      button("w", "Faster, with every press (W)", "w"), button("a", "More to the left, with every press (A)", "a"), button(" ", "Stop (Space)", "space"),
      button("d", "More to the right, with every press (D)", "d"), button("s", "Slower, or back, with every press (S)", "s"));
    this.root = h("section", { class: "drive panel", "aria-label": "Drive" },
      h("div", { class: "gauges" }, this.title, this.speed.root, this.turn.root, this.words, this.help), this.keys);
  }

  setVehicle(name: string, index: number): void {
    this.name.textContent = name;
    this.root.style.setProperty("--tint", vehicleColor(index));
  }

  /** `touched` is what the vehicle touches now; `null` for nothing. */
  update(state: VehicleState | undefined, kind: DriveKind, given: Given, brakes: string, touched: string[] | null): void {
    const { setPoint, isWorld, notDriven } = given;
    const { isOvertaken, ...target } = targetOf(kind, given, state);
    this.speed.update(state?.vx ?? NaN, target.speed);
    this.turn.update(((state?.yawRate ?? NaN) * 180) / Math.PI, (target.turn * 180) / Math.PI);
    const isMoved = setPoint?.some((number) => number !== 0) ?? false;
    const who = isWorld ? "driven by the world file" : "asked";
    const told = setPoint && (isMoved || !isWorld) ? `${who}: ${inWords(kind, setPoint)}` : "";
    const words = isOvertaken ? "driven by a program or the world file" : told;
    setText(this.words, words + brakes);
    setText(this.help, notDriven || (isWorld && (isMoved || isOvertaken) ? takeOverHint() : hint()));
    const touching = touched && `touching ${touched.length > 0 ? touched.join(", ") : "something"}`;
    setText(this.touching, touching ?? "");
    this.touching.title = touching ?? "";
    for (const key of this.keys.children) key.setAttribute("aria-disabled", String(notDriven !== "" && !key.classList.contains("key-space")));
  }
}

/** Where the marks of the bars are: NaN for none. */
function targetOf(kind: DriveKind, { setPoint, isWorld }: Given, state: VehicleState | undefined): { speed: number; turn: number; isOvertaken: boolean } {
  const loops = state && hasLoops(state) ? loopsInUse(state) : [];
  const ofLoops = loops.length > 0 ? loops.reduce((sum, loop) => sum + loop.setPoint, 0) / loops.length : NaN;
  const target = setPoint ? asked(kind, setPoint) : { speed: NaN, turn: NaN };
  if (!isWorld) return { speed: Number.isFinite(target.speed) ? target.speed : ofLoops, turn: target.turn, isOvertaken: false };
  // A program may drive a vehicle, and this page is not told what it asks for: the controllers are.
  const isOvertaken = Number.isFinite(ofLoops) && Math.abs(ofLoops - target.speed) > SAME_MPS;
  const isAsking = setPoint?.some((number) => number !== 0) ?? false;
  const isHidden = isOvertaken || !isAsking;
  return { speed: isHidden ? ofLoops : target.speed, turn: isHidden ? NaN : target.turn, isOvertaken };
}

const coarse = matchMedia("(pointer: coarse)");

function takeOverHint(): string {
  return coarse.matches ? "the stick takes over" : "W A S D take over; Space stops";
}

function hint(): string {
  return coarse.matches ? "the stick drives" : "W A S D: a bit per press; Space stops";
}

class Gauge {
  readonly root: HTMLElement;
  private readonly bar = h("div", { class: "bar" });
  private readonly mark = h("div", { class: "mark" });
  private readonly number = h("output", { class: "number" });
  private span = 1;
  private shown = "";

  constructor(label: string, private readonly unit: string, private readonly count: number) {
    this.span = unit === "m/s" ? 1 : 45;
    this.root = h("div", { class: "gauge" }, h("span", {}, label), h("div", { class: "track" }, this.bar, this.mark), this.number);
  }

  update(value: number, target: number): void {
    const largest = Math.max(Math.abs(value) || 0, Math.abs(target) || 0);
    while (largest > this.span) this.span *= 2;
    const at = (v: number): number => 50 + (50 * v) / this.span;
    const [from, to] = [Math.min(50, at(value || 0)), Math.max(50, at(value || 0))];
    const shown = `${from.toFixed(1)} ${to.toFixed(1)} ${Number.isFinite(target) ? at(target).toFixed(1) : ""}`;
    setText(this.number, `${digits(value, this.count)} ${this.unit}`);
    if (shown === this.shown) return;
    this.shown = shown;
    this.bar.style.left = `${from.toFixed(1)}%`;
    this.bar.style.width = `${(to - from).toFixed(1)}%`;
    this.mark.hidden = !Number.isFinite(target);
    if (Number.isFinite(target)) this.mark.style.left = `${at(target).toFixed(1)}%`;
  }
}
