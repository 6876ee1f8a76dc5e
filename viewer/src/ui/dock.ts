// The panel at the side: one of a few pages at a time, or none.
import { h, iconButton } from "./dom";

export interface Page {
  key: string;
  icon: string;
  title: string;
  content: HTMLElement;
}

export class Dock {
  readonly root = h("aside", { class: "dock panel", hidden: true });
  readonly buttons: HTMLButtonElement[];
  private readonly title = h("h2", {});
  private readonly body = h("div", { class: "dock-body" });
  private open: string | null = null;

  constructor(private readonly pages: Page[]) {
    this.buttons = pages.map((page) => {
      const button = iconButton(page.icon, page.title, () => this.toggle(page.key));
      button.dataset.page = page.key;
      button.setAttribute("aria-expanded", "false");
      return button;
    });
    this.root.append(
      h("header", {}, this.title, iconButton("close", "Close the panel", () => this.show(null), "Esc")), this.body);
  }

  get page(): string | null {
    return this.open;
  }

  toggle(key: string): void {
    this.show(this.open === key ? null : key);
  }

  show(key: string | null): void {
    this.open = key;
    const page = this.pages.find((one) => one.key === key);
    this.root.hidden = !page;
    for (const button of this.buttons) button.setAttribute("aria-expanded", String(button.dataset.page === key));
    if (!page) return;
    this.title.textContent = page.title;
    this.body.replaceChildren(page.content);
    this.root.setAttribute("aria-label", page.title);
  }
}
