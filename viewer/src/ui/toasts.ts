// Short notices that disappear by themselves; some offer something to do.
import { h, iconButton } from "./dom";

export interface ToastAction {
  label: string;
  run(): void;
  /** What the button says afterwards; the notice stays. Without it the notice is closed. */
  done?: string;
}

const LIFE_MS = 4500;
/** With something to read or to press. */
const LONG_LIFE_MS = 30_000;
/** A file was saved, and its name is read. */
export const SAVED_LIFE_MS = 10_000;

/** A notice that changes and is closed by what it tells of. */
export interface Progress {
  /** How much is done, from 0 to 1. */
  update(share: number): void;
  close(): void;
}

export class Toasts {
  readonly root = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

  /** Parts of the text between backquotes are code, which is not broken over lines. `lifeMs` may be `Infinity`. */
  say(text: string, kind: "note" | "warn" = "note", actions: ToastAction[] = [], lifeMs = actions.length > 0 ? LONG_LIFE_MS : LIFE_MS): void {
    const words = h("span", {}, ...text.split("`").map((part, place) => (place % 2 === 1 ? h("code", {}, part) : part)));
    if ([...this.root.children].some((toast) => toast.querySelector("span")?.textContent === words.textContent)) return;
    const toast = h("div", { class: `toast ${kind}` }, words);
    for (const { label, run, done } of actions) {
      const button = h("button", { type: "button", class: "text-button" }, label);
      button.addEventListener("click", () => {
        if (done) button.textContent = done;
        else toast.remove();
        run();
      });
      toast.append(button);
    }
    if (actions.length > 0) toast.append(iconButton("close", "Close the notice", () => toast.remove()));
    this.show(toast);
    if (lifeMs < Infinity) setTimeout(() => toast.remove(), lifeMs);
  }

  /** A notice with a bar, for something that takes a while. */
  progress(text: string): Progress {
    const bar = h("progress", { max: 1, value: 0, "aria-label": text });
    const toast = h("div", { class: "toast" }, h("span", {}, text), bar);
    this.show(toast);
    return { update: (share) => (bar.value = share), close: () => toast.remove() };
  }

  private show(toast: HTMLElement): void {
    this.root.append(toast);
    while (this.root.children.length > 4) this.root.firstElementChild?.remove();
  }
}
