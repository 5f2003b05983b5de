import { RandomInputs } from '../../src/kernel/random-inputs.test-helper.ts';
import { BareBook } from '../yardsticks/bare-book.ts';

/** One command of the stream. Prices in ticks, sizes in lots; ids count up over the adds. */
export type StreamCommand =
  | {
      readonly kind: 'add';
      readonly id: number;
      readonly isBuy: boolean;
      readonly price: number;
      readonly lots: number;
    }
  | { readonly kind: 'market'; readonly id: number; readonly isBuy: boolean; readonly lots: number }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'modify'; readonly id: number; readonly price: number; readonly lots: number };

export const MID = 95_000;
const MID_RANGE = 1_000;
const REACH = 50;
const MIN_LOTS = 100;
const MAX_LOTS = 1_000;

/**
 * The seeded stream of the engine pair: 55 % limit orders within 50 ticks of a moving mid, 30 % cancels of a random
 * live order, 10 % market orders, 5 % modifies of a random live order to a new price and size.
 */
export function commandStream(seed: string, length: number): StreamCommand[] {
  return streamWithFills(seed, length).commands;
}

/** A stream, and how many fills each of its commands leads to. */
export interface StreamWithFills {
  readonly commands: StreamCommand[];
  readonly fills: Uint32Array;
}

/** The same stream, with the fills of each command in a plain book. */
export function streamWithFills(seed: string, length: number): StreamWithFills {
  const draw = new RandomInputs(seed, 'bench stream');
  const book = new BareBook();
  const live = new LiveIds();
  const commands: StreamCommand[] = [];
  const fills = new Uint32Array(length);
  let mid = MID;
  let nextId = 0;
  const lots = (): number => draw.between(MIN_LOTS, MAX_LOTS);
  const price = (isBuy: boolean): number => mid + (isBuy ? -1 : 1) * draw.between(0, REACH);
  for (let index = 0; index < length; index += 1) {
    const before = book.fills;
    if (draw.chance(50_000)) mid = Math.min(MID + MID_RANGE, Math.max(MID - MID_RANGE, mid + draw.between(-2, 2)));
    const share = draw.between(0, 99);
    const target = share >= 55 && share < 90 ? live.pick(draw, book) : undefined;
    const isBuy = draw.chance(500_000);
    if (share < 55 || (share < 90 && target === undefined)) {
      const add = { kind: 'add', id: nextId++, isBuy, price: price(isBuy), lots: lots() } as const;
      commands.push(add);
      book.place(add.id, isBuy, add.price, add.lots, true);
      live.add(add.id);
    } else if (target !== undefined && share < 85) {
      commands.push({ kind: 'cancel', id: target });
      book.cancel(target);
    } else if (target !== undefined) {
      const order = book.get(target);
      const modify = { kind: 'modify', id: target, price: price(order?.isBuy ?? isBuy), lots: lots() } as const;
      commands.push(modify);
      book.cancel(target);
      book.place(target, order?.isBuy ?? isBuy, modify.price, modify.lots, true);
    } else {
      const market = { kind: 'market', id: nextId++, isBuy, lots: lots() } as const;
      commands.push(market);
      book.place(market.id, isBuy, isBuy ? Number.MAX_SAFE_INTEGER : 0, market.lots, false);
    }
    fills[index] = book.fills - before;
  }
  return { commands, fills };
}

/** Ids from which a live one is drawn; ids that have ended are dropped when they are met. */
class LiveIds {
  readonly #ids: number[] = [];

  add(id: number): void {
    this.#ids.push(id);
  }

  pick(draw: RandomInputs, book: BareBook): number | undefined {
    while (this.#ids.length > 0) {
      const index = draw.between(0, this.#ids.length - 1);
      const id = this.#ids[index];
      if (id !== undefined && book.has(id)) return id;
      const last = this.#ids.pop();
      if (last !== undefined && index < this.#ids.length) this.#ids[index] = last;
    }
    return undefined;
  }
}
