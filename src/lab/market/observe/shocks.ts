import type { Client } from '../../../client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Level, Side } from '../statistics.ts';

/** Shocks to a book in a branch of the exchange: a wall that rests, and an order that sweeps. The exchange itself never sees them. */

/** What an order of a shock must keep to. */
interface OrderTerms {
  readonly symbol: string;
  readonly tick: number;
  readonly minOrderSize: number;
  readonly maxMarketOrderSize: number;
}

/** Times after a shock at which both books are read, the first right behind it. */
export const SHOCK_MS: readonly number[] = [0, 1_000, 5_000, 10_000, 60_000];

/** A wall stands this far behind the best price of its side, and holds so many times what that side has within 1 %. */
const WALL_BP = 2;
const WALL_TIMES = 2;
/** A sweep takes what stands within this distance of the mid, ten orders at most. */
const SWEEP_BP = 3;
const ORDERS_MOST = 10;
/** Bands of distance from the mid, in bp, in which a swept side is compared. */
export const BANDS: readonly (readonly [from: number, to: number])[] = [
  [0, 1.5],
  [1.5, 3],
];
const DEPTH_SHARE = 0.01;
const BP = 1e-4;
const LEVELS = 500;
/** Far more than any order needs as margin. */
const DEPOSIT = '1000000000';

export interface TwoSides {
  readonly bids: Side;
  readonly asks: Side;
}

/** A wall and the mids at `SHOCK_MS`, of the branch with it and of the exchange without. */
export interface WallTrial {
  readonly side: 'buy' | 'sell';
  readonly withWall: readonly number[];
  readonly without: readonly number[];
}

/** A sweep and what the swept side has in each of the bands at `SHOCK_MS`, in the branch and in the exchange. */
export interface SweepTrial {
  readonly swept: readonly (readonly number[])[];
  readonly whole: readonly (readonly number[])[];
}

/** One shock that was made in a branch, to be compared with the books of the exchange itself. */
export class Shock {
  readonly #kind: 'wall' | 'sweep';
  readonly #side: 'buy' | 'sell';
  readonly #books: TwoSides[] = [];

  /** `side` is that of the order: a wall of bids, or a sweep that buys. */
  constructor(kind: 'wall' | 'sweep', side: 'buy' | 'sell') {
    this.#kind = kind;
    this.#side = side;
  }

  /** Makes the shock in a branch, and reads its book afterwards. */
  async execute(branch: Exchange, market: OrderTerms, increment: string): Promise<void> {
    const account = branch.accounts.at(-1);
    if (!account) return;
    const client = branch.client(account);
    branch.control.deposit(account.subAccountId, 'USDT', DEPOSIT);
    const orders = ordersOf(await bookOf(client, market.symbol), this.#kind, this.#side, market, increment);
    if (orders.length === 0) return;
    const { statuses } = await client.placeOrders(orders);
    if (statuses.some(({ error }) => error !== undefined)) return;
    const start = branch.clock.now();
    for (const afterMs of SHOCK_MS) {
      if (afterMs > 0) branch.clock.advanceTo(start + afterMs);
      this.#books.push(await bookOf(client, market.symbol));
    }
  }

  /** Compares a wall with the books of the exchange at the same times; null where there was none. */
  wall(books: readonly TwoSides[]): WallTrial | null {
    if (this.#kind !== 'wall' || this.#books.length < SHOCK_MS.length) return null;
    return { side: this.#side, withWall: this.#books.map(midOf), without: books.map(midOf) };
  }

  /** Compares a sweep with the books of the exchange at the same times; null where there was none. */
  sweep(books: readonly TwoSides[]): SweepTrial | null {
    if (this.#kind !== 'sweep' || this.#books.length < SHOCK_MS.length) return null;
    // Distances count from the mid that never saw the sweep.
    const inBands = (book: TwoSides, place: number): number[] =>
      BANDS.map((band) => quantityIn(this.#side === 'buy' ? book.asks : book.bids, midOf(books[place] ?? book), band));
    return { swept: this.#books.map(inBands), whole: books.map(inBands) };
  }
}

/** Returns the book of a market as numbers. */
export async function bookOf(client: Client, symbol: string): Promise<TwoSides> {
  const { bids, asks } = await client.getOrderbook(symbol, LEVELS);
  const read = (side: typeof bids): Level[] =>
    side.map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }));
  return { bids: read(bids), asks: read(asks) };
}

const midOf = ({ bids, asks }: TwoSides): number =>
  ((bids[0]?.price ?? Number.NaN) + (asks[0]?.price ?? Number.NaN)) / 2;

/** Quantity of a side at distances of a band from a mid. */
export function quantityIn(side: Side, mid: number, [from, to]: readonly [number, number]): number {
  return side.reduce((sum, { price, quantity }) => {
    const distance = Math.abs(price - mid) / mid / BP;
    return distance >= from && distance < to ? sum + quantity : sum;
  }, 0);
}

/** The orders of a shock as the API takes them; none where a side is empty or the size is no legal order. */
function ordersOf(
  book: TwoSides,
  kind: 'wall' | 'sweep',
  side: 'buy' | 'sell',
  { symbol, tick, minOrderSize, maxMarketOrderSize }: OrderTerms,
  increment: string,
) {
  const mid = midOf(book);
  const own = side === 'buy' ? book.bids : book.asks;
  const met = side === 'buy' ? book.asks : book.bids;
  const best = own[0]?.price;
  if (best === undefined || Number.isNaN(mid)) return [];
  const size =
    kind === 'wall' ? WALL_TIMES * quantityIn(own, mid, [0, DEPTH_SHARE / BP]) : quantityIn(met, mid, [0, SWEEP_BP]);
  const orders = Math.min(ORDERS_MOST, Math.ceil(size / maxMarketOrderSize));
  const each = Math.min(size / Math.max(1, orders), maxMarketOrderSize);
  if (orders === 0 || each < minOrderSize) return [];
  const quantity = each.toFixed(increment.split('.')[1]?.length ?? 0);
  const behind = Math.round((best * (1 + (side === 'buy' ? -1 : 1) * WALL_BP * BP)) / tick) * tick;
  const terms =
    kind === 'wall'
      ? ({ orderType: 'limitGtc', price: String(Number(behind.toPrecision(12))), postOnly: true } as const)
      : ({ orderType: 'market' } as const);
  return Array.from({ length: orders }, () => ({ symbol, side, quantity, ...terms }));
}

/**
 * Mean move of the mid towards the other side that walls cause by one of the times, in bp: the branch less the exchange. Only walls that the
 * exchange without them would not have reached by then count, because a wall that is met stops the price for another reason.
 */
export function wallResponse(walls: readonly WallTrial[], place: number): number | null {
  const moves = walls.flatMap(({ side, withWall, without }) => {
    const sign = side === 'buy' ? 1 : -1;
    const [start, end, moved] = [without[0], without[place], withWall[place]];
    if (start === undefined || end === undefined || moved === undefined) return [];
    const towardsWall = (-sign * (end / start - 1)) / BP;
    const response = (sign * (moved / end - 1)) / BP;
    return towardsWall > WALL_BP / 2 || Number.isNaN(response) ? [] : response;
  });
  return moves.length === 0 ? null : moves.reduce((sum, move) => sum + move, 0) / moves.length;
}

/**
 * Share of what a sweep took in a band that is back by one of the times: 1 is all of it. Quantities of all sweeps are added up first, so
 * that an empty band divides nothing.
 */
export function refilled(sweeps: readonly SweepTrial[], band: number, place: number): number | null {
  const missing = (at: number): number => {
    const sum = (of: 'swept' | 'whole'): number =>
      sweeps.reduce((total, trial) => total + (trial[of][at]?.[band] ?? 0), 0);
    return sum('whole') === 0 ? Number.NaN : 1 - sum('swept') / sum('whole');
  };
  const first = missing(0);
  return first > 0 ? 1 - missing(place) / first : null;
}
