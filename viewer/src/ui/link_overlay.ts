// A large, plain notice over the scene while the program does not answer: what is seen is not live.
import type { LinkState } from "../net/connection";
import { h, setText } from "./dom";

export class LinkOverlay {
  readonly root = h("div", { class: "link-overlay", role: "alert", hidden: true });
  private readonly title = h("strong", {});
  private readonly words = h("p", {});
  /** Why the program said goodbye, if it did. */
  private goodbye = "";

  /** `controls` cannot be used while the program does not answer. */
  constructor(private readonly controls: HTMLElement[], private readonly lastFrame: () => string) {
    this.root.append(h("div", { class: "panel" }, this.title, this.words));
  }

  sayGoodbye(reason: string): void {
    this.goodbye = reason;
  }

  show(state: LinkState): void {
    const isAway = state === "silent" || state === "lost";
    this.root.hidden = !isAway;
    document.documentElement.classList.toggle("away", isAway);
    for (const control of this.controls) control.inert = isAway;
    if (!isAway) {
      this.goodbye = "";
      return;
    }
    const frame = this.lastFrame();
    const last = frame ? `The last frame is from ${frame}. ` : "";
    if (state === "silent") {
      setText(this.title, "The program does not answer");
      setText(this.words, `${last}Nothing is sent until it answers again.`);
    } else {
      setText(this.title, this.goodbye ? sentence(this.goodbye) : "The connection is lost");
      setText(this.words, `${last}This page goes on by itself when the program is back.`);
    }
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
