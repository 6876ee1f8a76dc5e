// Saving changes: what would change in the world's file, line by line, before anything is written.
import type { ClientMessage, ServerMessage } from "../net/contract";
import { h, iconButton } from "../ui/dom";

type Edits = Extract<ServerMessage, { type: "edits" }>;

export class SaveDialog {
  readonly root = h("dialog", { class: "save panel", "aria-label": "Save changes" });
  private readonly body = h("div", { class: "save-body" });
  private readonly expanded = h("input", { type: "checkbox" });

  constructor(
    private readonly ask: (request: ClientMessage) => Promise<ServerMessage>,
    private readonly say: (text: string) => void,
  ) {
    this.expanded.addEventListener("change", () => void this.show());
    this.root.append(
      h("header", {}, h("h2", {}, "Save changes"), iconButton("close", "Close", () => this.root.close(), "Esc")),
      this.body);
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
    });
  }

  /** Ask what has changed and show it. */
  async show(): Promise<void> {
    const answer = await this.ask({ type: "edits", save: false, in_place: false, expanded: this.expanded.checked });
    if (answer.type !== "edits") return;
    this.fill(answer);
    if (!this.root.open) this.root.showModal();
  }

  private fill(edits: Edits): void {
    const { count, diff, file, refused, may_replace: mayReplace } = edits;
    const parts: Node[] = [];
    if (count === 0 && refused.length === 0) {
      parts.push(h("p", { class: "hint" }, "Nothing was moved, added or removed. Driving changes nothing in the file."));
    }
    if (diff) parts.push(diffOf(diff));
    if (refused.length > 0) {
      parts.push(h("h3", {}, "Not in the file"),
        h("ul", { class: "refused" }, ...refused.map(([name, reason]) => h("li", {}, h("b", {}, name), `: ${reason}`))));
    }
    if (refused.length > 0 || this.expanded.checked) {
      parts.push(h("label", { class: "check" }, this.expanded,
        h("span", {}, "Save the expanded world: without includes, loops and variables, every object with a text of its own")));
    }
    const isEmpty = count === 0 && !this.expanded.checked;
    const row = h("div", { class: "row" }, this.button("Save as a new file", false, isEmpty));
    if (mayReplace && !this.expanded.checked) row.append(this.button(`Replace ${file}`, true, isEmpty));
    parts.push(row);
    if (!mayReplace) parts.push(h("p", { class: "hint" }, "To replace the world's own file, start the run with skidpad launch WORLD --edit."));
    this.body.replaceChildren(...parts);
  }

  private button(label: string, inPlace: boolean, isDisabled: boolean): HTMLElement {
    const button = h("button", { type: "button", class: "text-button", disabled: isDisabled }, label);
    button.addEventListener("click", () => void this.save(inPlace));
    return button;
  }

  private async save(inPlace: boolean): Promise<void> {
    const answer = await this.ask({ type: "edits", save: true, in_place: inPlace, expanded: this.expanded.checked });
    if (answer.type !== "edits" || !answer.saved) return;
    this.root.close();
    this.say(`Saved as ${answer.saved}`);
  }
}

/** A unified diff, each line with its kind. */
function diffOf(diff: string): HTMLElement {
  const kinds: Record<string, string> = { "+": "come", "-": "gone", "@": "place" };
  return h("pre", { class: "diff", tabindex: 0 }, ...diff.trimEnd().split("\n").map((line) =>
    h("span", { class: kinds[line[0]] ?? "same" }, `${line}\n`)));
}
