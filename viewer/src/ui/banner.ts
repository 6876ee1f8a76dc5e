// One line over the picture when models are missing: the command that fetches them.
import { h, iconButton } from "./dom";

/** How the program says that something is not in its store. */
const MISSING = /"skidpad assets fetch [^"]*" downloads/;

export class Banner {
  readonly root = h("div", { class: "banner panel", role: "status", hidden: true });
  /** The world whose banner was closed. */
  private closed = "";

  update(warnings: string[], world: string): void {
    const isMissing = warnings.some((text) => MISSING.test(text));
    this.root.hidden = !isMissing || this.closed === world;
    if (!isMissing) return;
    const command = `skidpad assets fetch ${world}`;
    const copy = h("button", { type: "button", class: "text-button" }, "Copy");
    copy.addEventListener("click", () => {
      void navigator.clipboard?.writeText(command).catch(() => undefined);
      copy.textContent = "Copied";
    });
    this.root.replaceChildren(
      h("span", {}, "Some models of this world are not on this machine. Fetch them with "), h("code", {}, command), copy,
      iconButton("close", "Close this line", () => {
        this.closed = world;
        this.root.hidden = true;
      }));
  }
}
