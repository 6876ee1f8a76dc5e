// The object panel: the picked body, where it is defined, and its pose to change or copy.
import type { Body, Parameter, SceneFile, WorldPose } from "../net/contract";
import { natural } from "../scene/bodies";
import { digits, h, icon } from "../ui/dom";
import type { Picking } from "./picking";
import { poseXml } from "./pose_xml";

const FIELDS = ["x", "y", "z", "yaw", "pitch", "roll"];
const DEG = 180 / Math.PI;

export class ObjectPanel {
  readonly root = h("div", { class: "object" });
  private readonly inputs: HTMLInputElement[] = [];
  private parameters: Parameter[] = [];

  constructor(
    private readonly picking: Picking, private readonly file: () => SceneFile | null,
    private readonly onPlace: (body: Body, pose: WorldPose) => void,
    private readonly say: (text: string) => void,
    private readonly fetchParameters: (body: Body) => Promise<Parameter[]>,
    private readonly onCopy: (body: Body, pose: WorldPose) => void,
    private readonly onRemove: (body: Body) => void,
    private readonly onSave: () => void,
  ) {
    picking.picked.watch((body) => {
      this.parameters = [];
      this.show(body);
      if (!body) return;
      void this.fetchParameters(body).then((parameters) => {
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

  /** Update the numbers unless the user is typing. */
  update(): void {
    const body = this.picking.picked.value;
    if (!body || this.root.offsetParent === null || this.root.contains(document.activeElement)) return;
    const pose = this.picking.poseOf(body);
    if (!pose) return;
    this.inputs.forEach((input, i) => (input.value = digits(i < 3 ? pose[i] : pose[i] * DEG, 3)));
  }

  private show(body: Body | null): void {
    this.inputs.length = 0;
    if (!body) {
      const names = [...(this.file()?.bodies ?? [])].filter((one) => one.frame !== 0).sort((a, b) => natural.compare(a.name, b.name));
      const list = h("select", { size: 10, "aria-label": "Objects" },
        ...names.map((one) => h("option", { value: one.name }, one.can_move ? one.name : `${one.name} (fixed)`)));
      list.addEventListener("change", () => (this.picking.picked.value = names[list.selectedIndex] ?? null));
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
      this.inputs.push(input);
      form.append(h("label", {}, h("span", {}, name), input));
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const numbers = this.inputs.map((input, i) => (i < 3 ? input.valueAsNumber : input.valueAsNumber / DEG));
      if (numbers.every(Number.isFinite)) this.onPlace(body, numbers as WorldPose);
      (document.activeElement as HTMLElement | null)?.blur();
    });
    form.append(h("button", { type: "submit", hidden: true }));
    return form;
  }

  private actions(body: Body): HTMLElement {
    const move = h("button", { type: "button", class: "text-button", "aria-pressed": String(this.picking.isMoving), disabled: !body.can_move }, "Drag to move");
    move.title = "Drag the object on the ground; hold Alt to turn it";
    move.addEventListener("click", () => {
      this.picking.isMoving = !this.picking.isMoving;
      move.setAttribute("aria-pressed", String(this.picking.isMoving));
    });
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
    const buttons = [move, copy];
    if (body.can_move) {
      const another = h("button", { type: "button", class: "text-button", title: "Put another one beside it, until the next reset" }, "Add a copy");
      another.addEventListener("click", () => {
        const pose = this.picking.poseOf(body);
        if (pose) this.onCopy(body, pose);
      });
      const remove = h("button", { type: "button", class: "text-button", title: "Take it out of the world, until the next reset" }, "Remove");
      remove.addEventListener("click", () => {
        this.onRemove(body);
        this.picking.picked.value = null;
      });
      buttons.push(another, remove);
    }
    return h("div", { class: "row" }, ...buttons, close);
  }
}
