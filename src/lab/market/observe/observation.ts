import type { Client } from '../../../client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { meanOf } from '../statistics.ts';
import type { FineBooks } from './fine-book.ts';
import type { SweepTrial, WallTrial } from './shocks.ts';

/** What was seen of one exchange: plain numbers, of the main market unless said otherwise. */
export interface Observation {
  readonly seed: string;
  /** Exchange time, Unix ms. */
  readonly startTime: number;
  /** Hours that were observed; fewer than asked for when the run was stopped. */
  readonly hours: number;
  readonly market: MarketTerms;
  /** Every market, the main one first. */
  readonly symbols: readonly string[];
  readonly takers: Takers;
  readonly seconds: Seconds;
  /** One entry for every `PRICES_MS`. */
  readonly prices: Prices;
  readonly books: Books;
  /** Distances in ticks, behind the best price of the side, at which orders arrived. */
  readonly arrivals: readonly number[];
  readonly liquidations: readonly Liquidation[];
  readonly funding: readonly FundingPoint[];
  /** Of the past and of what was observed, oldest first. */
  readonly candles: readonly HourCandle[];
  readonly trials: readonly Trial[];
  readonly fine: FineBooks;
  readonly walls: readonly WallTrial[];
  readonly sweeps: readonly SweepTrial[];
  readonly past: Agreement;
}

export interface MarketTerms {
  readonly symbol: string;
  readonly tick: number;
  readonly minOrderSize: number;
  readonly maxMarketOrderSize: number;
}

/** Orders that took: fills of one side and one millisecond are one order. */
export interface Takers {
  readonly times: readonly number[];
  /** 1 for a buy, -1 for a sell. */
  readonly signs: readonly number[];
  readonly quantities: readonly number[];
  readonly values: readonly number[];
}

/** The top of the book at each whole second. NaN while a side was empty. */
export interface Seconds {
  readonly mids: readonly number[];
  readonly spreads: readonly number[];
}

export const PRICES_MS = 10_000;

export interface Prices {
  /** By place in `symbols`. */
  readonly index: readonly (readonly number[])[];
  readonly mark: readonly number[];
  /** Open interest of one side in base units. */
  readonly openInterest: readonly number[];
  /** 24 h volume in quote units at the end, by place in `symbols`. */
  readonly turnover: readonly number[];
}

/** Reductions of books to 1,000 levels, one a minute. */
export interface Books {
  readonly samples: number;
  readonly leastLevels: number;
  /** Least quantity of a side. */
  readonly leastQuantity: number;
  /** Mean quantity of both sides within 0.1 % and within 1 % of the mid. */
  readonly near: number;
  readonly wide: number;
  /** Mean count of distinct gaps among the first 100 levels of a side. */
  readonly gaps: number;
  /** Mean quantity of a side by distance from the mid, in steps of one basis point. */
  readonly shape: readonly number[];
  /** Share of the levels within 1 % of the mid whose price is a multiple of ten ticks. */
  readonly round: number;
  /** Quantity of both sides within 0.1 % of the mid, sample by sample: at the start and after each minute. */
  readonly nearBySample: readonly number[];
}

export interface Liquidation {
  readonly time: number;
  readonly symbol: string;
  readonly value: number;
  readonly stage: 'partial' | 'vault' | 'adl';
}

export interface FundingPoint {
  readonly time: number;
  /** Of one hour. */
  readonly rate: number;
}

export interface HourCandle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly value: number;
}

/** One metaorder against a branch of the exchange, compared with the exchange itself, which never saw it. */
interface Trial {
  /** Share of the mean volume of the time that it took. */
  readonly share: number;
  /** Difference of the two mids in the direction of the metaorder, in bp, after each of its orders. */
  readonly path: readonly number[];
  /** The same after its end, by `AFTER_MS`. */
  readonly after: readonly number[];
}

/** Public figures of the past that were compared with each other. */
export interface Agreement {
  readonly compared: number;
  /** What differed, at most a few. */
  readonly differences: readonly string[];
  readonly different: number;
}

/** Orders of a metaorder, and the time between two of them. */
const ORDERS = 20;
const EVERY_MS = 30_000;
/** Times after the last order at which the mid is read. */
export const AFTER_MS: readonly number[] = [1_000, 60_000, 300_000, 1_200_000];
export const METAORDER_MS = ORDERS * EVERY_MS;
export const TRIAL_MS = METAORDER_MS + (AFTER_MS.at(-1) ?? 0);

/** Sizes, as shares of the mean volume of the time that a metaorder takes. */
export const SHARES: readonly number[] = [0.05, 0.1, 0.2, 0.4, 0.8];

/** Far more than any metaorder needs as margin. */
const DEPOSIT = '1000000000';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BP = 1e-4;

export interface Metaorder {
  readonly share: number;
  readonly side: 'buy' | 'sell';
}

interface Seen {
  readonly time: number;
  readonly mid: number;
}

/** A metaorder that was executed, and the mids around it, to be compared with the exchange that never saw it. */
export class MetaorderRun {
  readonly #metaorder: Metaorder;
  readonly #path: Seen[] = [];
  readonly #after: Seen[] = [];

  constructor(metaorder: Metaorder) {
    this.#metaorder = metaorder;
  }

  /** Executes the metaorder in an exchange of its own. */
  async execute(exchange: Exchange, market: MarketTerms, increment: string): Promise<void> {
    const { symbol, minOrderSize, maxMarketOrderSize } = market;
    const account = exchange.accounts.at(-1);
    if (!account) return;
    const client = exchange.client(account);
    exchange.control.deposit(account.subAccountId, 'USDT', DEPOSIT);
    const { share, side } = this.#metaorder;
    const size = ((await hourlyVolume(client, symbol, exchange.clock.now())) * share * METAORDER_MS) / HOUR_MS / ORDERS;
    if (size < minOrderSize) return;
    const digits = increment.split('.')[1]?.length ?? 0;
    const quantity = Math.min(size, maxMarketOrderSize).toFixed(digits);
    const look = async (): Promise<Seen> => {
      const { bids, asks } = await client.getOrderbook(symbol, 5);
      return { time: exchange.clock.now(), mid: (Number(bids[0]?.[0]) + Number(asks[0]?.[0])) / 2 };
    };
    for (let order = 0; order < ORDERS; order += 1) {
      const { statuses } = await client.placeOrders([{ symbol, side, orderType: 'market', quantity }]);
      if (statuses.some(({ error }) => error !== undefined)) return;
      this.#path.push(await look());
      if (order < ORDERS - 1) exchange.clock.advance(EVERY_MS);
    }
    const end = exchange.clock.now();
    for (const afterMs of AFTER_MS) {
      exchange.clock.advanceTo(end + afterMs);
      this.#after.push(await look());
    }
  }

  /**
   * Compares it with the exchange that never saw the metaorder. Null where the volume is too low for a legal order, or
   * an order was refused.
   */
  result(midAt: (time: number) => number): Trial | null {
    if (this.#after.length < AFTER_MS.length) return null;
    const { share, side } = this.#metaorder;
    const sign = side === 'buy' ? 1 : -1;
    const moved = ({ time, mid }: Seen): number => (sign * (mid / midAt(time) - 1)) / BP;
    return { share, path: this.#path.map(moved), after: this.#after.map(moved) };
  }
}

/** Mean volume of the hours of the last day that were traded in and are over. */
async function hourlyVolume(client: Client, symbol: string, now: number): Promise<number> {
  const { candles } = await client.getCandles({ symbol, interval: '1h', startTime: now - DAY_MS, endTime: now });
  const traded = candles.filter(({ closeTime, tradeCount }) => closeTime <= now && tradeCount > 0);
  return meanOf(traded.map(({ volume }) => Number(volume))) ?? 0;
}
