import { Draw, type RandomStream, streamOf } from '../../kernel/random.ts';

/**
 * Request ids: 16 lower-case hex digits (wire 0.4), drawn from a stream of the seed, so that two runs
 * of the same requests print the same ids. They stand outside the exchange: no rule reads one.
 */
export class RequestIds {
  readonly #draw: Draw;

  /**
   * @param restart - differs between the starts of one exchange, so that no id comes again; empty for the first
   * @param saved - where the ids of a saved exchange go on
   */
  constructor(seed: string, restart = '', saved?: RandomStream) {
    this.#draw = new Draw(saved ?? streamOf(seed, `request-id${restart}`));
  }

  /** Where the ids go on. */
  save(): RandomStream {
    return this.#draw.stream();
  }

  next(): string {
    return hex(this.#draw.uint32()) + hex(this.#draw.uint32());
  }
}

const hex = (word: number): string => word.toString(16).padStart(8, '0');
