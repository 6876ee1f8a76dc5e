// The time bar: play, pause, step, speed, reset, and the time line.
import type { Status } from "../net/contract";
import { digits, h, icon, iconButton, setText } from "../ui/dom";
import { clockText, shortClockText } from "./clock";
import { Marks } from "./marks";
import { Pending } from "./pending";

export interface TimeActions {
  play(): void;
  pause(): void;
  step(): void;
  speed(factor: number | "max"): void;
  reset(): void;
  /** Show a step of the past; `null` returns to the present. */
  look(step: number | null): void;
  /** Continue from that step. */
  branch(step: number): void;
  /** Go to that step of a recording. */
  seek(tick: number): void;
  /** Say why a button does nothing now. */
  refuse(reason: string): void;
}

const SPEEDS: (number | "max")[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, "max"];
/** Half the width of the thumb of the time line [px]. */
const THUMB_PX = 8;
/** A pointer this near to a mark is on it [px]. */
const MARK_PX = 6;
/** A run that is this many times as fast as was asked makes up for missed steps. */
const CATCHING_UP = 1.1;
/** The measured speed is that of the speed asked for after this time [ms]. */
const SETTLED_MS = 1500;

export class TimeBar {
  readonly root: HTMLElement;
  readonly marks = new Marks();
  private readonly playButton: HTMLButtonElement;
  private readonly stepButton: HTMLButtonElement;
  private readonly speedSelect: HTMLSelectElement;
  private readonly clockNow = h("span", {});
  /** The time of the run, while an earlier one is shown. */
  private readonly clockEnd = h("span", { class: "clock-end" });
  private readonly clock = h("output", { class: "clock", "aria-label": "Simulated time" }, this.clockNow, this.clockEnd);
  private readonly factorNow = h("span", {});
  private readonly factorNote = h("small", {});
  private readonly factor = h("output", { class: "factor", title: "Real-time factor" }, this.factorNow, this.factorNote);
  private readonly line = h("input", { type: "range", class: "timeline", min: 0, max: 1000, step: 1, value: 1000, "aria-label": "Time line: drag back to look at the past" });
  private readonly tip = h("output", { class: "time-tip panel", hidden: true });
  private readonly past = h("div", { class: "past", hidden: true });
  private readonly pastTime = h("span", {});
  private status: Status | null = null;
  private readonly pauseRequest = new Pending<boolean>();
  private readonly speedRequest = new Pending<number | "max">();
  /** When another speed, a pause or a branch was seen last. */
  private unsettledMs = -Infinity;
  private lookedAt: number | null = null;
  private isFilming = false;
  private isDragging = false;

  constructor(private readonly actions: TimeActions, private readonly stepNs: () => number) {
    this.playButton = iconButton("pause", "Pause", () => this.toggle(), "p");
    this.playButton.classList.add("play");
    this.stepButton = iconButton("step", "One step", () => this.step(), ".");
    this.speedSelect = h("select", { "aria-label": "Speed", title: "Simulated seconds per second" },
      ...SPEEDS.map((speed) => h("option", { value: speed }, speed === "max" ? "max" : `${speed}×`)));
    this.speedSelect.addEventListener("change", () => {
      const { value } = this.speedSelect;
      this.setSpeed(value === "max" ? "max" : Number(value));
    });
    this.line.addEventListener("input", () => this.drag());
    this.line.addEventListener("change", () => this.drop());
    this.line.addEventListener("pointermove", (event) => this.showTip(event));
    this.line.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.listenToMarks();
    this.past.append(
      h("span", {}, h("span", { class: "past-words" }, "Looking at "), this.pastTime),
      h("button", { type: "button", class: "text-button strong", onclick: () => this.continueHere() }, icon("branch"), "Continue from here"),
      h("button", { type: "button", class: "text-button", onclick: () => this.toNow() }, "Back to now"));
    this.root = h("section", { class: "timebar panel", "aria-label": "Time" },
      this.past,
      h("div", { class: "controls" },
        iconButton("reset", "Reset to the start", () => actions.reset(), "r"),
        this.playButton,
        this.stepButton,
        this.speedSelect, h("div", { class: "timeline-box" }, this.line, this.marks.canvas, this.tip), this.clock, this.factor));
  }

  get isPaused(): boolean {
    return this.pauseRequest.orElse(this.status?.is_paused ?? false, performance.now());
  }

  /** Why the run is not played, paused or stepped from here; `null` if it is. It would be done to a run that is not seen. */
  get blockedBy(): string | null {
    const run = this.status?.is_paused ? "the run is paused" : "the run goes on";
    if (this.isFilming) return `A film of the last seconds is being made; ${run}`;
    return this.lookedAt === null ? null : `You are looking at the past; ${run}. “Back to now” shows it`;
  }

  /** While a film is made, the picture shows the last seconds again. */
  setFilming(isFilming: boolean): void {
    this.isFilming = isFilming;
    this.showBlocked();
  }

  private isRefused(): boolean {
    const reason = this.blockedBy;
    if (reason !== null) this.actions.refuse(reason);
    return reason !== null;
  }

  toggle(): void {
    if (this.isRefused()) return;
    const isPaused = !this.isPaused;
    this.pauseRequest.make(isPaused, performance.now());
    if (isPaused) this.actions.pause();
    else this.actions.play();
  }

  /** Make one step; the run is paused after it. */
  step(): void {
    if (this.isRefused()) return;
    this.pauseRequest.make(true, performance.now());
    this.actions.step();
  }

  /** The next faster or slower speed. Quick presses count from what was asked for, not from what has been confirmed. */
  changeSpeed(direction: 1 | -1): void {
    if (this.isRefused()) return;
    const asked = this.speedRequest.orElse(this.status?.speed ?? 1, performance.now());
    const now = asked === "max" ? Infinity : asked;
    const numbers = SPEEDS.map((speed) => (speed === "max" ? Infinity : speed));
    const next = direction > 0 ? numbers.find((speed) => speed > now * 1.001) : numbers.findLast((speed) => speed < now * 0.999);
    if (next !== undefined) this.setSpeed(next === Infinity ? "max" : next);
  }

  /** The step of the past that is shown, if any. */
  get past_step(): number | null {
    return this.lookedAt;
  }

  update(status: Status): void {
    const before = this.status;
    const wasPaused = before?.is_paused;
    if (before?.speed !== status.speed || before?.branch !== status.branch || status.is_paused) this.unsettledMs = performance.now();
    this.status = status;
    this.pauseRequest.confirm(status.is_paused);
    this.speedRequest.confirm(status.speed);
    if (wasPaused !== status.is_paused) this.showPlay(status.is_paused);
    this.showBlocked();
    this.showSpeed(String(this.speedRequest.orElse(status.speed, performance.now())));
    if (status.recording) {
      this.showRecording(status.recording, status);
      return;
    }
    this.line.disabled = !status.moments;
    this.clock.style.setProperty("--letters", String(2 * shortClockText(status.time_ns).length + 4));
    if (this.lookedAt === null) {
      this.showClock(clockText(status.time_ns));
      this.showFactor(status.is_paused ? "paused" : speedText(status), this.isCatchingUp(status));
      if (!this.isDragging) this.line.value = "1000";
    } else {
      this.place(this.lookedAt);
      this.showPastClock(this.lookedAt);
    }
    this.drawMarks();
  }

  /** The time of the last frame: status messages are rarer than frames, and none come while the program is silent. */
  showLastFrame(timeNs: number): void {
    if (this.lookedAt === null && !this.status?.recording) this.showClock(clockText(timeNs));
  }

  /** The moment that the server sent in answer to `peek`. */
  showPast(step: number): void {
    if (this.lookedAt === null) return;
    this.lookedAt = step;
    this.past.hidden = false;
    setText(this.pastTime, clockText(step * this.stepNs()));
    this.showPastClock(step);
    this.showFactor("past");
    this.place(step);
  }

  /** After a stall a run makes the missed steps faster than was asked for. */
  private isCatchingUp({ speed, real_time_factor }: Status): boolean {
    return speed !== "max" && real_time_factor > CATCHING_UP * speed && performance.now() - this.unsettledMs > SETTLED_MS;
  }

  private showFactor(text: string, isCatchingUp = false): void {
    setText(this.factorNow, text);
    setText(this.factorNote, isCatchingUp ? "catching up" : "");
    this.factor.title = isCatchingUp ? "Real-time factor: steps that were missed are made now, faster than asked for" : "Real-time factor";
  }

  /** A moment of the past and, where there is room, the time of the run. */
  private showPastClock(step: number): void {
    this.showClock(shortClockText(step * this.stepNs()), ` of ${shortClockText(this.status?.time_ns ?? 0)}`);
  }

  private showClock(now: string, end = ""): void {
    setText(this.clockNow, now);
    setText(this.clockEnd, end);
  }

  /** Look at a step, as a drag does. */
  lookAt(step: number): void {
    this.lookedAt = step;
    this.showBlocked();
    this.actions.look(step);
  }

  toNow(): void {
    this.lookedAt = null;
    this.past.hidden = true;
    this.line.value = "1000";
    this.showBlocked();
    if (this.status) this.update(this.status);
    this.actions.look(null);
  }

  private setSpeed(speed: number | "max"): void {
    this.speedRequest.make(speed, performance.now());
    this.showSpeed(String(speed));
    this.actions.speed(speed);
  }

  private showPlay(isPaused: boolean): void {
    const [name, label] = isPaused ? ["play", "Play"] : ["pause", "Pause"];
    this.playButton.replaceChildren(icon(name));
    this.playButton.setAttribute("aria-label", label);
    this.showBlocked();
  }

  private showBlocked(): void {
    const reason = this.blockedBy;
    for (const [button, key] of [[this.playButton, "p"], [this.stepButton, "."]] as const) {
      button.setAttribute("aria-disabled", String(reason !== null));
      button.title = reason ?? `${button.getAttribute("aria-label")} (${key})`;
    }
    this.speedSelect.disabled = reason !== null;
    this.speedSelect.title = reason ?? "Simulated seconds per second";
  }

  private showSpeed(speed: string): void {
    if (document.activeElement === this.speedSelect || this.speedSelect.value === speed) return;
    if (![...this.speedSelect.options].some((option) => option.value === speed)) {
      this.speedSelect.append(h("option", { value: speed }, `${speed}×`));
    }
    this.speedSelect.value = speed;
  }

  /** The time line of a recording covers all of it, and a drag seeks. */
  private showRecording({ tick, end_tick }: NonNullable<Status["recording"]>, status: Status): void {
    this.line.disabled = false;
    this.line.setAttribute("aria-label", "Time line of the recording");
    if (!this.isDragging) this.line.value = String(Math.round((1000 * tick) / Math.max(1, end_tick)));
    this.showClock(`${clockText(tick * this.stepNs())} / ${clockText(end_tick * this.stepNs())}`);
    this.showFactor(tick >= end_tick ? "the end" : status.is_paused ? "paused" : speedText(status), this.isCatchingUp(status));
    this.drawMarks();
  }

  private continueHere(): void {
    const step = this.lookedAt;
    if (step === null) return;
    this.lookedAt = null;
    this.past.hidden = true;
    this.showBlocked();
    this.actions.branch(step);
  }

  private drag(): void {
    const span = this.span;
    if (!span || !this.status) return;
    this.isDragging = true;
    const share = Number(this.line.value) / 1000;
    const step = Math.round(span[0] + (span[1] - span[0]) * share);
    if (this.status.recording) {
      this.actions.seek(step);
      return;
    }
    if (share > 0.995) this.toNow();
    else this.lookAt(step);
  }

  /** The row of marks does what the line does; a press on a mark goes to its time. */
  private listenToMarks(): void {
    const { canvas } = this.marks;
    const go = (event: PointerEvent): void => {
      const place = this.placeOf(event);
      if (!place || this.line.disabled) return;
      const ns = this.marks.nearest(place.ns, place.withinNs) ?? place.ns;
      const [first, last] = place.span;
      this.line.value = String((1000 * (ns / this.stepNs() - first)) / Math.max(1, last - first));
      this.drag();
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) go(event);
      this.showTip(event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, () => this.drop());
    canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }

  /** The thumb goes to the moment that is shown: the nearest one that was kept. */
  private drop(): void {
    this.isDragging = false;
    if (this.lookedAt !== null) this.place(this.lookedAt);
  }

  /** First and last step of the line. */
  private get span(): [number, number] | null {
    if (this.status?.recording) return [0, this.status.recording.end_tick];
    const { moments, step } = this.status ?? {};
    return moments && step !== undefined ? [moments[0], step] : null;
  }

  private place(step: number): void {
    const span = this.span;
    if (!span || this.isDragging) return;
    const share = (step - span[0]) / Math.max(1, span[1] - span[0]);
    this.line.value = String(Math.round(1000 * Math.min(1, Math.max(0, share))));
  }

  private drawMarks(): void {
    const span = this.span;
    if (span) this.marks.draw(span[0] * this.stepNs(), span[1] * this.stepNs(), THUMB_PX);
  }

  /** The time under the pointer [ns], and how much of it is within a few pixels. */
  private placeOf(event: PointerEvent): { ns: number; withinNs: number; x: number; span: [number, number] } | null {
    const span = this.span;
    if (!span) return null;
    const box = this.line.getBoundingClientRect();
    const width = box.width - 2 * THUMB_PX;
    const x = event.clientX - box.left;
    const share = Math.min(1, Math.max(0, (x - THUMB_PX) / width));
    const ns = (span[0] + (span[1] - span[0]) * share) * this.stepNs();
    return { ns, withinNs: (MARK_PX / width) * (span[1] - span[0]) * this.stepNs(), x, span };
  }

  /** The time under the pointer, and what is marked there. */
  private showTip(event: PointerEvent): void {
    const place = this.placeOf(event);
    this.tip.hidden = !place;
    if (!place) return;
    this.tip.textContent = [clockText(place.ns), ...new Set(this.marks.near(place.ns, place.withinNs))].slice(0, 4).join(" · ");
    this.tip.style.left = `${Math.round(place.x)}px`;
  }
}

function speedText({ real_time_factor }: Status): string {
  return `${digits(real_time_factor, 2)}×`;
}
