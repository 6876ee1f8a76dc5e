// The page for CSV logs, recordings and named moments.
import type { RecordAction, Status } from "../net/contract";
import { clockText } from "../time/clock";
import { h, icon, setText } from "./dom";
import { commandFor, copyAction, sizeText } from "./writing_notices";

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

/** A recording that grows faster than this is worth a hint [bytes/s]. */
const LARGE_RATE = 2e6;
const COPY = "Copy the command";
/** How long a button says that something was copied [ms]. */
const COPIED_MS = 2000;
/** The rate is that of the last simulated time this long [ns]. */
const RATE_NS = 4e9;

export class RecordPage {
  readonly root = h("div", { class: "record" });
  private readonly csv = new Writer("CSV logs", "logs", "Every vehicle's pose and wheels, a row per step.");
  private readonly mcap = new Writer("Recording", "recording", "One file (MCAP) with everything that happens; “skidpad view” plays it again, and ROS tools read it.",
    "--topics '!**image*,!**points'");
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
    const { closed } = status;
    const isRecording = closed?.file.endsWith(".mcap") ?? false;
    this.csv.update(status.csv, isRecording ? null : closed, status.time_ns);
    this.mcap.update(status.mcap, isRecording ? closed : null, status.time_ns);
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
  private last: Status["csv"] = null;
  private sizes: { file: string; bytes: number; ns: number }[] = [];
  private readonly copy = h("button", { type: "button", class: "text-button", hidden: true, title: "Copy the command that opens the last file" }, COPY);
  private readonly rate = h("p", { class: "hint rate", hidden: true });
  private readonly words = h("p", { class: "writing" }, "not writing");
  private readonly row = h("div", { class: "row" });

  /** `shrink` says how a large file can be made smaller. */
  constructor(name: string, private readonly what: string, hint: string, private readonly shrink = "") {
    this.root = h("fieldset", {}, h("legend", {}, name), h("p", { class: "hint" }, hint), this.words, this.rate, this.row);
    this.row.append(this.copy);
    this.copy.addEventListener("click", () => {
      if (!this.last) return;
      const { run, done } = copyAction("", commandFor(this.last));
      run();
      this.copy.textContent = done;
      setTimeout(() => (this.copy.textContent = COPY), COPIED_MS);
    });
  }

  add(label: string, key: string, onClick: () => void): void {
    const title = key ? `${label} (${key})` : label;
    this.copy.before(h("button", { type: "button", class: "text-button", title, onclick: onClick }, label));
  }

  /** Bytes per simulated second over the last seconds; 0 until there are enough. */
  private rateOf(writing: Status["csv"], timeNs: number): number {
    const { file, size_bytes: bytes } = writing ?? {};
    const last = this.sizes.at(-1);
    if (file === undefined || bytes === undefined || (last && (last.file !== file || last.ns > timeNs || last.bytes > bytes))) this.sizes = [];
    if (file === undefined || bytes === undefined) return 0;
    this.sizes.push({ file, bytes, ns: timeNs });
    while (this.sizes.length > 2 && this.sizes[1].ns <= timeNs - RATE_NS) this.sizes.shift();
    const [first] = this.sizes;
    return timeNs - first.ns < RATE_NS / 2 ? 0 : ((bytes - first.bytes) / (timeNs - first.ns)) * 1e9;
  }

  private showRate(rate: number): void {
    this.rate.hidden = rate < LARGE_RATE;
    if (this.rate.hidden) return;
    const parts = [`about ${sizeText(rate, 0)} per simulated second; `, h("code", {}, this.shrink), " on the command line leaves pictures and clouds out"];
    if (this.rate.textContent !== parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("")) this.rate.replaceChildren(...parts);
  }

  /** What is being written, or what was written last. */
  update(writing: Status["csv"], closed: Status["csv"], timeNs: number): void {
    if (this.shrink) this.showRate(this.rateOf(writing, timeNs));
    this.isOn = writing !== null;
    this.last = closed ?? this.last;
    const last = this.last ? `; the last is ${namesOf(this.last)}${this.last.size_bytes === undefined ? "" : `, ${sizeText(this.last.size_bytes)}`}` : "";
    setText(this.words, writing ? `● ${writingText(writing)}` : `not writing${last}`);
    this.words.classList.toggle("recording", this.isOn);
    const [toggle, ...others] = ([...this.row.children] as HTMLElement[]).filter((button) => button !== this.copy);
    setText(toggle, `${this.isOn ? "Stop" : "Start"} ${this.what}`);
    this.copy.hidden = this.isOn || !this.last;
    // The others begin anew, which is something only while a file is written.
    for (const other of others) other.hidden = !this.isOn;
  }
}

/** The files being written, in words. */
export function writingText(files: NonNullable<Status["csv"]>): string {
  const { since_ns, size_bytes } = files;
  return `${namesOf(files)}${size_bytes === undefined ? "" : `, ${sizeText(size_bytes)}`}, since ${clockText(since_ns)}`;
}

function namesOf({ file, file_count = 1 }: NonNullable<Status["csv"]>): string {
  return file_count > 1 ? `${file} and ${file_count - 1} more` : file;
}
