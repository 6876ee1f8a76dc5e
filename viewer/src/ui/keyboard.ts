// Keyboard shortcuts of the page. Typing in a text field is left alone; driving works whatever else has the focus.

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
  /** Put the object that was moved last back. */
  undoMove(): void;
  view(mode: "orbit" | "follow" | "ride" | "top"): void;
  home(): void;
  record(what: "l" | "c" | "n" | "m"): void;
  help(): void;
  escape(): void;
  turn(azimuth: number, elevation: number): void;
}

const VIEWS: Record<string, "orbit" | "follow" | "ride" | "top"> = { o: "orbit", f: "follow", v: "ride", t: "top" };
const TEXT_FIELD = "input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, [contenteditable]";

type DriveKey = "w" | "s" | "a" | "d" | " ";
const isDriveKey = (key: string): key is DriveKey => key === "w" || key === "s" || key === "a" || key === "d" || key === " ";

export function listenToKeys(actions: KeyActions, canvas: HTMLElement): void {
  addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if ((event.ctrlKey || event.metaKey) && key === "z" && !event.altKey && !event.shiftKey && !target.matches(TEXT_FIELD)) {
      actions.undoMove();
      event.preventDefault();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") {
      actions.escape();
      return;
    }
    if (target.matches(TEXT_FIELD)) return;
    // A robot must stop at once: not even an open dialog or a focused button takes these keys. Enter presses a button.
    if (isDriveKey(key)) {
      actions.drive(key);
      event.preventDefault();
      return;
    }
    if (target.matches("select") || document.querySelector("dialog[open]")) return;
    // A held key repeats; the pedal is down already.
    if (event.repeat && key === "b") return;
    if (handle(key, actions, target === canvas)) event.preventDefault();
  }, { capture: true });
  addEventListener("keyup", (event) => {
    if (event.key.toLowerCase() === "b") actions.brake(false);
    // A browser presses the focused button when space is released.
    if (event.key === " " && event.target instanceof HTMLElement && !event.target.matches(TEXT_FIELD)) event.preventDefault();
  }, { capture: true });
  addEventListener("blur", () => actions.brake(false));
}

function handle(key: string, actions: KeyActions, isPicture: boolean): boolean {
  if (key === "b") actions.brake(true);
  else if (key === "h") actions.handBrake();
  else if (key >= "1" && key <= "9" && key.length === 1) actions.choose(Number(key) - 1);
  else if (key === "p") actions.playOrPause();
  else if (key === ".") actions.step();
  else if (key === "+" || key === "=") actions.faster(1);
  else if (key === "-") actions.faster(-1);
  else if (key === "r") actions.reset();
  else if (key in VIEWS) actions.view(VIEWS[key]);
  else if (key === "Home") actions.home();
  else if (key === "l" || key === "c" || key === "n" || key === "m") actions.record(key);
  else if (key === "?") actions.help();
  else if (isPicture && key === "ArrowLeft") actions.turn(-0.08, 0);
  else if (isPicture && key === "ArrowRight") actions.turn(0.08, 0);
  else if (isPicture && key === "ArrowUp") actions.turn(0, 0.06);
  else if (isPicture && key === "ArrowDown") actions.turn(0, -0.06);
  else return false;
  return true;
}
