// Short notices that disappear by themselves; some offer something to do.
import { h, iconButton } from "./dom";

export interface ToastAction {
  label: string;
  run(): void;
}

const LIFE_MS = 4500;
/** With something to read or to press. */
const LONG_LIFE_MS = 30_000;

export class Toasts {
  readonly root = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

  say(text: string, kind: "note" | "warn" = "note", actions: ToastAction[] = []): void {
    if ([...this.root.children].some((toast) => toast.querySelector("span")?.textContent === text)) return;
    const toast = h("div", { class: `toast ${kind}` }, h("span", {}, text));
    for (const { label, run } of actions) {
      toast.append(h("button", { type: "button", class: "text-button", onclick: () => {
        toast.remove();
        run();
      } }, label));
    }
    if (actions.length > 0) toast.append(iconButton("close", "Close the notice", () => toast.remove()));
    this.root.append(toast);
    while (this.root.children.length > 4) this.root.firstElementChild?.remove();
    setTimeout(() => toast.remove(), actions.length > 0 ? LONG_LIFE_MS : LIFE_MS);
  }
}
