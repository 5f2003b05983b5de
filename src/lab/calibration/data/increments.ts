import { formatUnits, parseUnits } from '../../../kernel/decimal.ts';

/** Numbers that are enough to know what all others are multiples of. */
const ENOUGH = 30;

/** The largest step of which all numbers are multiples. */
export class Increments {
  readonly #seen = new Set<string>();
  #step = 0n;

  add(text: string): void {
    // Sizes repeat, and a step that is found soon stays.
    if (this.#seen.size < 10_000) {
      if (this.#seen.has(text)) return;
      this.#seen.add(text);
    }
    const units = parseUnits(text) ?? 0n;
    if (this.#step === 0n || units % this.#step !== 0n) this.#step = greatest(this.#step, units);
  }

  /** As decimal text; null while too few numbers say so. */
  step(): string | null {
    return this.#seen.size < ENOUGH || this.#step === 0n ? null : formatUnits(this.#step);
  }
}

const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatest(b, a % b));
