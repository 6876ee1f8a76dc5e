// A value that was asked for and that no status has confirmed yet.

/** A request older than this is forgotten [ms]. */
const LIFE_MS = 2000;

/** A status arrives four times per second: a second press before it must not be judged by the state of before the first. */
export class Pending<T> {
  private asked: { value: T; ms: number } | null = null;

  make(value: T, nowMs: number): void {
    this.asked = { value, ms: nowMs };
  }

  confirm(value: T): void {
    if (this.asked?.value === value) this.asked = null;
  }

  /** What was asked for lately, or what the last status said. */
  orElse(seen: T, nowMs: number): T {
    return this.asked === null || nowMs - this.asked.ms > LIFE_MS ? seen : this.asked.value;
  }
}
