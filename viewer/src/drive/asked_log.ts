// What was asked of each vehicle, and when, as far as this page was told: for looking back.

interface Asked {
  timeNs: number;
  /** The set point of a viewer; `null` where only the world file had asked for one. */
  numbers: number[] | null;
}

/** Most set points kept for a vehicle: a held stick makes 25 in a second. */
const MOST = 5000;

export class AskedLog {
  private readonly lists = new Map<number, Asked[]>();

  add(vehicle: number, timeNs: number, numbers: number[] | null): void {
    const list = this.lists.get(vehicle) ?? [];
    this.lists.set(vehicle, list);
    list.push({ timeNs, numbers });
    // What was asked before the oldest one that is kept is no longer known.
    if (list.length > MOST) list.shift();
  }

  /** What was asked at a time; `undefined` if that is not known. */
  at(vehicle: number, timeNs: number): number[] | null | undefined {
    return this.lists.get(vehicle)?.findLast((asked) => asked.timeNs <= timeNs)?.numbers;
  }

  /** Time was set back: what was asked later is not on this line. */
  cutAfter(timeNs: number): void {
    for (const [vehicle, list] of this.lists) this.lists.set(vehicle, list.filter((asked) => asked.timeNs <= timeNs));
  }

  clear(): void {
    this.lists.clear();
  }
}
