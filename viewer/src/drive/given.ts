// What vehicles are asked for: now, and at a moment of the past as far as this page was told.
import type { GivenSetPoint, Status } from "../net/contract";
import type { World } from "../scene/world";
import { AskedLog } from "./asked_log";
import type { Driver } from "./driver";
import { numbersOf } from "./setpoint";

/** What a vehicle is asked for at the moment that is shown. */
export interface Given {
  /** `null` where it is not known. */
  setPoint: number[] | null;
  /** Whether the world file asks for it, because no viewer has driven the vehicle. */
  isWorld: boolean;
  /** Why the vehicle is not driven from here now; empty if it is. */
  notDriven: string;
}

export class GivenSetPoints {
  private readonly log = new AskedLog();

  constructor(private readonly driver: Driver, private readonly world: () => World | null) {}

  /** Set points that vehicles have from viewers now. Those of the others are the world file's, since the start. */
  restart({ driven, time_ns }: Status): void {
    this.driver.restart(driven);
    this.log.clear();
    this.world()?.file.vehicles.forEach((_, vehicle) => {
      const given = driven.find((it) => it.vehicle === vehicle);
      if (given) this.note(given, time_ns);
      else this.log.add(vehicle, 0, null);
    });
  }

  /** Time was set back along what this page was told. */
  returnTo({ driven, time_ns }: Status): void {
    this.log.cutAfter(time_ns);
    this.driver.restart(driven);
  }

  note({ vehicle, drive }: GivenSetPoint, timeNs: number): void {
    const kind = this.world()?.file.vehicles[vehicle]?.drive;
    const numbers = kind && numbersOf(kind, drive);
    if (numbers) this.log.add(vehicle, timeNs, numbers);
  }

  /** What the chosen vehicle is asked for now. */
  get now(): Given {
    const { setPoint, isDriven } = this.driver;
    return { setPoint, isWorld: !isDriven, notDriven: "" };
  }

  /** What it was asked for at a time [ns]; `null` for one that is not known yet. */
  at(timeNs: number | null): Given {
    const { chosen } = this.driver;
    const then = timeNs === null ? undefined : this.log.at(chosen, timeNs);
    const ofWorld = this.world()?.file.vehicles[chosen]?.set_point ?? null;
    return { setPoint: then === null ? ofWorld : (then ?? null), isWorld: then === null, notDriven: "an earlier moment: not driven" };
  }
}
