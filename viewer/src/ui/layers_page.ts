// The page of switches: what is drawn, the light, and saved views.
import { LAYER_NAMES, type Layers, type Settings } from "../settings";
import type { Cameras } from "../view/cameras";
import type { Viewport } from "../view/viewport";
import { h, icon, toggle } from "./dom";

const GROUPS: [string, (keyof Layers)[]][] = [
  ["World", ["labels", "trails", "floor", "shadows", "regions"]],
  ["Physics", ["forces", "grip", "contacts", "shapes", "com", "axes", "odometry"]],
];

export function makeLayersPage(settings: Settings, viewport: Viewport, cameras: Cameras, world: () => string): HTMLElement {
  const root = h("div", { class: "layers" });
  for (const [name, keys] of GROUPS) {
    const group = h("fieldset", {}, h("legend", {}, name));
    for (const key of keys) group.append(layerToggle(settings, key));
    root.append(group);
  }
  root.append(lightGroup(viewport), viewGroup(settings, cameras, world));
  return root;
}

/** A switch that follows its layer. */
export function layerToggle(settings: Settings, key: keyof Layers): HTMLElement {
  const element = toggle(LAYER_NAMES[key], settings.layers.value[key], (isOn) => settings.setLayer(key, isOn));
  const input = element.querySelector("input")!;
  input.dataset.layer = key;
  settings.layers.onChange((layers) => (input.checked = layers[key]));
  return element;
}

/** Angles of the sun; `setSunSliders` moves them to what the world file says. */
export const sunSliders = { azimuth: slider("Light from", -180, 180), elevation: slider("Light height", 0, 90) };

function slider(label: string, min: number, max: number): { input: HTMLInputElement; element: HTMLElement } {
  const input = h("input", { type: "range", min, max, step: 1 });
  return { input, element: h("label", { class: "slider" }, h("span", {}, label), input) };
}

function lightGroup(viewport: Viewport): HTMLElement {
  const { azimuth, elevation } = sunSliders;
  const turn = (): void =>
    viewport.setSun((azimuth.input.valueAsNumber * Math.PI) / 180, (elevation.input.valueAsNumber * Math.PI) / 180);
  azimuth.input.addEventListener("input", turn);
  elevation.input.addEventListener("input", turn);
  return h("fieldset", {}, h("legend", {}, "Light"), azimuth.element, elevation.element);
}

function viewGroup(settings: Settings, cameras: Cameras, world: () => string): HTMLElement {
  const list = h("div", { class: "chips" });
  const refresh = (): void => {
    const views = settings.viewsOf(world());
    list.replaceChildren(...views.map((view, index) =>
      h("span", { class: "chip-pair" },
        h("button", { type: "button", class: "chip", onclick: () => cameras.restore(view) }, view.name),
        h("button", { type: "button", class: "chip", "aria-label": `Forget ${view.name}`, onclick: () => {
          settings.setViews(world(), views.filter((_, i) => i !== index));
          refresh();
        } }, "×"))));
  };
  const keep = h("button", { type: "button", class: "text-button" }, icon("bookmark"), "Keep this view");
  keep.addEventListener("click", () => {
    const views = settings.viewsOf(world());
    settings.setViews(world(), [...views, cameras.save(`View ${views.length + 1}`)]);
    refresh();
  });
  const flat = toggle("Without perspective", cameras.isOrthographic, (isOn) => cameras.setOrthographic(isOn));
  const group = h("fieldset", {}, h("legend", {}, "Views"), flat, list, keep);
  // The world's name and its projection are known only once it is loaded.
  group.addEventListener("skidpad-refresh", () => {
    flat.querySelector("input")!.checked = cameras.isOrthographic;
    refresh();
  });
  group.classList.add("views");
  return group;
}
