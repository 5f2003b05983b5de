import { crc32 } from 'node:zlib';
import type { Push } from './listener.test-helper.ts';

type Level = { readonly price: string; readonly quantity: string };

/** A book as a client keeps it from the frames of one stream. It believes nothing: any frame that does not fit throws. */
export class FollowedBook {
  readonly #depth: number;
  readonly #sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  #meseq = -1;
  /** Frames after the first. */
  updates = 0;

  constructor(depth: number) {
    this.#depth = depth;
  }

  apply({ type, meseq = -1, prevMeseq, checksum, data }: Push): void {
    if (this.#meseq >= 0) this.updates += 1;
    if (this.#meseq >= 0 && prevMeseq !== this.#meseq) throw new Error(`a gap: ${prevMeseq} after ${this.#meseq}`);
    if (meseq <= this.#meseq) throw new Error(`the sequence fell from ${this.#meseq} to ${meseq}`);
    this.#meseq = meseq;
    for (const side of ['bids', 'asks'] as const) {
      const levels = data[side] as Level[];
      assertOrder(side, levels);
      const own = this.#sides[side];
      if (type === 'snapshot') own.clear();
      for (const { price, quantity } of levels) {
        if (quantity !== '0') own.set(price, quantity);
        else if (!own.delete(price)) throw new Error(`${price} is removed, and was not there`);
      }
      if (own.size > this.#depth) throw new Error(`${own.size} ${side} at depth ${this.#depth}`);
    }
    const text = this.text();
    const sum = (crc32(text) >>> 0).toString(16).padStart(8, '0');
    if (sum !== checksum) throw new Error(`checksum ${checksum}, the book ${text} has ${sum}`);
  }

  /** The book in the words of the checksum. */
  text(): string {
    const side = (name: 'bids' | 'asks', letter: string): string =>
      [...this.#sides[name]]
        .sort(([a], [b]) => (name === 'bids' ? Number(b) - Number(a) : Number(a) - Number(b)))
        .map(([price, quantity]) => `${letter}${price}:${quantity}|`)
        .join('');
    return side('bids', 'b') + side('asks', 'a');
  }
}

/** Bids fall, asks rise, also where some of them are removals. */
function assertOrder(side: 'bids' | 'asks', levels: readonly Level[]): void {
  const sign = side === 'bids' ? -1 : 1;
  for (let index = 1; index < levels.length; index += 1) {
    const [before, now] = [levels[index - 1], levels[index]];
    if ((Number(now?.price) - Number(before?.price)) * sign <= 0)
      throw new Error(`${side}: ${now?.price} after ${before?.price}`);
  }
}
