import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { type Amount, amountIn } from './amount.ts';
import { valueAt } from './paths.ts';
import { isRecord } from './records.ts';

type Side = 'bids' | 'asks';
export type Levels = readonly (readonly [price: string, quantity: string])[];

/**
 * A copy of a book that a client of the orderbook stream keeps: it begins with a snapshot, and every later frame must follow
 * the one before it. The checksum is computed here anew, from the contract and not by the code that made it.
 */
export class BookCopy {
  readonly #sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  #meseq: number | undefined;

  /** Takes a frame in, and asserts that it joins the frame before it and that its checksum fits the book. */
  apply(text: string): void {
    const frame: unknown = JSON.parse(text);
    assert.equal(valueAt(frame, 'channel'), 'orderbookUpdate', `a frame of the book was expected: ${text}`);
    const type = valueAt(frame, 'type');
    if (this.#meseq === undefined) assert.equal(type, 'snapshot', `the first frame should be a snapshot: ${text}`);
    if (type === 'snapshot') for (const levels of Object.values(this.#sides)) levels.clear();
    else assert.equal(valueAt(frame, 'prevMeseq'), this.#meseq, `prevMeseq should be the meseq before: ${text}`);
    for (const side of ['bids', 'asks'] as const) this.#set(side, valueAt(frame, `data.${side}`), text);
    const meseq = valueAt(frame, 'meseq');
    assert.ok(Number.isSafeInteger(meseq), `meseq should be an integer: ${text}`);
    this.#meseq = Number(meseq);
    assert.equal(valueAt(frame, 'checksum'), this.checksum, `the checksum should fit the book: ${text}`);
  }

  /** What stands at a price; undefined where nothing does. */
  at(side: Side, price: string): string | undefined {
    return this.#sides[side].get(price);
  }

  /** From the best level on. */
  levels(side: Side): Levels {
    const byPrice = [...this.#sides[side]].map((level) => [amount(level[0]), level] as const);
    const ascending = byPrice.sort(([a], [b]) => a.comparedTo(b)).map(([, level]) => level);
    return side === 'bids' ? ascending.reverse() : ascending;
  }

  get checksum(): string {
    const spelled = (letter: string, levels: Levels): string =>
      levels.map(([price, quantity]) => `${letter}${price}:${quantity}|`).join('');
    const text = spelled('b', this.levels('bids')) + spelled('a', this.levels('asks'));
    return crc32(text).toString(16).padStart(8, '0');
  }

  #set(side: Side, levels: unknown, text: string): void {
    assert.ok(Array.isArray(levels), `${side} should be a list: ${text}`);
    for (const level of levels) {
      const { price, quantity } = isRecord(level) ? level : {};
      assert.ok(typeof price === 'string' && typeof quantity === 'string', `a level of ${side} is wrong: ${text}`);
      if (amount(quantity).isZero()) this.#sides[side].delete(price);
      else this.#sides[side].set(price, quantity);
    }
  }
}

function amount(text: string): Amount {
  const value = amountIn(text);
  assert.ok(value !== undefined, `${text} should be a decimal`);
  return value;
}
