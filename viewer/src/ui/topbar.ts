// The line on top: the name of the world, the views, and the buttons of the panels.
import type { ViewMode } from "../view/cameras";
import { h, iconButton } from "./dom";

const VIEWS: [ViewMode, string, string][] = [
  ["orbit", "Orbit", "o"], ["follow", "Follow", "f"], ["ride", "Ride", "v"], ["top", "Top", "t"],
];

export class TopBar {
  readonly root: HTMLElement;
  private readonly world = h("span", { class: "world-name" });
  private readonly views: HTMLElement;

  constructor(onView: (mode: ViewMode) => void, panelButtons: HTMLElement[], onTheme: () => void, onHelp: () => void, more: HTMLElement[]) {
    this.views = h("div", { class: "segments", role: "group", "aria-label": "View" },
      ...VIEWS.map(([mode, name, key]) =>
        h("button", { type: "button", "data-view": mode, title: `${name} (${key})`, onclick: () => onView(mode) }, name)));
    this.root = h("header", { class: "topbar" },
      h("div", { class: "brand panel" }, mark(), h("span", { class: "brand-name" }, "skidpad"), this.world),
      h("div", { class: "panel" }, this.views),
      h("div", { class: "panel-buttons panel" }, ...panelButtons,
        ...more,
        iconButton("theme", "Light or dark", onTheme, "", "Theme"), iconButton("help", "Help", onHelp, "?", "Help")));
  }

  setWorld(name: string): void {
    this.world.textContent = name;
    document.title = `${name} · skidpad`;
  }

  setView(mode: ViewMode): void {
    for (const button of this.views.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === mode));
    }
  }
}

/** Two circles, as on the proving ground. */
function mark(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 20");
  svg.setAttribute("class", "mark-logo");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", "M16 10c0-4.2-3-7.2-6.7-7.2S2.6 6 2.6 10s3 7.2 6.7 7.2S16 14.200 16 10s3-7.200 6.700-7.200S29.400 6 29.400 10s-3 7.200-6.700 7.200S16 14.200 16 10z");
  svg.append(path);
  return svg;
}
