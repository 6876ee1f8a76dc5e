// The object panel: the picked body, where it is defined, and its pose to change or copy.
import type { Body, Parameter, SceneFile, WorldPose } from "../net/contract";
import { natural } from "../scene/bodies";
import { digits, h, icon } from "../ui/dom";
import type { Picking } from "./picking";
import { poseXml } from "./pose_xml";
import type { WorldEditor } from "./world_editor";

/** Steps of the arrow keys in the fields of a pose [m] and [°]. */
const STEPS = [10, 1, 0.1, 0.01, 0.001, 0.0001];
/** The step of an angle [°] that goes with a step of a length [m]. */
const angleStep = (length: number): number => Math.min(90, Number((50 * length).toFixed(3)));
const KINDS: [Body["kind"], string][] = [["vehicle", "Vehicles"], ["block", "Blocks"], ["actor", "Persons"], ["element", "Floors and walls"]];
const FIELDS = ["x", "y", "z", "yaw", "pitch", "roll"];
const DEG = 180 / Math.PI;

export class ObjectPanel {
  readonly root = h("div", { class: "object" });
  private readonly inputs: HTMLInputElement[] = [];
  private parameters: Parameter[] = [];
  /** Names in the list, while it is shown. */
  private listed = "";
  private readonly placeButton = h("button", { type: "button", class: "text-button", title: "The object follows the pointer until a click" }, "Click to place");
  private readonly stepSelect = h("select", { "aria-label": "Step of the arrow keys" },
    ...STEPS.map((step) => h("option", { value: step }, `${step} m, ${angleStep(step)}°`)));

  constructor(
    private readonly picking: Picking, private readonly editor: WorldEditor, private readonly file: () => SceneFile | null,
    private readonly say: (text: string) => void, private readonly onSave: () => void,
  ) {
    picking.placing.onChange((placing) => this.placeButton.setAttribute("aria-pressed", String(placing !== null)));
    this.stepSelect.value = "0.1";
    picking.picked.watch((body) => {
      this.parameters = [];
      this.show(body);
      if (!body) return;
      void this.editor.parametersOf(body).then((parameters) => {
        if (picking.picked.value !== body) return;
        this.parameters = parameters;
        this.show(body);
      });
    });
  }

  /** The world has changed: list what is in it now. */
  refresh(): void {
    if (!this.picking.picked.value) this.show(null);
  }

  /** Update the list, or the numbers unless the user is typing. */
  update(): void {
    const body = this.picking.picked.value;
    if (!body && namesOf(this.present) !== this.listed) this.show(null);
    if (!body || this.root.offsetParent === null || this.root.contains(document.activeElement)) return;
    const pose = this.picking.poseOf(body);
    if (!pose) return;
    this.inputs.forEach((input, i) => (input.value = digits(i < 3 ? pose[i] : pose[i] * DEG, 3)));
  }

  /** What can be chosen: what is in the world at the moment that is shown. */
  private get present(): Body[] {
    return (this.file()?.bodies ?? []).filter((one) => one.frame !== 0 && this.picking.isPresent(one));
  }

  private show(body: Body | null): void {
    this.inputs.length = 0;
    if (!body) {
      this.listed = namesOf(this.present);
      const names = this.present.sort((a, b) => natural.compare(a.name, b.name));
      const ordered = KINDS.flatMap(([kind]) => names.filter((one) => one.kind === kind));
      const option = (one: Body): HTMLElement => h("option", { value: one.name }, one.can_move ? one.name : `${one.name} (moves by itself)`);
      const list = h("select", { size: 10, "aria-label": "Objects" }, ...KINDS.map(([kind, title]) => {
        const group = ordered.filter((one) => one.kind === kind);
        return group.length > 0 && h("optgroup", { label: title }, ...group.map(option));
      }));
      list.addEventListener("change", () => (this.picking.picked.value = ordered[list.selectedIndex] ?? null));
      this.root.replaceChildren(h("p", { class: "hint" }, "Click an object in the world, or choose one."), list, this.save());
      return;
    }
    const title = h("h3", {}, body.name, h("small", {}, body.kind));
    const place = body.place ? h("p", { class: "place" }, body.place) : null;
    const parts: (Node | null)[] = [title, place];
    if (body.frame !== 0) parts.push(this.poseForm(body), this.actions(body));
    if (this.parameters.length > 0) {
      parts.push(h("table", { class: "parameters" }, h("tbody", {}, ...this.parameters.map(({ name, value, place: where }) =>
        h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value), h("td", { class: "place" }, where))))));
    }
    parts.push(this.save());
    this.root.replaceChildren(...parts.filter((part) => part !== null));
    this.update();
  }

  private save(): HTMLElement {
    const button = h("button", { type: "button", class: "text-button", title: "Show what was moved, added and removed, and write it into a world file" }, "Save changes …");
    button.addEventListener("click", this.onSave);
    return h("div", { class: "row" }, button);
  }

  private poseForm(body: Body): HTMLElement {
    const form = h("form", { class: "pose" });
    FIELDS.forEach((name, i) => {
      const input = h("input", { type: "number", step: "any", disabled: !body.can_move, "aria-label": `${name} ${i < 3 ? "[m]" : "[°]"}` });
      input.addEventListener("keydown", (event) => this.nudge(event, body, input));
      this.inputs.push(input);
      form.append(h("label", {}, h("span", {}, `${name} [${i < 3 ? "m" : "°"}]`), input));
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const numbers = this.inputs.map((input, i) => (i < 3 ? input.valueAsNumber : input.valueAsNumber / DEG));
      if (numbers.every(Number.isFinite)) this.move(body, numbers as WorldPose);
      (document.activeElement as HTMLElement | null)?.blur();
    });
    form.append(h("button", { type: "submit", hidden: true }));
    return h("div", {}, form, h("label", { class: "slider" }, h("span", {}, "↑ ↓ step"), this.stepSelect));
  }

  /** An arrow key moves or turns the object by one step. */
  private nudge(event: KeyboardEvent, body: Body, input: HTMLInputElement): void {
    const sign = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    const length = Number(this.stepSelect.value);
    const step = this.inputs.indexOf(input) < 3 ? length : angleStep(length);
    input.value = String(Number((input.valueAsNumber + sign * step).toFixed(6)));
    const numbers = this.inputs.map((it, i) => (i < 3 ? it.valueAsNumber : it.valueAsNumber / DEG));
    if (numbers.every(Number.isFinite)) this.move(body, numbers as WorldPose);
  }

  private move(body: Body, pose: WorldPose): void {
    const from = this.picking.poseOf(body);
    if (from) this.editor.remember(body, from);
    this.editor.place(body, pose);
  }

  private actions(body: Body): HTMLElement {
    const move = h("button", { type: "button", class: "text-button", "aria-pressed": String(this.picking.isMoving), disabled: !body.can_move }, "Drag to move");
    move.title = "Drag the object on the ground; hold Alt to turn it";
    move.addEventListener("click", () => {
      this.picking.isMoving = !this.picking.isMoving;
      move.setAttribute("aria-pressed", String(this.picking.isMoving));
    });
    this.placeButton.disabled = !body.can_move;
    this.placeButton.setAttribute("aria-pressed", String(this.picking.placing.value !== null));
    this.placeButton.onclick = () => this.picking.togglePlacing(body);
    const copy = h("button", { type: "button", class: "text-button" }, icon("copy"), "Copy pose as XML");
    copy.addEventListener("click", () => {
      const pose = this.picking.poseOf(body);
      if (!pose) return;
      const text = poseXml(pose);
      void navigator.clipboard?.writeText(text).catch(() => undefined);
      this.say(text);
    });
    const close = h("button", { type: "button", class: "text-button" }, "Deselect");
    close.addEventListener("click", () => (this.picking.picked.value = null));
    const buttons = [move, this.placeButton, copy];
    if (body.can_move && body.kind !== "element") {
      const another = h("button", { type: "button", class: "text-button", title: "Put another one beside it, until the next reset" }, "Add a copy");
      another.addEventListener("click", () => {
        const pose = this.picking.poseOf(body);
        if (pose) this.editor.copy(body, pose);
      });
      const remove = h("button", { type: "button", class: "text-button", title: "Take it out of the world, until the next reset" }, "Remove");
      remove.addEventListener("click", () => {
        this.editor.remove(body);
        this.picking.picked.value = null;
      });
      buttons.push(another, remove);
    }
    return h("div", { class: "row" }, ...buttons, close);
  }
}

const namesOf = (bodies: Body[]): string => bodies.map(({ kind, name }) => `${kind} ${name}`).join("\n");
