export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export class Emitter<T> {
  readonly #listeners = new Set<(event: T) => void>();

  on(listener: (event: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** An observable with a setter. Setting the value it already has notifies nobody. */
export class ObservableValue<T> implements Observable<T> {
  #value: T;
  readonly #changes = new Emitter<void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.#changes.emit();
  }

  subscribe(listener: () => void): () => void {
    return this.#changes.on(listener);
  }
}
