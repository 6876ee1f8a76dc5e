// The view as a link: written from what is shown, and followed when the page is opened with one.
import type { PlotPanel } from "./charts/panel";
import type { Status } from "./net/contract";
import type { World } from "./scene/world";
import type { Layers, Settings } from "./settings";
import { readView, writeView } from "./share";
import type { TimeBar } from "./time/timebar";
import type { Dock } from "./ui/dock";
import type { Toasts } from "./ui/toasts";
import { copyAction } from "./ui/writing_notices";
import type { Cameras } from "./view/cameras";

/** Writes a recording as a page of its own. */
const EXPORT = "skidpad view RUN.mcap --export run.html";

/** What a link restores, and where it is told of. */
export interface LinkedParts {
  settings: Settings;
  cameras: Cameras;
  timeBar: TimeBar;
  plots: PlotPanel;
  dock: Dock;
  toasts: Toasts;
  world: () => World | null;
  status: () => Status | null;
  vehicleName: () => string;
  choose: (vehicle: number) => void;
  keepPicture: () => void;
}

export class SharedLink {
  /** A moment of a link that has not been shown yet [s]. */
  private momentS: number | null = null;

  constructor(private readonly parts: LinkedParts) {}

  /** The view as an address: camera, chosen vehicle, panel, plots, layers and time. */
  private get address(): string {
    const { cameras, timeBar, dock, plots, settings, vehicleName } = this.parts;
    const [file, recording] = [this.parts.world()?.file, this.parts.status()?.recording];
    const { target, distance, azimuth, elevation, isOrthographic } = cameras.save("");
    const o = file?.origin_m ?? [0, 0, 0];
    const step = timeBar.past_step ?? recording?.tick;
    // The token of the address, if any, is not shared.
    return location.origin.replace("null", "file://") + location.pathname + writeView({
      eye: [target[0] + o[0], target[1] + o[1], target[2] + o[2], distance, azimuth, elevation], isOrthographic, mode: cameras.mode,
      vehicle: vehicleName(), ...(dock.page && { panel: dock.page }), plots: plots.quantities, isOnePlot: plots.isTogether,
      layers: settings.changedLayers, ...(step !== undefined && { timeS: step * (file?.step_ns ?? 0) * 1e-9 }),
    });
  }

  /** Put the link into the address bar and the clipboard, and say whom it serves. */
  share(): void {
    const { address } = this;
    history.replaceState(null, "", address.slice(address.indexOf("#")));
    void navigator.clipboard?.writeText(address).catch(() => undefined);
    // Others cannot open an address of this computer.
    const isOnlyHere = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
    const text = isOnlyHere
      ? `Link copied. It opens this view on this computer only. For someone else, keep a picture or a film, or record the run and send the page that \`${EXPORT}\` writes.`
      : "Link copied. It opens this view wherever this address can be reached.";
    this.parts.toasts.say(text, "note", [
      copyAction("Copy again", address),
      ...(isOnlyHere ? [copyAction("Copy the command", EXPORT), { label: "Keep a picture", run: this.parts.keepPicture }] : []),
    ], Infinity);
  }

  /** Show what the address of the page asks for. */
  follow(): void {
    const { settings, cameras, plots, dock, choose } = this.parts;
    const view = readView(location.hash);
    const file = this.parts.world()?.file;
    if (!file) return;
    const vehicle = file.vehicles.findIndex(({ name }) => name === view.vehicle);
    if (vehicle >= 0) choose(vehicle);
    for (const [name, isOn] of Object.entries(view.layers ?? {})) {
      if (name in settings.layers.value) settings.setLayer(name as keyof Layers, isOn);
    }
    if (view.eye) {
      const [x, y, z, distance, azimuth, elevation] = view.eye;
      const [u, v, w] = file.origin_m;
      cameras.restore({ name: "", target: [x - u, y - v, z - w], distance, azimuth, elevation, isOrthographic: view.isOrthographic ?? false });
    }
    if (view.mode) cameras.setMode(view.mode, false);
    if (view.plots) plots.setQuantities(view.plots, view.isOnePlot);
    if (view.panel) dock.show(view.panel);
    this.momentS = view.timeS ?? null;
  }

  /** The moment of the link, once it can be shown; then it is forgotten. */
  takeMoment({ recording, moments }: Status): number | null {
    if (!recording && !moments) return null;
    const moment = this.momentS;
    this.momentS = null;
    return moment;
  }
}
