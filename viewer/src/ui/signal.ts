// A value that tells those who listen when it changes.

export class Signal<T> {
  private readonly listeners: ((value: T) => void)[] = [];

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    this.current = value;
    for (const listener of this.listeners) listener(value);
  }

  /** Listen, beginning with the value of now. */
  watch(listener: (value: T) => void): void {
    this.listeners.push(listener);
    listener(this.current);
  }

  /** Listen to changes only. */
  onChange(listener: (value: T) => void): void {
    this.listeners.push(listener);
  }
}
