// The viewer: creates its parts and passes messages between them.
import { Color, SRGBColorSpace } from "three";
import { History } from "./charts/history";
import { PlotPanel } from "./charts/panel";
import { Driver } from "./drive/driver";
import { GivenSetPoints, type Given } from "./drive/given";
import type { Key } from "./drive/setpoint";
import { Stick } from "./drive/stick";
import { ObjectPanel } from "./edit/panel";
import { SaveDialog } from "./edit/save_dialog";
import { Picking } from "./edit/picking";
import { WorldEditor } from "./edit/world_editor";
import { PointerWatch } from "./edit/pointer";
import { Connection, type LinkState, type Listener } from "./net/connection";
import { POSE_WORDS, type Message, type Poses, type VehicleState, type Vehicles } from "./net/frames";
import { fetchScene, type preloaded, type SceneResponses } from "./net/preload";
import { readGlb } from "./net/glb";
import type { SceneFile, ServerMessage, Status, Subscription } from "./net/contract";
import { ghostPose } from "./overlays/odometry";
import { Overlays } from "./overlays/overlays";
import { byName } from "./scene/bodies";
import { ContactWatch } from "./scene/contact_watch";
import { saveGltf } from "./scene/gltf";
import { World } from "./scene/world";
import { REDUCED_POINTS, Sensors } from "./sensors/sensors";
import { isDark, Settings } from "./settings";
import { SharedLink } from "./shared_link";
import { clockText } from "./time/clock";
import { Rewinds } from "./time/rewinds";
import { Seeker } from "./time/seeker";
import { TimeBar } from "./time/timebar";
import { Confirm } from "./ui/confirm";
import { Dock } from "./ui/dock";
import { digits, download, h, iconButton } from "./ui/dom";
import { Help } from "./ui/help";
import { listenToKeys } from "./ui/keyboard";
import { makeLayersPage, sunSliders } from "./ui/layers_page";
import { Banner } from "./ui/banner";
import { Legend } from "./ui/legend";
import { LinkOverlay } from "./ui/link_overlay";
import { RecordControls } from "./ui/record_controls";
import { RecordPage } from "./ui/record_page";
import { SensorsPage } from "./ui/sensors_page";
import { StatusLine } from "./ui/status_line";
import { SAVED_LIFE_MS, Toasts } from "./ui/toasts";
import { TopBar } from "./ui/topbar";
import { DriveCard, VehicleList } from "./ui/vehicles";
import { Cameras, type Subject, type ViewMode } from "./view/cameras";
import { WritingNotices, sizeText } from "./ui/writing_notices";
import { canFilm, film, FILM_S, PoseRing } from "./view/clip";
import { DrawingQuality } from "./view/drawing_quality";
import { takePicture } from "./view/picture";
import { Viewport } from "./view/viewport";

/** Least time between two updates of printed numbers [ms]. */
const WRITING_MS = 90;

export class App implements Listener {
  readonly settings = new Settings();
  readonly connection: Connection;
  readonly viewport: Viewport;
  readonly cameras: Cameras;
  readonly driver: Driver;
  world: World | null = null;
  sensors: Sensors | null = null;
  vehicles: VehicleState[] = [];
  status: Status | null = null;

  private overlays: Overlays | null = null;
  private readonly history = new History();
  private readonly given: GivenSetPoints;
  private readonly contacts = new ContactWatch(() => this.world);
  private readonly editor: WorldEditor;
  private readonly picking: Picking;
  readonly timeBar: TimeBar;
  private readonly dock: Dock;
  private readonly topBar: TopBar;
  private readonly list = new VehicleList((vehicle) => this.choose(vehicle));
  private readonly card = new DriveCard((key) => this.drive(key));
  private readonly statusLine = new StatusLine(() => this.dock.toggle("notes"), () => this.toggleDrawing());
  private readonly quality: DrawingQuality;
  private readonly toasts = new Toasts();
  private readonly confirm = new Confirm();
  private readonly legend = new Legend();
  private readonly banner = new Banner();
  private readonly writing = new WritingNotices(this.toasts);
  private readonly linkOverlay: LinkOverlay;
  private readonly pointer: PointerWatch;
  private readonly help = new Help();
  private readonly saveDialog = new SaveDialog((request) => this.connection.ask(request), (text) => this.toasts.say(text));
  private readonly recordPage = new RecordPage({
    csv: (action) => this.recordControls.csv(action),
    mcap: (action) => this.recordControls.mcap(action),
    keep: (name) => void this.recordControls.keepMoment(name),
    goTo: (name) => this.rewinds.request({ type: "restore", name }),
    gltf: () => void this.saveScene(),
    quit: () => void this.recordControls.quit(),
  });
  private readonly recordControls: RecordControls;
  private readonly sensorsPage = new SensorsPage(this.settings);
  private readonly plots: PlotPanel;
  private readonly objectPanel: ObjectPanel;
  private readonly layersPage: HTMLElement;
  private readonly link: SharedLink;
  private readonly rewinds: Rewinds;
  private readonly seeker: Seeker;
  private readonly notes = h("ul", { class: "notes" });
  private readonly overlayRoot = h("div", { class: "overlay" });
  private revision = -1;
  /** The latest revision announced by the server. */
  private wanted = -1;
  private isLoading = false;
  private canDrive = true;
  /** Mean time to handle a binary message [ms]. */
  messageMs = 0;
  private isLookingBack = false;
  /** Identity of the run that is connected, and of the one whose scene is shown. */
  private run: string | null = null;
  private shownRun: string | null = null;
  /** Time of the last frame [ns]. */
  private frameNs: number | null = null;
  private writtenMs = 0;
  /** The time of the moment of the past that is shown [ns]. */
  private pastNs: number | null = null;
  private isFilming = false;
  private readonly poseRing = new PoseRing();
  private branch = 0;

  constructor(root: HTMLElement, { scene, socket }: typeof preloaded) {
    const picture = h("main", { class: "picture" });
    root.append(picture);
    this.viewport = new Viewport(picture, this.settings.drawing.value === "full");
    this.cameras = new Cameras(this.viewport, () => this.subject());
    this.quality = new DrawingQuality(this.settings, this.viewport, this.statusLine, () => this.world, () => this.sensors);
    this.connection = new Connection(this, this.subscription());
    this.driver = new Driver(this.connection, (azimuth) => this.cameras.turn(azimuth, 0));
    this.given = new GivenSetPoints(this.driver, () => this.world);
    this.rewinds = new Rewinds((request) => this.connection.send(request));
    this.seeker = new Seeker((request) => this.connection.ask(request));
    this.recordControls = new RecordControls(this.connection, this.confirm, this.toasts, () => this.status);
    const editor = (this.editor = new WorldEditor(this.connection, () => this.world));
    this.picking = new Picking(
      this.viewport, this.cameras, () => this.world, (body, pose) => editor.place(body, pose), (body, from) => editor.remember(body, from));
    this.timeBar = new TimeBar({
      play: () => this.connection.send({ type: "play" }),
      pause: () => this.connection.send({ type: "pause" }),
      step: () => this.connection.send({ type: "step", count: 1 }),
      speed: (factor) => this.connection.send({ type: "speed", factor }),
      reset: () => this.reset(),
      look: (step) => this.look(step),
      branch: (step) => this.branchAt(step),
      seek: (tick) => this.seeker.seek(tick),
      refuse: (reason) => this.toasts.say(reason),
    }, () => this.world?.file.step_ns ?? 5e6);
    this.plots = new PlotPanel(this.history, () => this.vehicleName(), this.settings, (timeS) => this.goTo(timeS), (what, name, blob) => this.save(what, name, blob));
    this.objectPanel = new ObjectPanel(
      this.picking, editor, () => this.world?.file ?? null, (text) => this.toasts.say(text), () => void this.saveDialog.show());
    this.layersPage = makeLayersPage(this.settings, this.viewport, this.cameras, () => this.world?.file.world.name ?? "");
    this.dock = new Dock([
      { key: "layers", icon: "layers", title: "Layers", content: this.layersPage },
      { key: "sensors", icon: "sensor", title: "Sensors", content: this.sensorsPage.root },
      { key: "plots", icon: "plot", title: "Plots", content: this.plots.root },
      { key: "object", icon: "object", title: "Object", content: this.objectPanel.root },
      { key: "record", icon: "record", title: "Record", content: this.recordPage.root },
      { key: "notes", icon: "warning", title: "Notes about the world", content: this.notes },
    ], this.settings);
    this.link = new SharedLink({
      settings: this.settings, cameras: this.cameras, timeBar: this.timeBar, plots: this.plots, dock: this.dock, toasts: this.toasts,
      world: () => this.world, status: () => this.status, vehicleName: () => this.vehicleName(), choose: (vehicle) => this.choose(vehicle),
      keepPicture: () => void this.keepPicture(),
    });
    const panelButtons = this.dock.buttons.filter((button) => button.dataset.page !== "notes");
    const more = [
      iconButton("home", "The view at the start", () => this.cameras.home(), "Home", "Home"),
      iconButton("fit", "Show the whole world", () => this.world && this.cameras.fit(this.world.bounds), "", "Fit"),
      iconButton("link", "Copy a link to this view", () => this.shareView(), "", "Share"),
      iconButton("camera", "Keep the picture", () => void this.keepPicture(), "", "Picture"),
      ...(canFilm() ? [iconButton("film", `Film: keep the last ${FILM_S} s`, () => void this.keepFilm(), "", "Film")] : []),
    ];
    this.topBar = new TopBar((mode) => this.view(mode), panelButtons, () => this.nextTheme(), () => this.help.toggle(), more);
    const stick = new Stick((along, left) => {
      if ((along === 0 && left === 0) || !this.isRefused()) this.driver.stick(along, left);
    });
    this.linkOverlay = new LinkOverlay([this.timeBar.root, this.card.root, stick.root], () => (this.frameNs === null ? "" : clockText(this.frameNs)));
    this.pointer = new PointerWatch(this.viewport.canvas, this.cameras, () => this.world, ({ point, body }) => {
      const origin = this.world?.file.origin_m ?? [0, 0, 0];
      const height = point && Math.abs(point.z + origin[2]) > 0.005 ? `  z ${digits(point.z + origin[2], 2)}` : "";
      this.statusLine.setPointer(point ? `x ${digits(point.x + origin[0], 2)}  y ${digits(point.y + origin[1], 2)}${height} m` : "");
      this.viewport.canvas.style.cursor = body ? "pointer" : "";
      if (this.picking.hover(body)) this.viewport.invalidate();
    });
    root.append(this.overlayRoot, this.legend.root, this.linkOverlay.root, this.banner.root, this.topBar.root, this.list.root, this.dock.root, this.card.root, stick.root,
      this.timeBar.root, this.statusLine.root, this.toasts.root, this.help.root, this.saveDialog.root,
      this.confirm.root);
    this.wire();
    this.connection.open(socket);
    void this.load(scene);
  }

  onLink(state: LinkState, reason: string): void {
    this.statusLine.setLink(state);
    this.linkOverlay.show(state);
    if (state !== "live" && this.frameNs !== null) this.timeBar.showLastFrame(this.frameNs);
    if (reason) this.toasts.say(reason, "warn");
  }

  onText(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        // A recording cannot be driven.
        this.canDrive = message.can.includes("drive");
        document.documentElement.classList.toggle("recorded", !this.canDrive);
        this.meet(message.run);
        this.reload(message.revision);
        break;
      case "scene_changed":
        this.reload(message.revision);
        break;
      case "status":
        if (message.branch !== this.branch) this.startAgain(message.branch, message);
        else if (this.status === null) this.given.restart(message);
        this.status = message;
        this.timeBar.update(message);
        this.statusLine.update(message);
        this.recordPage.update(message);
        this.receiveStatus(message);
        break;
      case "moments":
        this.timeBar.marks.setMoments(message.steps, this.world?.file.step_ns ?? 5e6);
        break;
      case "drive":
        this.driver.receive(message.vehicle, message.drive);
        this.given.note(message, this.frameNs ?? 0);
        break;
      case "reading":
        this.sensors?.read(message);
        break;
      case "refused":
        this.toasts.say(message.reason, "warn");
        break;
      case "event":
        this.toasts.say(message.text, "warn");
        break;
      case "goodbye":
        this.linkOverlay.sayGoodbye(message.reason);
        break;
      default:
        break;
    }
  }

  onBinary(message: Message): void {
    const now = performance.now();
    this.take(message, now);
    this.messageMs += 0.01 * (performance.now() - now - this.messageMs);
  }

  private take(message: Message, now: number): void {
    // Poses of another run mean nothing in the scene of this one.
    if (this.run !== this.shownRun) return;
    if (message.isPast) this.takePast(message, now);
    else if (message.kind === "poses") this.takePoses(message, now);
    else if (message.kind === "vehicles") this.takeVehicles(message);
    else if (message.kind === "contacts") {
      if (!this.isLookingBack) this.overlays?.receiveContacts(message, now);
      this.viewport.invalidate();
    } else {
      this.sensors?.receive(message);
      this.viewport.invalidate();
    }
  }

  private takePoses(message: Poses, now: number): void {
    this.frameNs = message.timeNs;
    if (!this.world) return;
    this.world.receive(message, now);
    const frame = this.world.file.vehicles[this.driver.chosen]?.frame;
    if (frame !== undefined) this.cameras.findSubject(this.world.livePositionOf(frame));
    this.overlays?.receivePoses(this.world.live, message.timeNs, now);
    this.poseRing.add(this.world.live, message.timeNs);
  }

  /** Everything of a moment belongs together: bodies, forces, contacts, readings, speeds, curves and the clock. */
  private takePast(message: Message, now: number): void {
    if (!this.isLookingBack) return;
    if (message.kind === "poses") {
      this.pastNs = message.timeNs;
      this.world?.hold(message);
      this.timeBar.showPast(message.step);
      this.overlays?.lookAt(message.timeNs);
      this.sensors?.lookAt(message.timeNs);
      this.plots.lookAt(message.timeNs * 1e-9);
    } else if (message.kind === "vehicles") this.showVehicles(message.vehicles, true);
    else if (message.kind === "contacts") this.overlays?.receiveContacts(message, now);
    this.viewport.invalidate();
  }

  choose(vehicle: number): void {
    if (!this.world?.file.vehicles[vehicle]) return;
    if (vehicle !== this.driver.chosen) this.history.clear();
    this.driver.choose(vehicle);
    this.list.choose(vehicle);
    const { name } = this.world.file.vehicles[vehicle];
    this.card.setVehicle(name, vehicle);
    this.dock.setSubject("plots", name);
    this.contacts.forgetChosen();
    this.updateCard();
    this.viewport.invalidate();
  }

  view(mode: ViewMode): void {
    this.cameras.setMode(mode);
  }

  private wire(): void {
    const themed = (): void => {
      const sky = this.world?.file.sky;
      this.viewport.setTheme(isDark(this.settings.theme.value), {
        ...(sky?.zenith && { zenith: new Color().setRGB(...sky.zenith, SRGBColorSpace) }),
        ...(sky?.horizon && { horizon: new Color().setRGB(...sky.horizon, SRGBColorSpace) }),
      });
    };
    this.settings.theme.watch(themed);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed);
    this.viewport.quality.watch(() => this.quality.apply());
    this.settings.layers.watch((layers) => {
      this.viewport.setShadows(layers.shadows);
      this.quality.tell();
      this.viewport.floor.setLines(layers.floor);
      this.overlays?.updateVehicles(this.vehicles);
      this.viewport.invalidate();
      this.subscribe();
    });
    this.cameras.onModeChange = (mode) => this.topBar.setView(mode);
    this.topBar.setView(this.cameras.mode);
    this.viewport.beforeDraw.push(() => this.beforeDraw());
    listenToKeys({
      drive: (key) => this.drive(key),
      brake: (isPressed) => this.canDrive && this.driver.brake(isPressed),
      handBrake: () => this.canDrive && this.driver.handBrake(),
      choose: (place) => this.choose(this.world ? (byName(this.world.file)[place] ?? -1) : -1),
      playOrPause: () => this.timeBar.toggle(),
      step: () => this.timeBar.step(),
      faster: (direction) => this.timeBar.changeSpeed(direction),
      reset: () => this.reset(),
      undoMove: () => this.undoMove(),
      view: (mode) => this.view(mode),
      home: () => this.cameras.home(),
      record: (what) => this.recordControls.key(what),
      help: () => this.help.toggle(),
      escape: () => this.dock.show(null),
      turn: (azimuth, elevation) => this.cameras.turn(azimuth, elevation),
    }, this.viewport.canvas);
    addEventListener("gamepadconnected", (event) => {
      this.toasts.say(`Gamepad connected: ${event.gamepad.id}. Its left stick drives ${this.vehicleName()}.`);
    });
    addEventListener("gamepaddisconnected", (event) => this.toasts.say(`Gamepad disconnected: ${event.gamepad.id}`, "warn"));
    addEventListener("hashchange", () => this.link.follow());
    this.picking.picked.onChange((body) => {
      if (body && this.dock.page === null && matchMedia("(min-width: 720px)").matches) this.dock.show("object");
      if (body?.kind === "vehicle") this.choose(body.index);
    });
  }

  /** Fetch the scene again if it has changed and is not being loaded. */
  private reload(revision: number): void {
    this.wanted = revision;
    if (!this.isLoading && this.revision !== revision) void this.load();
  }

  private async load(responses = fetchScene()): Promise<void> {
    this.isLoading = true;
    try {
      await this.build(responses);
    } finally {
      this.isLoading = false;
    }
    // It has changed while it was loaded.
    if (this.revision >= 0 && (this.wanted > this.revision || this.run !== this.shownRun)) void this.load();
  }

  private async build(responses: SceneResponses): Promise<void> {
    const run = this.run;
    const [json, meshes] = await Promise.all([responses.json, responses.glb]).catch(() => [null, null]);
    if (!json?.ok || !meshes?.ok) {
      if (!this.connection.isLive && this.world) return;
      this.toasts.say("The scene could not be loaded", "warn");
      return;
    }
    const file = (await json.json()) as SceneFile;
    const glb = readGlb(await meshes.arrayBuffer());
    const isFirst = this.world === null;
    performance.mark("scene");
    const world = new World(file, glb, () => this.viewport.invalidateShadows(), this.quality.isReduced);
    // The old world stays visible until the new one has its textures; the first one is shown at once.
    if (!isFirst) await world.meshes.loaded;
    const isNewRun = !isFirst && run !== this.shownRun;
    const isSameWorld = this.world?.file.world.file === file.world.file;
    this.poseRing.clear();
    const before = (isNewRun ? null : this.sensors) ?? undefined;
    const picked = isNewRun ? null : this.picking.picked.value;
    this.clear();
    // The first scene was requested together with the connection.
    this.shownRun = isFirst ? this.run : run;
    this.revision = file.revision;
    this.world = world;
    this.viewport.scene.add(world.root);
    this.viewport.floor.place(world.bounds.center.x, world.bounds.center.y, Math.min(0, world.bounds.low) - 0.01);
    this.overlays = new Overlays(world, this.cameras, this.settings);
    this.overlayRoot.append(this.overlays.labels.root);
    this.viewport.scene.add(this.overlays.root);
    this.sensors = new Sensors(world, this.settings, before);
    this.overlayRoot.append(this.sensors.previews.root);
    this.viewport.scene.add(this.sensors.root);
    this.sensors.setReduced(this.quality.isReduced);
    this.sensors.shown.onChange(() => this.subscribe());
    this.sensorsPage.setWorld(file, this.sensors);
    this.list.setWorld(file);
    this.driver.setWorld(file);
    // A change of the scene leaves set points alone; those of another run, or that came before the scene, count from here.
    if (isFirst || isNewRun) {
      if (this.status) this.given.restart(this.status);
      else this.driver.restart([]);
    }
    this.showNotes(file.warnings);
    this.topBar.setWorld(file.world.name);
    if (isFirst || (isNewRun && !isSameWorld)) this.begin(file, world);
    if (isNewRun) {
      this.history.clear();
      this.toasts.say(`The program was started again: this is ${isSameWorld ? "a new run" : file.world.name}`);
    }
    this.picking.picked.value = file.bodies.find((body) => body.kind === picked?.kind && body.name === picked.name) ?? null;
    this.objectPanel.refresh();
    if (isFirst) this.link.follow();
    void world.meshes.pictures(file.sky.box ?? []).then((pictures) => {
      this.viewport.setSkyBox(pictures);
      this.settings.theme.value = this.settings.theme.value;
    });
    this.choose(this.driver.chosen);
    this.card.root.hidden = file.vehicles.length === 0;
    this.layersPage.querySelector(".views")?.dispatchEvent(new Event("skidpad-refresh"));
    this.subscribe();
    this.viewport.prepare(world.root);
    this.viewport.open();
    this.viewport.invalidateShadows();
    document.documentElement.dataset.ready = "yes";
    performance.mark("world");
    if (isFirst) this.tellWhenDrawn(this.viewport.drawnCount);
  }

  /** Store the time from opening the page to the first frame of the world [ms], for tests. */
  private tellWhenDrawn(before: number): void {
    requestAnimationFrame(() => {
      if (this.viewport.drawnCount === before) this.tellWhenDrawn(before);
      else document.documentElement.dataset.drawnMs = performance.now().toFixed(0);
    });
  }

  /** Apply the settings of the world file, the first time. */
  private begin(file: SceneFile, world: World): void {
    const { gui, light } = file;
    const followed = file.vehicles.findIndex((vehicle) => vehicle.name === gui.follow_vehicle);
    this.driver.choose(Math.max(0, followed));
    this.cameras.setMode("orbit");
    this.cameras.begin(gui, file.origin_m, world.bounds, this.subject());
    this.settings.suggest({
      forces: gui.show_forces, points: gui.show_sensor_points,
      shadows: light.shadows && !this.viewport.quality.value.withoutShadows,
    });
    this.viewport.setShadow(light.shadow);
    sunSliders.azimuth.input.value = String(Math.round((light.azimuth_rad * 180) / Math.PI));
    sunSliders.elevation.input.value = String(Math.round((light.elevation_rad * 180) / Math.PI));
    this.viewport.setBrightness(light);
    this.viewport.setSun(light.azimuth_rad, light.elevation_rad, new Color(...light.color), light.ambient);
    this.settings.theme.value = this.settings.theme.value;
    if (followed >= 0) this.cameras.setMode("follow", gui.camera_distance_m === undefined);
  }

  private clear(): void {
    this.picking.picked.value = null;
    this.overlays?.dispose();
    this.sensors?.dispose();
    this.world?.dispose();
  }

  private subscription(): Subscription {
    return {
      // Software rendering draws fewer frames, so it needs fewer messages.
      rate_hz: this.quality.isReduced ? 20 : 30, poses: true, vehicles: true, contacts: this.settings.layers.value.contacts,
      max_points: this.quality.isReduced ? REDUCED_POINTS : 0,
      sensors: this.sensors ? [...this.sensors.shown.value].sort((a, b) => a - b) : [],
    };
  }

  private subscribe(): void {
    this.connection.subscribe(this.subscription());
  }

  private beforeDraw(): boolean {
    const now = performance.now();
    if (this.canDrive) this.driver.poll(now, !this.isLookingBack);
    const world = this.world;
    if (!world) return false;
    const hasMoved = world.advance(now);
    if (hasMoved) {
      this.overlays?.updateFrames();
      this.picking.refresh();
      if (this.dock.page === "object") this.objectPanel.update();
      this.viewport.renderer.shadowMap.needsUpdate = true;
    }
    this.pointer.update(now);
    this.leaveRoom();
    const fades = this.overlays?.update(now, this.driver.chosen) ?? false;
    this.sensors?.update();
    this.legend.update({
      layers: this.settings.layers.value, theme: this.settings.theme.value, cloudColor: this.settings.cloudColor.value,
      hasClouds: this.sensors?.hasClouds ?? false, hasScans: this.sensors?.hasScans ?? false,
      hasContacts: this.overlays?.hasContacts ?? false, missing: this.missingScans, forceScaleMPerN: world.file.gui.force_scale_m_per_n,
    });
    if (this.dock.page === "plots") this.plots.update(now);
    return hasMoved || fades;
  }

  private get missingScans(): "none" | "some" | "all" {
    const { points, fans } = this.settings.layers.value;
    return this.sensors && (points || fans) ? this.sensors.missing : "none";
  }

  private takeVehicles({ vehicles, timeNs }: Vehicles): void {
    for (const vehicle of this.contacts.begun(vehicles)) this.timeBar.marks.add("collision", timeNs, `collision of ${this.world?.file.vehicles[vehicle]?.name ?? "a vehicle"}`);
    this.remember(vehicles, timeNs);
    if (this.isLookingBack) return;
    const now = performance.now();
    const isRead = now - this.writtenMs > WRITING_MS;
    if (isRead) this.writtenMs = now;
    this.showVehicles(vehicles, isRead);
  }

  /** Show speeds and forces; numbers are written if `isRead`. */
  private showVehicles(vehicles: VehicleState[], isRead: boolean): void {
    this.vehicles = vehicles;
    // Motion requests a frame by itself; forces and ghosts can change without motion.
    if (this.overlays?.updateVehicles(vehicles)) this.viewport.invalidate();
    if (this.dock.page === "object") this.objectPanel.update();
    if (this.dock.page === "sensors") this.sensorsPage.update();
    if (!isRead) return;
    this.list.update(vehicles);
    this.updateCard();
  }

  private updateCard(): void {
    const { chosen, kind, brakeWords } = this.driver;
    const state = this.vehicles[chosen];
    const touched = this.contacts.touchedBy(chosen, state?.isInCollision ?? false, this.isLookingBack);
    this.card.update(state, kind, this.givenNow, this.isLookingBack ? "" : brakeWords, touched);
  }

  /** What the chosen vehicle is asked for at the moment that is shown. */
  private get givenNow(): Given {
    if (this.isFilming) return { setPoint: null, isWorld: false, notDriven: "not driven while a film is made" };
    return this.isLookingBack ? this.given.at(this.pastNs) : this.given.now;
  }

  /** Add the chosen vehicle to what can be plotted. */
  private remember(vehicles: VehicleState[], timeNs: number): void {
    const state = vehicles[this.driver.chosen];
    const of = this.world?.file.vehicles[this.driver.chosen];
    if (!state || !of || !this.world) return;
    const [x, y] = this.world.live.subarray(of.frame * POSE_WORDS, of.frame * POSE_WORDS + 2);
    const ghost = ghostPose(of.start, state.odometry);
    this.history.add({ timeS: timeNs * 1e-9, state, drift: Math.hypot(ghost[0] - x, ghost[1] - y) });
  }

  private receiveStatus(status: Status): void {
    this.writing.update(status);
    for (const key of ["csv", "mcap"] as const) {
      const files = status[key];
      this.timeBar.marks.write(key, files?.file.replace(/.*[\\/]/, "") ?? null, files?.since_ns ?? 0, status.time_ns);
    }
    const linkedS = this.link.takeMoment(status);
    if (linkedS !== null) this.goTo(linkedS);
  }

  /** Go to a time of a recording, or look at the kept moment nearest to it. */
  private goTo(timeS: number): void {
    const { recording, moments, step: now } = this.status ?? {};
    const step = Math.round((timeS * 1e9) / (this.world?.file.step_ns ?? 5e6));
    if (recording) this.seeker.seek(step);
    else if (moments && now !== undefined && step >= moments[0] && step < now && !this.isFilming) this.timeBar.lookAt(step);
  }

  /** Another run than before: the program was started again. Its scene replaces the old one. */
  private meet(run: string): void {
    if (this.run !== null && this.run !== run) {
      this.revision = -1;
      this.timeBar.toNow();
      this.timeBar.marks.clear();
      this.writing.forget();
      this.status = null;
    }
    // The first scene was requested together with the connection.
    if (this.run === null) this.shownRun = run;
    this.run = run;
  }

  /** A reset can be undone: the run keeps the time line that it leaves. */
  private reset(): void {
    // The moment that is looked at will not be there.
    if (this.isLookingBack && !this.isFilming) this.timeBar.toNow();
    this.rewinds.request({ type: "reset" });
    if (!this.canDrive) return;
    this.toasts.say("Reset to the start", "note", [{ label: "Undo", run: () => this.undo() }]);
  }

  private subject(): Subject | null {
    const vehicle = this.world?.file.vehicles[this.driver.chosen];
    if (!vehicle || !this.world) return null;
    const reach = Math.max(0.2, ...vehicle.wheels.map((wheel) => this.world!.positionOf(wheel.frame).distanceTo(this.world!.positionOf(vehicle.frame)) * 2));
    return { position: this.world.positionOf(vehicle.frame), yaw: this.world.yawOf(vehicle.frame), size: reach };
  }

  private vehicleName(): string {
    return this.world?.file.vehicles[this.driver.chosen]?.name ?? "vehicle";
  }

  private look(step: number | null): void {
    this.isLookingBack = step !== null;
    document.documentElement.classList.toggle("looking-back", this.isLookingBack);
    this.statusLine.setInstead(this.isLookingBack ? "the past" : "");
    if (step !== null) this.connection.send({ type: "peek", step });
    else {
      this.pastNs = null;
      this.world?.release();
      this.overlays?.lookAt(null);
      this.sensors?.lookAt(null);
      this.plots.lookAt(null);
    }
    this.viewport.invalidate();
  }

  /** A robot that is not seen is not driven, but it can always be stopped. */
  private drive(key: Key): void {
    if (!this.canDrive) return;
    if (key === " " || !this.isRefused()) this.driver.key(key);
  }

  private isRefused(): boolean {
    if (!this.isLookingBack) return false;
    this.toasts.say(this.isFilming ? "A film is being made: drive again when it is saved" : "This is an earlier moment: continue from here, or go back to now, to drive");
    return true;
  }

  private branchAt(step: number): void {
    this.look(null);
    this.rewinds.request({ type: "branch", step });
    const time = clockText(step * (this.world?.file.step_ns ?? 0));
    this.toasts.say(`Continued from ${time}`, "note", [{ label: "Undo", run: () => this.undo() }]);
  }

  /** Time was set back, by this client or another one. */
  private startAgain(branch: number, status: Status): void {
    const { time_ns, recording } = status;
    this.branch = branch;
    const { isOwn } = this.rewinds;
    if (this.rewinds.isAlongLine) {
      this.given.returnTo(status);
      this.history.cutFrom(time_ns * 1e-9);
      this.sensors?.forgetAfter(time_ns);
    } else {
      this.given.restart(status);
      this.history.clear();
      this.sensors?.forgetAfter();
    }
    this.contacts.clear();
    this.editor.forgetMoves();
    this.overlays?.trails.clear();
    const { marks } = this.timeBar;
    if (recording || this.status === null) return;
    const isReset = isOwn ? this.rewinds.isReset : time_ns < 1e9;
    marks.cutAfter(time_ns);
    marks.add(isReset ? "reset" : "branch", time_ns, isReset ? "reset" : "continued from here");
    if (!isOwn) this.toasts.say(isReset ? "Another viewer reset the run" : `Another viewer set time back to ${clockText(time_ns)}`, "warn");
  }

  private undo(): void {
    this.rewinds.request({ type: "undo" });
  }

  private undoMove(): void {
    const name = this.editor.undoMove();
    this.toasts.say(name === null ? "No move of an object to undo" : `${name} is back where it was`);
  }

  private showNotes(warnings: string[]): void {
    this.statusLine.setWarnings(warnings.length);
    this.banner.update(warnings, this.world?.file.world.file ?? "");
    this.notes.replaceChildren(...warnings.map((text) => h("li", {}, text)));
  }

  private toggleDrawing(): void {
    this.quality.toggle();
    this.subscribe();
  }

  private nextTheme(): void {
    this.settings.theme.value = isDark(this.settings.theme.value) ? "light" : "dark";
  }

  private async keepPicture(): Promise<void> {
    const labels = this.settings.layers.value.labels ? (this.overlays?.labels.drawn ?? []) : [];
    const blob = await takePicture(this.viewport, labels);
    if (!blob) return;
    this.save("Picture", `${this.world?.file.world.name ?? "world"}.png`, blob);
  }

  private save(what: string, name: string, blob: Blob): void {
    download(name, blob);
    this.toasts.say(`${what} saved: ${name}, ${sizeText(blob.size)}`, "note", [], SAVED_LIFE_MS);
  }

  private async saveScene(): Promise<void> {
    if (this.world) download(`${this.world.file.world.name}.glb`, await saveGltf(this.world));
  }

  /** Show the last seconds again and keep them as a film; the run goes on meanwhile. */
  private async keepFilm(): Promise<void> {
    const frames = this.poseRing.all;
    const { world } = this;
    if (!world || this.isFilming) return;
    if (this.isLookingBack || frames.length < 2) {
      this.toasts.say(this.isLookingBack ? `A film shows the last ${FILM_S} s of the run: go back to now first` : "There is nothing to film yet: the run has just begun");
      return;
    }
    const seconds = (frames[frames.length - 1].timeNs - frames[0].timeNs) * 1e-9;
    const progress = this.toasts.progress(`Filming the last ${seconds.toFixed(0)} s`);
    this.setFilming(true);
    try {
      const blob = await film(this.viewport.canvas, frames, ({ timeNs, poses }) => {
        if (world !== this.world) return;
        world.holdAt(poses);
        this.overlays?.lookAt(timeNs);
        this.sensors?.lookAt(timeNs);
        this.viewport.invalidate();
      }, (share) => progress.update(share));
      this.save("Film", `${world.file.world.name}.webm`, blob);
    } finally {
      progress.close();
      this.setFilming(false);
      this.look(null);
    }
  }

  /** While a film is made the picture shows the last seconds again, and the card and the time bar say so. */
  private setFilming(isFilming: boolean): void {
    this.isFilming = isFilming;
    this.isLookingBack = isFilming;
    document.documentElement.classList.toggle("filming", isFilming);
    // Forces and ghosts of those seconds are not kept.
    if (isFilming) this.overlays?.updateVehicles([]);
    this.timeBar.setFilming(isFilming);
    this.statusLine.setInstead(isFilming ? "filming" : "");
    this.updateCard();
  }

  /** On a phone, panels cover much of the picture: what the camera looks at is in the middle of the rest. */
  private leaveRoom(): void {
    const { width, height } = this.viewport.size;
    if (width >= 720) this.cameras.setCovered(0, 0);
    else {
      const below = (this.dock.page === null ? this.card.root : this.dock.root).offsetTop;
      const bottomOf = (part?: HTMLElement): number => (part ? part.offsetTop + part.offsetHeight : 0);
      const above = Math.max(bottomOf(this.list.root), bottomOf(this.sensors?.previews.root));
      this.cameras.setCovered(above, below > 0 ? height - below : 0);
    }
  }

  private shareView(): void {
    this.link.share();
  }
}
