// The text of a world: a text area over a coloured copy of it, with lines numbered and problems marked.
import { h } from "../src/ui/dom";
import type { Completion, Problem } from "../../apps/skidpad-page/simulator.mjs";
import { Completer } from "./completer";

const TOKEN = /(<!--[\s\S]*?(?:-->|$))|(<\/?[\w:.-]+|\/?>|<\?[\s\S]*?\?>)|([\w:.-]+)(?==\s*["'])|("[^"<]*"|'[^'<]*')|(\$\{[^}]*\}|\$\([^)]*\))/g;
const KINDS = ["comment", "tag", "name", "value", "variable"];

export class Editor {
  readonly area = h("textarea", {
    class: "code", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Text of the world",
  });
  private readonly copy = h("pre", { class: "code copy", "aria-hidden": "true" });
  private readonly numbers = h("pre", { class: "code numbers", "aria-hidden": "true" });
  private readonly sheet = h("div", { class: "sheet" }, this.copy, this.area);
  readonly root = h("div", { class: "editor" }, this.numbers, this.sheet);
  private problems: Problem[] = [];

  constructor(onChange: () => void, onRun: () => void, complete: (path: string[]) => Promise<Completion[]>) {
    this.sheet.append(new Completer(this.area, complete).root);
    this.area.addEventListener("input", () => {
      this.problems = [];
      this.paint();
      onChange();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onRun();
      }
    });
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.area.scrollTop = this.area.scrollLeft = 0;
    this.problems = [];
    this.paint();
  }

  /** Mark the places of problems. */
  mark(problems: Problem[]): void {
    this.problems = problems.filter((problem) => problem.line !== null);
    this.paint();
  }

  /** Put the caret at a place. */
  goTo(line: number, column: number): void {
    const lines = this.text.split("\n");
    const offset = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    const lineHeight = this.area.scrollHeight / Math.max(1, lines.length);
    this.area.scrollTop = Math.max(0, (line - 6) * lineHeight);
    this.follow();
  }

  /** Replace the first occurrence of a word at or after a line; `<word` is an element, whose end is replaced too. */
  replaceAt(line: number, word: string, by: string): void {
    const isElement = word.startsWith("<");
    let at = this.text.split("\n").slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
    for (const [old, renewed] of isElement ? [[word, `<${by}`], [`</${word.slice(1)}>`, `</${by}>`]] : [[word, by]]) {
      const found = this.text.indexOf(old, at);
      if (found < 0) break;
      this.area.setRangeText(renewed, found, found + old.length, "end");
      at = found + renewed.length;
    }
    this.area.focus();
    this.area.dispatchEvent(new Event("input"));
  }

  private follow(): void {
    this.copy.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
    this.numbers.style.transform = `translateY(${-this.area.scrollTop}px)`;
  }

  private paint(): void {
    const lines = this.text.split("\n");
    this.copy.replaceChildren(...this.coloured(lines));
    const worst = new Map<number, string>();
    for (const { line, severity } of this.problems) {
      if (line !== null && worst.get(line) !== "error") worst.set(line, severity);
    }
    this.numbers.replaceChildren(...lines.map((_, index) => h("span", { class: worst.get(index + 1) ?? "" }, `${index + 1}\n`)));
    this.follow();
  }

  /** The text in spans; a problem marks from its column to the end of the word. */
  private coloured(lines: string[]): (Node | string)[] {
    const text = this.text;
    const marks = this.problems.map((problem) => {
      const start = lines.slice(0, (problem.line ?? 1) - 1).reduce((sum, it) => sum + it.length + 1, 0) + (problem.column ?? 1) - 1;
      const length = /^<?\/?[\w:.-]+|^"[^"]*"|^./.exec(text.slice(start))?.[0].length ?? 1;
      return { start, end: start + length, severity: problem.severity };
    });
    const parts: (Node | string)[] = [];
    const add = (from: number, to: number, kind: string): void => {
      const cuts = new Set([from, to]);
      for (const { start, end } of marks) for (const cut of [start, end]) if (cut > from && cut < to) cuts.add(cut);
      const places = [...cuts].sort((a, b) => a - b);
      places.slice(0, -1).forEach((start, index) => {
        const mark = marks.find((it) => it.start <= start && start < it.end);
        const piece = text.slice(start, places[index + 1]);
        const name = `${kind} ${mark?.severity ?? ""}`.trim();
        parts.push(name ? h("span", { class: name }, piece) : piece);
      });
    };
    let at = 0;
    for (const match of text.matchAll(TOKEN)) {
      if (match.index > at) add(at, match.index, "");
      add(match.index, match.index + match[0].length, KINDS[match.slice(1).findIndex((it) => it !== undefined)] ?? "");
      at = match.index + match[0].length;
    }
    if (at < text.length) add(at, text.length, "");
    parts.push("\n");
    return parts;
  }
}
