// Which vehicles touch something, when that began, and what the chosen one touches.
import type { VehicleState } from "../net/frames";
import { touchedBy } from "./touching";
import type { World } from "./world";

/** A vehicle that bounces touches all the time, to the eye [ms]. */
const TOUCH_MS = 400;

export class ContactWatch {
  /** Vehicles that touch something now. */
  private readonly touching = new Set<number>();
  /** When the chosen vehicle touched something last, and what. */
  private touchedMs = -Infinity;
  private touched: string[] = [];

  constructor(private readonly world: () => World | null) {}

  /** Vehicles whose contact begins with these states. */
  begun(vehicles: VehicleState[]): number[] {
    return vehicles.flatMap((vehicle, index) => {
      const was = this.touching.has(index);
      if (vehicle.isInCollision === was) return [];
      if (was) this.touching.delete(index);
      else this.touching.add(index);
      return was ? [] : [index];
    });
  }

  /** What a vehicle touches by the poses that are shown, of now or of the past; `null` for nothing. */
  touchedBy(vehicle: number, isTouching: boolean, isPast: boolean): string[] | null {
    const now = performance.now();
    const world = this.world();
    if (isTouching && world) {
      this.touchedMs = now;
      const names = touchedBy(world.file, vehicle, world.poses);
      // Between two impulses the bodies may be a little apart.
      if (names.length > 0 || isPast) this.touched = names;
      return this.touched;
    }
    if (!isPast && now - this.touchedMs < TOUCH_MS) return this.touched;
    this.touched = [];
    return null;
  }

  /** Another vehicle is chosen. */
  forgetChosen(): void {
    this.touchedMs = -Infinity;
  }

  /** Time was set back. */
  clear(): void {
    this.touching.clear();
  }
}
