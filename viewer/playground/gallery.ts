// The shipped worlds, with what each one shows, and the worlds of the user's files.
import { h } from "../src/ui/dom";
import type { Engine } from "./engine";
import { isWorld } from "./files";

/** A line of the table in worlds/README.md. */
const ROW = /^\| `([\w-]+)` \| (.+) \|$/gm;

export class Gallery {
  private readonly given = h("ul", { class: "worlds" });
  private readonly shipped = h("ul", { class: "worlds" });
  private readonly givenPart = h("section", { hidden: true }, h("h2", {}, "Your files"), this.given);
  readonly root = h("dialog", { class: "gallery", "aria-label": "Worlds" }, this.givenPart, h("section", {}, h("h2", {}, "Worlds"), this.shipped));

  constructor(private readonly openShipped: (file: string) => void, private readonly openGiven: (file: string) => void) {
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.close();
    });
  }

  toggle(isOpen = !this.root.open): void {
    if (isOpen) this.root.showModal();
    else this.close();
  }

  close(): void {
    this.root.close();
  }

  /** List the shipped worlds in the order of their own table. */
  async fill(engine: Engine): Promise<void> {
    const answer = await engine.ask({ ask: "text", file: "worlds/README.md" });
    const text = answer.answer === "text" ? answer.text : "";
    const rows = [...text.matchAll(ROW)].map(([, name, shows]) => this.card(`worlds/${name}.world.xml`, name, shows, this.openShipped));
    if (rows.length > 0) this.shipped.replaceChildren(...rows);
  }

  setGiven(files: string[]): void {
    this.given.replaceChildren(...files.filter(isWorld).map((file) => this.card(file, file.split("/").pop() ?? file, file, this.openGiven)));
    this.givenPart.hidden = files.length === 0;
  }

  private card(file: string, name: string, shows: string, open: (file: string) => void): HTMLElement {
    return h("li", {}, h("button", { type: "button", "data-world": file, onclick: () => open(file) },
      h("strong", {}, name), h("span", {}, shows.replaceAll("`", ""))));
  }
}
