// A value that tells those who listen when it changes.

export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Listen, beginning with the value of now; call what comes back to listen no more. */
  watch(listener: (value: T) => void): () => void {
    listener(this.current);
    return this.onChange(listener);
  }

  /** Listen to changes only. */
  onChange(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
