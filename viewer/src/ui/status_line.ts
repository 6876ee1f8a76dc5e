// The last line: what the program is doing, in small print.
import type { Status } from "../net/messages";
import { h } from "./dom";
import { writingText } from "./record_page";

export class StatusLine {
  readonly root = h("footer", { class: "status", role: "status" });
  private readonly link = h("span", { class: "link" });
  private readonly late = h("span", {});
  private readonly clients = h("span", {});
  private readonly drops = h("span", { class: "warn" });
  private readonly recording = h("span", { class: "recording" });
  private readonly pointer = h("span", { class: "number pointer" });
  private readonly warnings: HTMLButtonElement;

  constructor(onWarnings: () => void) {
    this.warnings = h("button", { type: "button", class: "warn", hidden: true, onclick: onWarnings });
    this.root.append(this.link, this.late, this.clients, this.drops, this.recording, this.warnings, this.pointer);
    this.setLink("connecting");
  }

  setLink(state: "connecting" | "live" | "lost"): void {
    this.link.dataset.state = state;
    this.link.textContent = state === "live" ? "live" : state === "lost" ? "connection lost, trying again" : "connecting";
  }

  setWarnings(count: number): void {
    this.warnings.hidden = count === 0;
    this.warnings.textContent = `${count} ${count === 1 ? "note" : "notes"} about the world`;
  }

  setPointer(text: string): void {
    this.pointer.textContent = text;
  }

  update(status: Status): void {
    const missed = status.missed_deadline_count;
    this.late.textContent = missed === 0 ? "on time" : `${missed} late ${missed === 1 ? "step" : "steps"}`;
    this.late.classList.toggle("warn", missed > 0);
    this.clients.textContent = status.client_count === 1 ? "1 viewer" : `${status.client_count} viewers`;
    this.drops.textContent = status.dropped_count > 0 ? `${status.dropped_count} messages dropped` : "";
    const files = [status.csv && `CSV ${writingText(status.csv)}`, status.mcap && `MCAP ${writingText(status.mcap)}`].filter(Boolean);
    this.recording.textContent = files.length > 0 ? `● ${files.join("; ")}` : "";
    if (status.recording) {
      const { differs_at } = status.recording;
      this.late.textContent = differs_at === undefined ? "a recording" : `differs from what was recorded, from step ${differs_at} on`;
      this.late.classList.toggle("warn", differs_at !== undefined);
    }
  }
}
