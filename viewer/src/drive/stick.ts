// A round stick for thumbs: the middle is rest, the rim is full speed.
import { h } from "../ui/dom";

export class Stick {
  readonly root: HTMLElement;
  private readonly knob = h("div", { class: "knob" });
  private pointer: number | null = null;

  constructor(private readonly onMove: (along: number, left: number) => void) {
    this.root = h("div", { class: "stick", "aria-label": "Drive with a thumb", role: "img" }, this.knob);
    this.root.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerId;
      this.root.setPointerCapture(event.pointerId);
      this.move(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (event.pointerId === this.pointer) this.move(event);
    });
    const release = (event: PointerEvent): void => {
      if (event.pointerId !== this.pointer) return;
      this.pointer = null;
      this.knob.style.transform = "";
      this.onMove(0, 0);
    };
    this.root.addEventListener("pointerup", release);
    this.root.addEventListener("pointercancel", release);
  }

  private move(event: PointerEvent): void {
    const box = this.root.getBoundingClientRect();
    const radius = box.width / 2;
    let x = (event.clientX - box.left - radius) / radius;
    let y = (event.clientY - box.top - radius) / radius;
    const reach = Math.hypot(x, y);
    if (reach > 1) [x, y] = [x / reach, y / reach];
    this.knob.style.transform = `translate(${(x * radius * 0.6).toFixed(1)}px, ${(y * radius * 0.6).toFixed(1)}px)`;
    this.onMove(-y, -x);
  }
}
