// The status line at the bottom.
import type { Status } from "../net/contract";
import type { Quality } from "../view/viewport";
import type { LinkState } from "../net/connection";
import { h, setText } from "./dom";
import { writingText } from "./record_page";

const LINK_WORDS: Record<LinkState, string> = {
  connecting: "connecting", live: "live", silent: "no answer", lost: "connection lost, reconnecting",
};
/** Late steps are counted over this time [ms]. */
const LATE_WINDOW_MS = 5000;

export class StatusLine {
  readonly root = h("footer", { class: "status", role: "status" });
  private readonly link = h("span", { class: "link" });
  private readonly late = h("span", {});
  private readonly clients = h("span", {});
  private readonly drops = h("span", { class: "warn" });
  private readonly recording = h("span", { class: "recording" });
  private readonly pointer = h("span", { class: "number pointer" });
  private state: LinkState = "connecting";
  /** What is shown instead of the run as it is now, if anything. */
  private instead = "";
  private isRecording = false;
  private lateCounts: { count: number; ms: number }[] = [];
  private readonly warnings: HTMLButtonElement;
  private readonly drawing: HTMLButtonElement;

  constructor(onWarnings: () => void, onDrawing: () => void) {
    this.warnings = h("button", { type: "button", class: "warn", hidden: true, onclick: onWarnings });
    this.drawing = h("button", { type: "button", class: "drawing", hidden: true, onclick: onDrawing });
    this.root.append(this.link, this.late, this.clients, this.drops, this.recording, this.warnings, this.drawing, this.pointer);
    this.setLink("connecting");
  }

  setLink(state: LinkState): void {
    this.state = state;
    this.showLink();
  }

  /** What is shown instead of the run as it is now: `the past`; empty for nothing. */
  setInstead(words: string): void {
    this.instead = words;
    this.showLink();
  }

  private showLink(): void {
    const liveWords = this.isRecording ? "recording" : LINK_WORDS.live;
    const isInstead = this.instead !== "" && this.state === "live";
    this.link.dataset.state = isInstead ? "past" : this.state;
    setText(this.link, isInstead ? this.instead : this.state === "live" ? liveWords : LINK_WORDS[this.state]);
  }

  setWarnings(count: number): void {
    this.warnings.hidden = count === 0;
    this.warnings.textContent = `${count} ${count === 1 ? "note" : "notes"} about the world`;
  }

  setPointer(text: string): void {
    setText(this.pointer, text);
  }

  /** Show whether quality is reduced; a click toggles it. */
  setDrawing({ isSoftware, scale, withoutShadows }: Quality, hasShadows: boolean, isFull: boolean): void {
    const less = [withoutShadows && !hasShadows && "shadows off", scale < 1 && `${Math.round(100 * scale)} % of the pixels`].filter(Boolean).join(", ");
    const name = isSoftware ? "software rendering" : "reduced quality";
    this.drawing.hidden = !isFull && !isSoftware && !less;
    setText(this.drawing, isFull ? `${isSoftware ? "software rendering: " : ""}full quality` : `${name}: ${less || "full quality"}`);
    this.drawing.title = isFull ? "Reduce quality to draw faster" : "Draw at full quality, even if slowly";
  }

  /** Late steps per second, over the last seconds. */
  private lateRate(count: number, nowMs: number): number {
    if (this.lateCounts.length > 0 && count < this.lateCounts[this.lateCounts.length - 1].count) this.lateCounts = [];
    this.lateCounts.push({ count, ms: nowMs });
    while (this.lateCounts.length > 2 && this.lateCounts[0].ms < nowMs - LATE_WINDOW_MS) this.lateCounts.shift();
    const first = this.lateCounts[0];
    return (count - first.count) / Math.max(0.25, (nowMs - first.ms) / 1000);
  }

  update(status: Status): void {
    // Nothing is late while nothing is stepped, and what was late before says nothing of what follows.
    if (status.is_paused) this.lateCounts = [];
    const late = this.lateRate(status.missed_deadline_count, performance.now());
    setText(this.late, status.is_paused ? "paused" : late === 0 ? "on time" : `${late < 1 ? "<1" : late.toFixed(0)} late steps/s`);
    // Not a warning: nothing is wrong with the run, and a slow machine has late steps all the time.
    this.late.title = "Steps that started more than one step late: the machine does not keep the speed that was asked for. "
      + `Results do not change. ${status.missed_deadline_count} since the start`;
    setText(this.clients, status.client_count === 1 ? "1 viewer" : `${status.client_count} viewers`);
    setText(this.drops, status.dropped_count > 0 ? `${status.dropped_count} ${status.dropped_count === 1 ? "frame" : "frames"} dropped` : "");
    this.drops.title = "Frames that this page was too slow to take since it was opened; the run loses nothing";
    const files = [status.csv, status.mcap].flatMap((it) => (it ? [writingText({ ...it, file: it.file.replace(/.*[\\/]/, "") })] : []));
    setText(this.recording, files.length > 0 ? `● ${files.join("; ")}` : "");
    this.isRecording = status.recording !== undefined;
    this.showLink();
    if (status.recording) {
      const { differs_at } = status.recording;
      // A page that contains its run has no other viewers.
      if (status.client_count === 1) setText(this.clients, "");
      setText(this.late, differs_at === undefined ? "" : `differs from the recording from step ${differs_at} on`);
      this.late.classList.toggle("warn", differs_at !== undefined);
    }
  }
}
