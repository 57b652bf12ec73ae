/** A value that can be read at any time and tells when it changes. */
export interface Readable<T> {
  get(): T;
  /** Calls `listener` after each change; the answer ends that. */
  subscribe(listener: () => void): () => void;
}

/** A readable with a setter; setting the same value tells nobody. */
export class Value<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Those who want to be told of something. */
export class Listeners<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** The answer ends it. */
  add(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(news: T): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}
