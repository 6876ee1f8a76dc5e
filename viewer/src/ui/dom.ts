// Small helpers to create elements, instead of a framework.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | null | undefined>;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const PATHS: Record<string, string> = {
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5l9 7-9 7zM19 5v14",
  reset: "M4 4v6h6M4.6 15a8 8 0 1 0 1.8-8.4L4 10",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  sensor: "M12 20V9M8.5 12.5a5 5 0 1 1 7 0M5.6 15.4a9 9 0 1 1 12.8 0",
  plot: "M3 20h18M4 15l5-6 4 4 7-9",
  object: "M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3zM12 12l8.3-4.7M12 12v9.3M12 12L3.7 7.3",
  help: "M9.2 9a3 3 0 1 1 4.6 2.6c-1 .7-1.8 1.2-1.8 2.6M12 18v.2",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  close: "M6 6l12 12M18 6L6 18",
  branch: "M7 4v16M7 14c0-4 10-2 10-8M17 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  record: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.2",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  film: "M4 6h11v12H4zM15 10l5-3v10l-5-3z",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  vehicle: "M3 14l2-6h11l4 6v3H3zM7 17a2 2 0 1 0 0 .1M17 17a2 2 0 1 0 0 .1",
};

/** A line drawing of 24 by 24 units. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name] ?? "");
  svg.append(path);
  return svg;
}

/** A button with an icon; the label is its accessible name and its tooltip, the word is shown where there is room. */
export function iconButton(name: string, label: string, onClick: () => void, key = "", word = ""): HTMLButtonElement {
  const title = key ? `${label} (${key})` : label;
  const shown = word && h("span", { class: "icon-word", "aria-hidden": "true" }, word);
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title, onclick: onClick }, icon(name), shown);
}

/** A switch with a label. */
export function toggle(label: string, isOn: boolean, onChange: (isOn: boolean) => void): HTMLLabelElement {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.checked = isOn;
  input.addEventListener("change", () => onChange(input.checked));
  return h("label", { class: "toggle" }, h("span", {}, label), input);
}

/** Download bytes as a file. */
export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Set the text only if it differs, which avoids layout. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A number with a fixed count of decimals; a dash if it is not finite. */
export function digits(value: number, count: number): string {
  if (!Number.isFinite(value)) return "–";
  const text = value.toFixed(count);
  return Number(text) === 0 ? text.replace("-", "") : text;
}
