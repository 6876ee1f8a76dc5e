// How much is drawn: everything, or less where a processor draws; the status line says which.
import type { World } from "../scene/world";
import type { Sensors } from "../sensors/sensors";
import type { Settings } from "../settings";
import type { StatusLine } from "../ui/status_line";
import type { Viewport } from "./viewport";

export class DrawingQuality {
  constructor(
    private readonly settings: Settings, private readonly viewport: Viewport, private readonly statusLine: StatusLine,
    private readonly world: () => World | null, private readonly sensors: () => Sensors | null,
  ) {}

  /** Whether software rendering runs at reduced quality. */
  get isReduced(): boolean {
    return this.viewport.quality.value.isSoftware && !this.isFull;
  }

  private get isFull(): boolean {
    return this.settings.drawing.value === "full";
  }

  /** Shadows are off while quality is reduced, unless the user chose them. */
  apply(): void {
    this.settings.suggest({ shadows: !this.viewport.quality.value.withoutShadows && (this.world()?.file.light.shadows ?? true) });
    this.tell();
  }

  tell(): void {
    this.statusLine.setDrawing(this.viewport.quality.value, this.settings.layers.value.shadows, this.isFull);
  }

  toggle(): void {
    this.settings.drawing.value = this.isFull ? "auto" : "full";
    this.viewport.setFull(this.isFull);
    this.sensors()?.setReduced(this.isReduced);
    this.world()?.meshes.setReduced(this.isReduced);
  }
}
