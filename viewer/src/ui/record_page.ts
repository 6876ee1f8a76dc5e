// The page for CSV logs, recordings and named moments.
import type { RecordAction, Status } from "../net/contract";
import { clockText } from "../time/clock";
import { h, icon, setText } from "./dom";

export interface RecordActions {
  csv(action: RecordAction): void;
  mcap(action: RecordAction): void;
  keep(name: string): void;
  goTo(name: string): void;
  /** Save what is drawn as a glTF file. */
  gltf(): void;
  /** End the program. */
  quit(): void;
}

export class RecordPage {
  readonly root = h("div", { class: "record" });
  private readonly csv = new Writer("CSV logs", "logs", "Every vehicle's pose and wheels, a row per step.");
  private readonly mcap = new Writer("Recording", "recording", "One MCAP file with every topic; skidpad view plays it.");
  private readonly moments = h("div", { class: "chips" });
  private told = "";

  constructor(private readonly actions: RecordActions) {
    this.csv.add("Start logs", "l", () => actions.csv(this.csv.isOn ? "stop" : "start"));
    this.csv.add("Restart logs", "c", () => actions.csv("clear"));
    this.csv.add("New session", "n", () => actions.csv("new"));
    this.mcap.add("Start recording", "m", () => actions.mcap(this.mcap.isOn ? "stop" : "start"));
    this.mcap.add("New file", "", () => actions.mcap("new"));
    const name = h("input", { type: "text", class: "moment-name", maxlength: 60, placeholder: "name", "aria-label": "Name of this moment" });
    const form = h("form", { class: "row" }, name, h("button", { type: "submit", class: "text-button" }, icon("bookmark"), "Keep this moment"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      actions.keep(name.value.trim() || `moment ${this.moments.childElementCount + 1}`);
      name.value = "";
    });
    this.root.append(this.mcap.root, this.csv.root,
      h("fieldset", {}, h("legend", {}, "Moments"), h("p", { class: "hint" }, "Kept until the program ends. Returning to one affects all viewers."), this.moments, form),
      h("fieldset", {}, h("legend", {}, "Scene and program"),
        h("div", { class: "row" },
          h("button", { type: "button", class: "text-button", onclick: () => actions.gltf() }, icon("download"), "Scene as glTF"),
          h("button", { type: "button", class: "text-button", onclick: () => actions.quit() }, "Quit the program …"))));
  }

  update(status: Status): void {
    this.csv.update(status.csv);
    this.mcap.update(status.mcap);
    const names = status.named ?? [];
    const told = names.join("\n");
    if (told === this.told) return;
    this.told = told;
    this.moments.replaceChildren(...names.map((name) =>
      h("button", { type: "button", class: "chip", title: `Return to ${name}`, onclick: () => this.actions.goTo(name) }, name)));
  }
}

/** One kind of output: a status line and buttons. */
class Writer {
  readonly root: HTMLElement;
  isOn = false;
  private readonly words = h("p", { class: "writing" }, "not writing");
  private readonly row = h("div", { class: "row" });

  constructor(name: string, private readonly what: string, hint: string) {
    this.root = h("fieldset", {}, h("legend", {}, name), h("p", { class: "hint" }, hint), this.words, this.row);
  }

  add(label: string, key: string, onClick: () => void): void {
    const title = key ? `${label} (${key})` : label;
    this.row.append(h("button", { type: "button", class: "text-button", title, onclick: onClick }, label));
  }

  update(writing: Status["csv"]): void {
    this.isOn = writing !== null;
    setText(this.words, writing ? `● ${writingText(writing)}` : "not writing");
    this.words.classList.toggle("recording", this.isOn);
    setText(this.row.firstElementChild as HTMLElement, `${this.isOn ? "Stop" : "Start"} ${this.what}`);
  }
}

/** The files being written, in words. */
export function writingText({ since_ns, file, file_count = 1 }: NonNullable<Status["csv"]>): string {
  const others = file_count > 1 ? ` and ${file_count - 1} more` : "";
  return `${file ? `${file}${others}, ` : ""}since ${clockText(since_ns)}`;
}
