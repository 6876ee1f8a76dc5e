// All keys on one page.
import { h, iconButton } from "./dom";

const KEYS: [string, [string, string][]][] = [
  ["Drive the chosen vehicle", [
    ["W S", "faster, slower"], ["A D", "left, right"], ["Space", "stop"], ["B", "brake, while held"], ["H", "hand brake"], ["1 … 9", "choose a vehicle, by name"],
    ["Gamepad", "stick drives; 5 7 speed limit, 4 6 turning limit, 3 brake"],
  ]],
  ["Time", [["P", "play or pause"], [".", "one step"], ["+ −", "speed of time"], ["R", "reset; the notice undoes it"], ["← →", "on the time line: show the past"]]],
  ["Look", [
    ["O F V T", "orbit, follow, ride along, top"], ["Home", "the view at the start"], ["Drag", "turn"], ["Shift or right drag", "move"], ["Wheel, pinch", "zoom"],
    ["Arrows", "turn, with the canvas in focus"],
  ]],
  ["Record", [["L", "start or stop CSV logs"], ["C", "restart the log files, after a question"], ["N", "a new log session"], ["M", "start or stop an MCAP recording"]]],
  ["Fingers", [
    ["One finger", "turn the view"], ["Two fingers", "move and zoom"], ["Tap", "choose what is under the finger"], ["Round stick", "drive"],
  ]],
  ["Panels", [["?", "this page"], ["Esc", "close"]]],
];

export class Help {
  readonly root = h("dialog", { class: "help panel", "aria-label": "Keys" });

  constructor() {
    this.root.append(
      h("header", {}, h("h2", {}, "Keys"), iconButton("close", "Close", () => this.root.close(), "Esc")),
      h("div", { class: "columns" }, ...KEYS.map(([name, rows]) =>
        h("section", {}, h("h3", {}, name), h("dl", {}, ...rows.flatMap(([key, what]) => [h("dt", {}, ...key.split(" ").map((part) => h("kbd", {}, part))), h("dd", {}, what)]))))));
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
    });
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }
}
