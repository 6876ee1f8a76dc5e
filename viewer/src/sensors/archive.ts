// Readings that have arrived, so that looking back shows what sensors saw at that time.

interface Entry<T> {
  key: string;
  timeNs: number;
  size: number;
  item: T;
}

export class ReadingArchive<T> {
  private readonly lists = new Map<string, Entry<T>[]>();
  /** All entries, oldest first. */
  private queue: Entry<T>[] = [];
  private size = 0;

  constructor(private readonly mostBytes: number) {}

  add(key: string, timeNs: number, size: number, item: T): void {
    const entry = { key, timeNs, size, item };
    const list = this.lists.get(key) ?? [];
    // Time was set back: what follows belongs to another line.
    while (list.length > 0 && list[list.length - 1].timeNs >= timeNs) this.size -= list.pop()!.size;
    list.push(entry);
    this.lists.set(key, list);
    this.queue.push(entry);
    this.size += size;
    while (this.size > this.mostBytes && this.queue.length > 1) this.drop(this.queue.shift()!);
    // Entries that were replaced stay in the queue until it is tidied.
    if (this.queue.length > 20_000) this.queue = this.queue.slice(10_000);
  }

  get keys(): IterableIterator<string> {
    return this.lists.keys();
  }

  /** The last reading at or before a time, if it is no older than `withinNs`. */
  at(key: string, timeNs: number, withinNs: number): T | null {
    const entry = this.lists.get(key)?.findLast((it) => it.timeNs <= timeNs);
    return entry && timeNs - entry.timeNs <= withinNs ? entry.item : null;
  }

  latest(key: string): T | null {
    return this.lists.get(key)?.at(-1)?.item ?? null;
  }

  clear(): void {
    this.lists.clear();
    this.queue = [];
    this.size = 0;
  }

  private drop(entry: Entry<T>): void {
    const list = this.lists.get(entry.key);
    if (list?.[0] !== entry) return;
    list.shift();
    this.size -= entry.size;
  }
}
