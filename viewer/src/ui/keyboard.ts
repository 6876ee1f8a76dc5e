// Keyboard shortcuts of the page. Typing in a field or a list is left alone.

export interface KeyActions {
  drive(key: "w" | "s" | "a" | "d" | " "): void;
  /** The brake pedal, while its key is held. */
  brake(isPressed: boolean): void;
  handBrake(): void;
  choose(place: number): void;
  playOrPause(): void;
  step(): void;
  faster(direction: 1 | -1): void;
  reset(): void;
  view(mode: "orbit" | "follow" | "ride" | "top"): void;
  record(what: "l" | "c" | "n" | "m"): void;
  help(): void;
  escape(): void;
  turn(azimuth: number, elevation: number): void;
}

const VIEWS: Record<string, "orbit" | "follow" | "ride" | "top"> = { o: "orbit", f: "follow", v: "ride", t: "top" };

export function listenToKeys(actions: KeyActions, canvas: HTMLElement): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape") {
      actions.escape();
      return;
    }
    const isField = target.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    if (isField || document.querySelector("dialog[open]")) return;
    // Space presses a focused button; it must not also stop the vehicle.
    if (event.key === " " && target.matches("button, input, a")) return;
    // A held key repeats; the pedal is down already.
    if (event.repeat && event.key.toLowerCase() === "b") return;
    if (handle(event.key.length === 1 ? event.key.toLowerCase() : event.key, actions, target === canvas)) event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() === "b") actions.brake(false);
  });
  addEventListener("blur", () => actions.brake(false));
}

function handle(key: string, actions: KeyActions, isPicture: boolean): boolean {
  if (key === "w" || key === "s" || key === "a" || key === "d" || key === " ") actions.drive(key);
  else if (key === "b") actions.brake(true);
  else if (key === "h") actions.handBrake();
  else if (key >= "1" && key <= "9" && key.length === 1) actions.choose(Number(key) - 1);
  else if (key === "p") actions.playOrPause();
  else if (key === ".") actions.step();
  else if (key === "+" || key === "=") actions.faster(1);
  else if (key === "-") actions.faster(-1);
  else if (key === "r") actions.reset();
  else if (key in VIEWS) actions.view(VIEWS[key]);
  else if (key === "l" || key === "c" || key === "n" || key === "m") actions.record(key);
  else if (key === "?") actions.help();
  else if (isPicture && key === "ArrowLeft") actions.turn(-0.08, 0);
  else if (isPicture && key === "ArrowRight") actions.turn(0.08, 0);
  else if (isPicture && key === "ArrowUp") actions.turn(0, 0.06);
  else if (isPicture && key === "ArrowDown") actions.turn(0, -0.06);
  else return false;
  return true;
}
