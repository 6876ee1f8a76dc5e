// The panel at the side: one of a few pages at a time, or none.
import type { PanelPlace, Settings } from "../settings";
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
  private readonly subjects = new Map<string, string>();
  private open: string | null = null;

  constructor(private readonly pages: Page[], private readonly settings: Settings) {
    this.buttons = pages.map((page) => {
      const button = iconButton(page.icon, page.title, () => this.toggle(page.key), "", page.title);
      button.dataset.page = page.key;
      button.setAttribute("aria-expanded", "false");
      return button;
    });
    const header = h("header", { title: "Drag to move the panel; a double click puts it back" },
      this.title, iconButton("close", "Close the panel", () => this.show(null), "Esc"));
    this.root.append(header, this.body);
    this.listen(header);
    this.put(settings.dock);
    addEventListener("resize", () => this.put(this.settings.dock));
  }

  /** Put the panel somewhere within the window; `null` for its usual place. */
  private put(place: PanelPlace | null): void {
    const isMoved = place !== null && innerWidth >= 720;
    this.root.classList.toggle("moved", isMoved);
    this.root.style.left = isMoved ? `${Math.max(0, Math.min(place.left, innerWidth - 120))}px` : "";
    this.root.style.top = isMoved ? `${Math.max(0, Math.min(place.top, innerHeight - 80))}px` : "";
  }

  private listen(header: HTMLElement): void {
    let grip: { x: number; y: number } | null = null;
    header.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) return;
      const box = this.root.getBoundingClientRect();
      grip = { x: event.clientX - box.left, y: event.clientY - box.top };
      header.setPointerCapture(event.pointerId);
    });
    header.addEventListener("pointermove", (event) => {
      if (!grip || innerWidth < 720) return;
      this.put({ left: event.clientX - grip.x, top: event.clientY - grip.y });
    });
    header.addEventListener("pointerup", (event) => {
      if (!grip || innerWidth < 720) return;
      const place = { left: event.clientX - grip.x, top: event.clientY - grip.y };
      const box = this.root.getBoundingClientRect();
      grip = null;
      if (this.root.classList.contains("moved") && Math.hypot(box.left - place.left, box.top - place.top) < 200) this.settings.dock = place;
    });
    header.addEventListener("dblclick", () => {
      this.settings.dock = null;
      this.put(null);
    });
  }

  get page(): string | null {
    return this.open;
  }

  toggle(key: string): void {
    this.show(this.open === key ? null : key);
  }

  /** Add to the title of a page what it is about, such as the vehicle that is plotted. */
  setSubject(key: string, subject: string): void {
    this.subjects.set(key, subject);
    if (this.open === key) this.showTitle();
  }

  private showTitle(): void {
    const subject = this.subjects.get(this.open ?? "");
    const title = this.pages.find((one) => one.key === this.open)?.title ?? "";
    this.title.textContent = subject ? `${title} · ${subject}` : title;
  }

  show(key: string | null): void {
    this.open = key;
    const page = this.pages.find((one) => one.key === key);
    this.root.hidden = !page;
    for (const button of this.buttons) button.setAttribute("aria-expanded", String(button.dataset.page === key));
    if (!page) return;
    this.showTitle();
    this.body.replaceChildren(page.content);
    this.root.setAttribute("aria-label", page.title);
  }
}
