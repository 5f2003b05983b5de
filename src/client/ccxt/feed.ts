/** Items that a stream has brought and no reader has taken yet. A reader waits for the next item where there is none. */
export class Feed<T> {
  /** Items that a reader has not taken are kept up to this number; the oldest go first. */
  static readonly KEPT = 1_000;
  readonly #keyOf: ((item: T) => string) | undefined;
  #items: T[] = [];
  #waiting: { readonly taken: (items: T[]) => void; readonly failed: (error: Error) => void }[] = [];
  #failure: Error | null = null;

  /** @param keyOf items of one key replace each other, so that a slow reader misses changes between and never the latest */
  constructor(keyOf?: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  push(item: T): void {
    const keyOf = this.#keyOf;
    if (keyOf) {
      const key = keyOf(item);
      this.#items = this.#items.filter((each) => keyOf(each) !== key);
    }
    this.#items.push(item);
    if (this.#items.length > Feed.KEPT) this.#items.shift();
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
    return this.#take(false);
  }

  /** The item that has waited longest. */
  async takeOne(): Promise<T> {
    const [item] = await this.#take(true);
    if (item === undefined) throw new Error('a feed gave nothing');
    return item;
  }

  #take(isOne: boolean): Promise<T[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#items.length > 0) return Promise.resolve(this.#items.splice(0, isOne ? 1 : Infinity));
    return new Promise((taken, failed) => this.#waiting.push({ taken, failed }));
  }
}
