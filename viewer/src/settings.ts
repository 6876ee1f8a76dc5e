// What the user chose to see, stored in the browser.
import { WINDOW_S } from "./charts/history";
import { Signal } from "./ui/signal";

export interface Layers {
  labels: boolean;
  trails: boolean;
  floor: boolean;
  shadows: boolean;
  forces: boolean;
  grip: boolean;
  contacts: boolean;
  shapes: boolean;
  com: boolean;
  axes: boolean;
  regions: boolean;
  odometry: boolean;
  points: boolean;
  fans: boolean;
  frustums: boolean;
  mounts: boolean;
}

export const LAYER_NAMES: Record<keyof Layers, string> = {
  labels: "Names",
  trails: "Trails",
  floor: "Floor grid",
  shadows: "Shadows",
  forces: "Wheel forces",
  grip: "Grip in use",
  contacts: "Contacts",
  shapes: "Collision shapes",
  com: "Centres of mass",
  axes: "Frames",
  regions: "Property regions",
  odometry: "Odometry ghosts",
  points: "Points",
  fans: "Laser fans",
  frustums: "Fields of view",
  mounts: "Sensor poses",
};

export type CloudColor = "height" | "intensity" | "ring";
export type Theme = "auto" | "light" | "dark";
/** Whether the viewer may reduce quality on a slow machine. */
export type Drawing = "auto" | "full";

export interface SavedView {
  name: string;
  target: [number, number, number];
  distance: number;
  azimuth: number;
  elevation: number;
  isOrthographic: boolean;
}

const DEFAULT_LAYERS: Layers = {
  labels: true, trails: true, floor: true, shadows: true, forces: false, grip: false, contacts: true, shapes: false,
  com: false, axes: false, regions: false, odometry: false, points: true, fans: true, frustums: false,
  mounts: false,
};

interface Stored {
  layers: Partial<Layers>;
  theme: Theme;
  cloudColor: CloudColor;
  drawing: Drawing;
  views: Record<string, SavedView[]>;
  plots: PlotChoice;
  dock: PanelPlace | null;
}

/** What is plotted, and over how long a time [s]. */
export interface PlotChoice {
  quantities: string[];
  spanS: number;
  /** Whether they are in one plot. */
  isTogether?: boolean;
}

/** Where the panel was put [px]. */
export interface PanelPlace {
  left: number;
  top: number;
}

const KEY = "skidpad";

function load(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>;
  } catch {
    return {};
  }
}

export class Settings {
  readonly layers: Signal<Layers>;
  readonly theme: Signal<Theme>;
  readonly cloudColor: Signal<CloudColor>;
  readonly drawing: Signal<Drawing>;
  private plotChoice: PlotChoice;
  private dockPlace: PanelPlace | null;
  private readonly views: Record<string, SavedView[]>;
  /** Layers that the user chose; the others follow the world file. */
  private readonly chosen: Partial<Layers>;

  constructor() {
    const stored = load();
    this.chosen = stored.layers ?? {};
    this.layers = new Signal({ ...DEFAULT_LAYERS, ...this.chosen });
    this.theme = new Signal<Theme>(stored.theme ?? "auto");
    this.cloudColor = new Signal<CloudColor>(stored.cloudColor ?? "height");
    this.drawing = new Signal<Drawing>(stored.drawing ?? "auto");
    this.views = stored.views ?? {};
    this.plotChoice = stored.plots ?? { quantities: ["speed", "yaw_rate", "torque"], spanS: WINDOW_S };
    this.dockPlace = stored.dock ?? null;
    this.theme.watch((theme) => {
      document.documentElement.dataset.theme = theme;
    });
    for (const signal of [this.theme, this.cloudColor, this.drawing]) signal.onChange(() => this.save());
  }

  setLayer(layer: keyof Layers, isOn: boolean): void {
    this.chosen[layer] = isOn;
    this.layers.value = { ...this.layers.value, [layer]: isOn };
    this.save();
  }

  /** Apply what the world file asks for, except where the user chose. */
  suggest(layers: Partial<Layers>): void {
    this.layers.value = { ...this.layers.value, ...layers, ...this.chosen };
  }

  get plots(): PlotChoice {
    return this.plotChoice;
  }

  set plots(choice: PlotChoice) {
    this.plotChoice = choice;
    this.save();
  }

  get dock(): PanelPlace | null {
    return this.dockPlace;
  }

  set dock(place: PanelPlace | null) {
    this.dockPlace = place;
    this.save();
  }

  /** Layers that the user chose. */
  get changedLayers(): Partial<Layers> {
    return { ...this.chosen };
  }

  viewsOf(world: string): SavedView[] {
    return this.views[world] ?? [];
  }

  setViews(world: string, views: SavedView[]): void {
    this.views[world] = views;
    this.save();
  }

  private save(): void {
    const stored: Stored = {
      layers: this.chosen, theme: this.theme.value, cloudColor: this.cloudColor.value,
      drawing: this.drawing.value, views: this.views, plots: this.plotChoice, dock: this.dockPlace,
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // Without storage the settings last until the page is closed.
    }
  }
}

/** Whether the page is dark now, by choice or by the system's preference. */
export function isDark(theme: Theme): boolean {
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
