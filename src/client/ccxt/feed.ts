/** What a stream has brought and no reader has taken yet. A reader waits for the next item where there is none. */
export class Feed<T> {
  readonly #limit: number;
  #items: T[] = [];
  #waiting: { readonly taken: (items: T[]) => void; readonly failed: (error: Error) => void }[] = [];
  #failure: Error | null = null;

  /** @param limit how many items are kept; the oldest go first */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(item: T): void {
    this.#items.push(item);
    if (this.#items.length > this.#limit) this.#items.shift();
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const items = this.#items;
    this.#items = [];
    for (const { taken } of waiting) taken([...items]);
  }

  /** Ends every wait, now and later. */
  fail(error: Error): void {
    this.#failure = error;
    for (const { failed } of this.#waiting.splice(0)) failed(error);
  }

  /** Everything that came since the last time, at least one item. */
  take(): Promise<T[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#items.length > 0) {
      const items = this.#items;
      this.#items = [];
      return Promise.resolve(items);
    }
    return new Promise((taken, failed) => this.#waiting.push({ taken, failed }));
  }
}
