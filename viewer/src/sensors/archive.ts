// Readings that have arrived, so that looking back shows what sensors saw at that time.

interface Entry<T> {
  key: string;
  timeNs: number;
  size: number;
  item: T;
}

/** Readings closer together than this are not all kept [ns]: moments to look at are farther apart. */
const SPACING_NS = 100e6;

export class ReadingArchive<T> {
  private readonly lists = new Map<string, Entry<T>[]>();
  private readonly newest = new Map<string, Entry<T>>();
  /** All entries of the lists, oldest first. */
  private queue: Entry<T>[] = [];
  private size = 0;

  constructor(private readonly mostBytes: number) {}

  add(key: string, timeNs: number, size: number, item: T): void {
    const entry = { key, timeNs, size, item };
    this.newest.set(key, entry);
    const list = this.lists.get(key) ?? [];
    this.lists.set(key, list);
    if ((list.at(-1)?.timeNs ?? -Infinity) >= timeNs) this.forgetFrom(key, list, timeNs);
    else if (timeNs - (list.at(-1)?.timeNs ?? -Infinity) < SPACING_NS) return;
    list.push(entry);
    this.queue.push(entry);
    this.size += size;
    while (this.size > this.mostBytes && this.queue.length > 1) {
      const oldest = this.queue.shift()!;
      this.lists.get(oldest.key)?.shift();
      this.size -= oldest.size;
    }
  }

  get keys(): IterableIterator<string> {
    return this.lists.keys();
  }

  /** The last reading at or before a time, if it is no older than `withinNs` and the spacing of what is kept. */
  at(key: string, timeNs: number, withinNs: number): T | null {
    const newest = this.newest.get(key);
    const entry = newest && newest.timeNs <= timeNs ? newest : this.lists.get(key)?.findLast((it) => it.timeNs <= timeNs);
    return entry && timeNs - entry.timeNs <= withinNs + SPACING_NS ? entry.item : null;
  }

  latest(key: string): T | null {
    return this.newest.get(key)?.item ?? null;
  }

  /** How many readings are kept. */
  get count(): number {
    return this.queue.length;
  }

  /** Time was set back: forget what is later. */
  cutAfter(timeNs: number): void {
    for (const [key, list] of this.lists) {
      this.forgetFrom(key, list, timeNs + 1);
      const last = list.at(-1);
      if (last) this.newest.set(key, last);
      else this.newest.delete(key);
    }
  }

  clear(): void {
    this.lists.clear();
    this.newest.clear();
    this.queue = [];
    this.size = 0;
  }

  /** Time was set back: what follows belongs to another line. */
  private forgetFrom(key: string, list: Entry<T>[], timeNs: number): void {
    while (list.length > 0 && list[list.length - 1].timeNs >= timeNs) this.size -= list.pop()!.size;
    this.queue = this.queue.filter((entry) => entry.key !== key || entry.timeNs < timeNs);
  }
}
