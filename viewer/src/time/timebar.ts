// The time bar: play, pause, step, speed, reset, and the time line.
import type { Status } from "../net/contract";
import { digits, h, icon, iconButton } from "../ui/dom";

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
}

const SPEEDS: (number | "max")[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, "max"];

export class TimeBar {
  readonly root: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly speedSelect: HTMLSelectElement;
  private readonly clock = h("output", { class: "clock", "aria-label": "Simulated time" });
  private readonly factor = h("output", { class: "factor", title: "Real-time factor" });
  private readonly line = h("input", { type: "range", class: "timeline", min: 0, max: 1000, step: 1, value: 1000, "aria-label": "Time line: drag back to look at the past" });
  private readonly past = h("div", { class: "past", hidden: true });
  private readonly pastText = h("span", {});
  private status: Status | null = null;
  private readonly pauseRequest = new PauseRequest();
  private lookedAt: number | null = null;
  private isDragging = false;

  constructor(private readonly actions: TimeActions, private readonly stepNs: () => number) {
    this.playButton = iconButton("pause", "Pause", () => this.toggle(), "p");
    this.playButton.classList.add("play");
    this.speedSelect = h("select", { "aria-label": "Speed", title: "Simulated seconds per second" },
      ...SPEEDS.map((speed) => h("option", { value: speed }, speed === "max" ? "max" : `${speed}×`)));
    this.speedSelect.addEventListener("change", () => {
      const { value } = this.speedSelect;
      actions.speed(value === "max" ? "max" : Number(value));
    });
    this.line.addEventListener("input", () => this.drag());
    this.line.addEventListener("change", () => (this.isDragging = false));
    this.past.append(
      this.pastText,
      h("button", { type: "button", class: "text-button strong", onclick: () => this.continueHere() }, icon("branch"), "Continue from here"),
      h("button", { type: "button", class: "text-button", onclick: () => this.toNow() }, "Back to now"));
    this.root = h("section", { class: "timebar panel", "aria-label": "Time" },
      this.past,
      h("div", { class: "controls" },
        iconButton("reset", "Reset to the start", () => actions.reset(), "r"),
        this.playButton,
        iconButton("step", "One step", () => this.step(), "."),
        this.speedSelect, this.line, this.clock, this.factor));
  }

  get isPaused(): boolean {
    return this.pauseRequest.orElse(this.status?.is_paused ?? false, performance.now());
  }

  toggle(): void {
    const isPaused = !this.isPaused;
    this.pauseRequest.make(isPaused, performance.now());
    if (isPaused) this.actions.pause();
    else this.actions.play();
  }

  /** Make one step; the run is paused after it. */
  step(): void {
    this.pauseRequest.make(true, performance.now());
    this.actions.step();
  }

  /** The step of the past that is shown, if any. */
  get past_step(): number | null {
    return this.lookedAt;
  }

  update(status: Status): void {
    const wasPaused = this.status?.is_paused;
    this.status = status;
    this.pauseRequest.confirm(status.is_paused);
    if (wasPaused !== status.is_paused) {
      const [name, label] = status.is_paused ? ["play", "Play"] : ["pause", "Pause"];
      this.playButton.replaceChildren(icon(name));
      this.playButton.setAttribute("aria-label", label);
      this.playButton.title = `${label} (p)`;
    }
    const speed = String(status.speed);
    if (document.activeElement !== this.speedSelect && this.speedSelect.value !== speed) {
      if (![...this.speedSelect.options].some((option) => option.value === speed)) {
        this.speedSelect.append(h("option", { value: speed }, `${speed}×`));
      }
      this.speedSelect.value = speed;
    }
    if (status.recording) {
      this.showRecording(status.recording, status);
      return;
    }
    this.showTime(status.time_ns);
    this.factor.textContent = status.is_paused ? "paused" : `${digits(status.real_time_factor, 2)}×`;
    this.line.disabled = !status.moments;
    if (this.lookedAt === null && !this.isDragging) this.line.value = "1000";
    if (this.lookedAt !== null) this.place(this.lookedAt);
  }

  /** The time line of a recording covers all of it, and a drag seeks. */
  private showRecording({ tick, end_tick }: NonNullable<Status["recording"]>, status: Status): void {
    this.line.disabled = false;
    this.line.setAttribute("aria-label", "Time line of the recording");
    if (!this.isDragging) this.line.value = String(Math.round((1000 * tick) / Math.max(1, end_tick)));
    this.clock.textContent = `${clockText(tick * this.stepNs())} / ${clockText(end_tick * this.stepNs())}`;
    this.factor.textContent = tick >= end_tick ? "the end" : status.is_paused ? "paused" : `${digits(status.real_time_factor, 2)}×`;
  }

  /** The moment that the server sent in answer to `peek`. */
  showPast(step: number): void {
    if (this.lookedAt === null) return;
    this.lookedAt = step;
    this.past.hidden = false;
    this.pastText.textContent = `Looking at ${clockText(step * this.stepNs())}`;
  }

  toNow(): void {
    this.lookedAt = null;
    this.past.hidden = true;
    this.line.value = "1000";
    this.actions.look(null);
  }

  private continueHere(): void {
    const step = this.lookedAt;
    if (step === null) return;
    this.lookedAt = null;
    this.past.hidden = true;
    this.actions.branch(step);
  }

  private drag(): void {
    const recording = this.status?.recording;
    if (recording) {
      this.isDragging = true;
      this.actions.seek(Math.round((recording.end_tick * Number(this.line.value)) / 1000));
      return;
    }
    const moments = this.status?.moments;
    if (!moments || !this.status) return;
    this.isDragging = true;
    const share = Number(this.line.value) / 1000;
    if (share > 0.995) {
      this.toNow();
      return;
    }
    const step = Math.round(moments[0] + (this.status.step - moments[0]) * share);
    this.lookedAt = step;
    this.actions.look(step);
  }

  private place(step: number): void {
    const moments = this.status?.moments;
    if (!moments || !this.status || this.isDragging) return;
    const share = (step - moments[0]) / Math.max(1, this.status.step - moments[0]);
    this.line.value = String(Math.round(1000 * Math.min(1, Math.max(0, share))));
  }

  private showTime(ns: number): void {
    this.clock.textContent = clockText(ns);
  }
}

/**
 * The pause or play that was asked for and that no status has confirmed yet.
 *
 * A status arrives four times per second: a second press before it must not be judged by the state of before the first.
 */
export class PauseRequest {
  private isPaused: boolean | null = null;
  private madeMs = 0;

  make(isPaused: boolean, nowMs: number): void {
    this.isPaused = isPaused;
    this.madeMs = nowMs;
  }

  confirm(isPaused: boolean): void {
    if (this.isPaused === isPaused) this.isPaused = null;
  }

  /** What was asked for, or what the last status said if the request is older than 2 s. */
  orElse(seen: boolean, nowMs: number): boolean {
    return this.isPaused === null || nowMs - this.madeMs > 2000 ? seen : this.isPaused;
  }
}

/** Nanoseconds as minutes and seconds: 1:02.35. */
export function clockText(ns: number): string {
  const hundredths = Math.floor(ns / 1e7 + 1e-6);
  const minutes = Math.floor(hundredths / 6000);
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, "0");
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds}`;
}
