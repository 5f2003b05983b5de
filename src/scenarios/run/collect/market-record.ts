import { formatLots, formatPrice, formatPriceUnits, formatRatio } from '../../../contract/format.ts';
import type { MarketSpec } from '../../../engine/config.ts';
import type { TradedEvent } from '../../../engine/event.ts';
import type { Side } from '../../../engine/orders/order-terms.ts';
import type { Market, State } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/assert.ts';
import { formatUnits } from '../../../kernel/decimal.ts';
import type { Lots, Ratio, Ticks } from '../../../kernel/units.ts';
import type { DepthSample, MarketResult } from '../../run-result.ts';
import { thinned } from './sampling.ts';

const TRADES_MAX = 5_000;
const LEVELS = 20;

type PriceRow = MarketResult['prices'][number];

interface TradeRow {
  readonly no: number;
  readonly time: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly side: Side;
}

/** What a run collects of one market. */
export class MarketRecord {
  readonly spec: MarketSpec;
  readonly #market: Market;
  readonly #prices: PriceRow[] = [];
  readonly #depth: DepthSample[] = [];
  readonly #funding: [number, Ratio][] = [];
  #trades: TradeRow[] = [];
  #tradeCount = 0;
  #volume: Lots = 0;
  /** Twice the mid at each change, from the first fill of an account of the run on. */
  readonly #mids: [number, number][] = [];
  #followsMid = false;

  constructor(state: Readonly<State>, symbol: string) {
    const market = state.markets.get(symbol);
    invariant(market, () => `a market ${symbol}`);
    this.#market = market;
    this.spec = market.spec;
  }

  takePrices(times: readonly number[]): void {
    const { spec, index, mark, book, openInterest } = this.#market;
    if (this.#prices.at(-1)?.[0] === times[0]) this.#prices.pop();
    const index_ = formatPriceUnits(spec, index);
    const [bid, ask] = [book.bestBid(), book.bestAsk()].map((price) => (price === 0 ? '0' : formatPrice(spec, price)));
    const rest = [index_, formatPrice(spec, mark), bid ?? '0', ask ?? '0', formatLots(spec, openInterest)] as const;
    for (const time of times) this.#prices.push([time, ...rest]);
  }

  takeDepth(time: number): void {
    const { spec, book } = this.#market;
    if (this.#depth.at(-1)?.time === time) this.#depth.pop();
    const levels = (side: Side): [string, string][] =>
      book.depth(side, LEVELS).map(([price, lots]) => [formatPrice(spec, price), formatLots(spec, lots)]);
    this.#depth.push({ time, bids: levels('buy'), asks: levels('sell') });
  }

  settled(time: number, rate: Ratio): void {
    this.#funding.push([time, rate]);
  }

  /** Trades between orders are public; takeovers and deleveraging are not. */
  traded({ cause, at, price, quantity, takerSide }: TradedEvent): void {
    if (cause !== 'match') return;
    this.#tradeCount += 1;
    this.#volume += quantity;
    this.#trades.push({ no: this.#tradeCount, time: at, price, lots: quantity, side: takerSide });
    if (this.#trades.length >= 4 * TRADES_MAX) this.#keepLargest();
  }

  /** Keeps each change of the mid from now on. */
  followMid(): void {
    this.#followsMid = true;
  }

  quiescent(now: number): void {
    if (!this.#followsMid) return;
    const { book } = this.#market;
    const [bid, ask] = [book.bestBid(), book.bestAsk()];
    if (bid === 0 || ask === 0) return;
    const last = this.#mids.at(-1);
    if (last?.[1] === bid + ask) return;
    if (last?.[0] === now) last[1] = bid + ask;
    else this.#mids.push([now, bid + ask]);
  }

  mids(): (readonly [number, string])[] {
    const half = BigInt(this.spec.tickUnits) / 2n;
    return this.#mids.map(([time, twice]) => [time, formatUnits(BigInt(twice) * half)]);
  }

  result(): MarketResult {
    const { spec } = this;
    this.#keepLargest();
    return {
      symbol: spec.symbol,
      prices: thinned(this.#prices),
      depth: this.#depth,
      trades: this.#trades.map(({ time, price, lots, side }) => [
        time,
        formatPrice(spec, price),
        formatLots(spec, lots),
        side,
      ]),
      tradeCount: this.#tradeCount,
      volume: formatLots(spec, this.#volume),
      funding: this.#funding.map(([time, rate]) => [time, formatRatio(rate)]),
    };
  }

  /** The largest stay, the earlier of two equal ones, in order of time. */
  #keepLargest(): void {
    if (this.#trades.length <= TRADES_MAX) return;
    const largest = [...this.#trades].sort((a, b) => b.lots - a.lots || a.no - b.no).slice(0, TRADES_MAX);
    this.#trades = largest.sort((a, b) => a.no - b.no);
  }
}
