// Keys, gestures and buttons on one page.
import { h, iconButton } from "./dom";

/** What is pressed, and what it does. Words in brackets are keys or buttons; the others connect them. */
const ROWS: [string, [string, string][]][] = [
  ["Drive the chosen vehicle", [
    ["[W] [S]", "faster, slower, a bit with every press"], ["[A] [D]", "left, right, a bit with every press"], ["[Space]", "stop"],
    ["[B]", "brake, while held"], ["[H]", "hand brake"], ["[1] to [9]", "choose a vehicle, in the order of the list"],
    ["[Gamepad]", "left stick drives; buttons 5 and 7 speed limit, 4 and 6 turning limit, 3 brake"],
  ]],
  ["Time", [
    ["[P]", "play or pause"], ["[.]", "one step"], ["[+] [−]", "speed of time"], ["[R]", "reset; the notice undoes it"],
    ["[←] [→]", "on the time line: show the past"],
  ]],
  ["Look", [
    ["[O] [F] [V] [T]", "orbit, follow, ride along, top"], ["[Home]", "the view at the start"], ["[Drag]", "turn"],
    ["[Shift] [Drag]", "move; so does the right button"], ["[Wheel] or [pinch]", "zoom"], ["[Arrows]", "turn, with the picture in focus"],
  ]],
  ["Buttons at the top", [
    ["[Share]", "copy a link to this view"], ["[Picture]", "save the view as PNG"], ["[Film]", "save the last 10 s as WebM"],
    ["[Plots]", "curves of the chosen vehicle; PNG and CSV"],
  ]],
  ["Record", [
    ["[M]", "start or stop an MCAP recording"], ["[L]", "start or stop CSV logs"], ["[C]", "restart CSV logs from empty; asks first"],
    ["[N]", "go on in new CSV files"],
  ]],
  ["Fingers", [
    ["[One finger]", "turn the view"], ["[Two fingers]", "move and zoom"], ["[Tap]", "choose what is under the finger"], ["[Round stick]", "drive"],
  ]],
  ["Panels", [["[?]", "this page"], ["[Esc]", "close"], ["[Ctrl] [Z]", "put the object that was moved last back"]]],
];

export class Help {
  readonly root = h("dialog", { class: "help panel", "aria-label": "Help" });

  constructor() {
    this.root.append(
      h("header", {}, h("h2", {}, "Help: keys, mouse, buttons"), iconButton("close", "Close", () => this.root.close(), "Esc")),
      h("div", { class: "columns" }, ...ROWS.map(([name, rows]) =>
        h("section", {}, h("h3", {}, name), h("dl", {}, ...rows.flatMap(([keys, what]) => [h("dt", {}, ...caps(keys)), h("dd", {}, what)]))))));
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
    });
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }
}

function caps(keys: string): (HTMLElement | string)[] {
  return keys.split(/\[(.+?)\]/).map((part, place) => (place % 2 === 1 ? h("kbd", {}, part) : part));
}
