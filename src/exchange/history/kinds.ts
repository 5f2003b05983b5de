/** Bits of a 32-bit number that are positive. */
const LAST_BIT = 30;

/** Words that states are looked for by, with a bit for each; the last bit is that of all words that come too late for one of their own. */
export class Kinds {
  readonly #bits = new Map<string, number>();

  copy(): Kinds {
    const copy = new Kinds();
    for (const [word, bit] of this.#bits) copy.#bits.set(word, bit);
    return copy;
  }

  /** The bit of a word, which is known from here on. */
  bitOf(word: string): number {
    let bit = this.#bits.get(word);
    if (bit === undefined) this.#bits.set(word, (bit = 1 << Math.min(this.#bits.size, LAST_BIT)));
    return bit;
  }

  /** Whether rows whose words have these bits may have one word of each list; an empty list asks for nothing. */
  test(wanted: readonly (readonly string[])[]): (bits: number) => boolean {
    const masks = wanted
      .filter((words) => words.length > 0)
      .map((words) => words.reduce((mask, word) => mask | (this.#bits.get(word) ?? 0), 0));
    return (bits) => masks.every((mask) => (bits & mask) !== 0);
  }
}
