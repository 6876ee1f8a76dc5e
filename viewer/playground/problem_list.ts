// What `skidpad check` says about the text, below it.
import { h } from "../src/ui/dom";
import type { Problem } from "../../apps/skidpad-page/simulator.mjs";

/** `<wheel> has no attribute "raduis"; did you mean "radius"?`, `<gui> has no <cam_distanse>; did you mean …`. */
const SUGGESTION = /(?:"([\w:.-]+)"|(<[\w:.-]+)>)[^"<>]*did you mean "([^"]+)"\?/;

export class ProblemList {
  readonly root = h("ul", { class: "problems", "aria-label": "Problems of the world" });

  constructor(
    private readonly goTo: (problem: Problem) => void,
    private readonly replace: (line: number, word: string, by: string) => void,
  ) {}

  /** Show problems; those of another file than the one on the screen name it. */
  show(problems: Problem[], file: string): void {
    this.root.replaceChildren(...problems.map((problem) => {
      const isHere = problem.file === file;
      const place = problem.line === null ? "" : `${isHere ? "" : `${problem.file ?? ""}:`}${problem.line}:${problem.column ?? 1}`;
      const suggestion = isHere && problem.line !== null ? SUGGESTION.exec(problem.message) : null;
      return h("li", { class: problem.severity },
        h("button", { type: "button", class: "place", disabled: !isHere || problem.line === null, onclick: () => this.goTo(problem) },
          h("span", { class: "severity" }, problem.severity), place ? h("span", { class: "at" }, place) : null,
          h("span", { class: "message" }, problem.message)),
        suggestion ? h("button", { type: "button", class: "fix", onclick: () => this.replace(problem.line!, suggestion[1] ?? suggestion[2], suggestion[3]) },
          `Use ${suggestion[3]}`) : null);
    }));
    this.root.hidden = problems.length === 0;
  }
}
