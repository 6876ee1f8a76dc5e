// Asks before something that cannot be undone.
import { h } from "./dom";

export class Confirm {
  readonly root = h("dialog", { class: "confirm panel", "aria-label": "Please confirm" });

  /** Whether the user agrees; closing the dialog does not. */
  ask(question: string, yes: string): Promise<boolean> {
    if (this.root.open) return Promise.resolve(false);
    return new Promise((resolve) => {
      const close = (isAgreed: boolean): void => {
        this.root.close();
        resolve(isAgreed);
      };
      const agree = h("button", { type: "button", class: "text-button strong", onclick: () => close(true) }, yes);
      this.root.replaceChildren(
        h("p", {}, question),
        h("div", { class: "row" }, agree, h("button", { type: "button", class: "text-button", onclick: () => close(false) }, "Cancel")));
      this.root.oncancel = () => resolve(false);
      this.root.showModal();
      agree.focus();
    });
  }
}
