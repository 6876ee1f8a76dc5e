// Short notices that disappear by themselves.
import { h } from "./dom";

export class Toasts {
  readonly root = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

  say(text: string, kind: "note" | "warn" = "note"): void {
    if ([...this.root.children].some((toast) => toast.textContent === text)) return;
    const toast = h("div", { class: `toast ${kind}` }, text);
    this.root.append(toast);
    while (this.root.children.length > 3) this.root.firstElementChild?.remove();
    setTimeout(() => toast.remove(), 4500);
  }
}
