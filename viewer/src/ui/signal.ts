// An observable value.

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

  /** Call with the present value and after each change; returns a function that unsubscribes. */
  watch(listener: (value: T) => void): () => void {
    listener(this.current);
    return this.onChange(listener);
  }

  /** Call after each change; returns a function that unsubscribes. */
  onChange(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
