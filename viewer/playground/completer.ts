// Names that fit at the caret, from the simulator's own table of the world format.
import { h } from "../src/ui/dom";
import type { Completion } from "../../apps/skidpad-page/simulator.mjs";

const TAGS = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(\/?)>/g;
const ELEMENT = /<([\w:.-]*)$/;
const ATTRIBUTE = /<([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s+([\w:.-]*)$/;

export interface Place {
  /** Tags around the caret, the outermost one first. */
  path: string[];
  /** What is already written of the name. */
  prefix: string;
  isAttribute: boolean;
}

/** What is written at the end of this text; null where no name can stand. */
export function placeAt(before: string): Place | null {
  const attribute = ATTRIBUTE.exec(before);
  const element = attribute ? null : ELEMENT.exec(before);
  const found = attribute ?? element;
  if (!found) return null;
  const path: string[] = [];
  for (const [, end, begin, isEmpty] of before.slice(0, found.index).matchAll(TAGS)) {
    if (end) path.splice(path.lastIndexOf(end) < 0 ? path.length : path.lastIndexOf(end));
    else if (begin && !isEmpty) path.push(begin);
  }
  return attribute ? { path: [...path, attribute[1]], prefix: attribute[2], isAttribute: true } : { path, prefix: element![1], isAttribute: false };
}

export class Completer {
  readonly root = h("ul", { class: "completions", role: "listbox", hidden: true });
  private names: Completion[] = [];
  private chosen = 0;
  private place: Place | null = null;

  constructor(private readonly area: HTMLTextAreaElement, private readonly ask: (path: string[]) => Promise<Completion[]>) {
    area.addEventListener("input", () => void this.update());
    area.addEventListener("keydown", (event) => this.key(event));
    area.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    area.addEventListener("scroll", () => this.close());
  }

  private key(event: KeyboardEvent): void {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      void this.update();
    }
    if (this.root.hidden) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      this.chosen = (this.chosen + by + this.names.length) % this.names.length;
      this.show();
    } else if (event.key === "Enter" || event.key === "Tab") this.accept(this.chosen);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  private async update(): Promise<void> {
    const caret = this.area.selectionStart;
    const place = caret === this.area.selectionEnd ? placeAt(this.area.value.slice(0, caret)) : null;
    if (!place) {
      this.close();
      return;
    }
    const all = await this.ask(place.path);
    if (this.area.selectionStart !== caret) return;
    this.place = place;
    this.names = all.filter((it) => it.is_attribute === place.isAttribute && it.name.startsWith(place.prefix) && it.name !== place.prefix);
    this.chosen = 0;
    if (this.names.length === 0) this.close();
    else this.show();
  }

  private show(): void {
    this.root.replaceChildren(...this.names.map((it, index) => h("li", {
      role: "option", class: index === this.chosen ? "chosen" : "", "aria-selected": index === this.chosen, onpointerdown: () => this.accept(index),
    }, h("strong", {}, it.name), h("span", {}, [it.value, it.doc].filter(Boolean).join(" · ")))));
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    const style = getComputedStyle(this.area);
    const lineHeight = parseFloat(style.lineHeight);
    const left = Math.min((before.at(-1)?.length ?? 0) * characterWidth(style.font) - this.area.scrollLeft, this.area.clientWidth - 280);
    this.root.style.left = `${Math.max(0, left)}px`;
    this.root.style.top = `${before.length * lineHeight + 10 - this.area.scrollTop}px`;
    this.root.hidden = false;
    this.root.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  private accept(index: number): void {
    const it = this.names[index];
    if (!it || !this.place) return;
    const caret = this.area.selectionStart;
    const text = it.is_attribute ? `${it.name}=""` : it.value ? `${it.name}></${it.name}>` : it.name;
    this.area.setRangeText(text, caret - this.place.prefix.length, caret, "end");
    const inside = it.is_attribute ? 1 : it.value ? it.name.length + 3 : 0;
    this.area.selectionStart = this.area.selectionEnd = caret - this.place.prefix.length + text.length - inside;
    this.close();
    // The text has changed; this listener finds no name at the new place.
    this.area.dispatchEvent(new Event("input"));
    this.close();
  }

  private close(): void {
    this.root.hidden = true;
  }
}

function characterWidth(font: string): number {
  const context = document.createElement("canvas").getContext("2d")!;
  context.font = font;
  return context.measureText("m").width;
}
