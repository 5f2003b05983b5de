/** Returns true when the list still shows the failure that is being shrunk. */
export type Fails<Item> = (items: readonly Item[]) => Promise<boolean>;

interface Limits {
  readonly maxTries: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: { readonly tries: number; readonly length: number }) => void) | undefined;
}

/** The predicate with a memory: no list is tried twice, and none once the tries are used up or the signal has come. */
export class Tries<Item> {
  readonly #fails: Fails<Item>;
  readonly #limits: Limits;
  readonly #verdicts = new Map<string, boolean>();
  readonly #numbers = new Map<Item, number>();
  #shortest = Number.POSITIVE_INFINITY;
  #count = 0;
  #wasRefused = false;

  constructor(fails: Fails<Item>, limits: Limits) {
    this.#fails = fails;
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** True once a list was not tried because of the limits. */
  get isOver(): boolean {
    return this.#wasRefused;
  }

  async fails(items: readonly Item[]): Promise<boolean> {
    const key = items.map((item) => this.#numberOf(item)).join(',');
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    if (this.#wasRefused || this.#count >= this.#limits.maxTries || this.#limits.signal?.aborted === true) {
      this.#wasRefused = true;
      return false;
    }
    this.#count += 1;
    const verdict = await this.#fails(items);
    this.#verdicts.set(key, verdict);
    if (verdict) this.#shortest = Math.min(this.#shortest, items.length);
    this.#limits.onProgress?.({ tries: this.#count, length: this.#shortest });
    return verdict;
  }

  #numberOf(item: Item): number {
    const known = this.#numbers.get(item);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(item, number);
    return number;
  }
}
