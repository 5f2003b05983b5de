import {
  marketPrices,
  PRICE_KINDS,
  type PriceChoice,
  type PriceKind,
} from '../../../contract/channels/marketPrices.ts';
import { formatLots, formatMid, formatPrice, formatPriceUnits, formatRatio } from '../../../contract/format.ts';
import { allMarkets, openInterestOf } from '../../reads/records/market-figures.ts';
import type { EngineEvent } from '../../../engine/event.ts';
import { fundingRateAt, nextFundingTime } from '../../../engine/funding.ts';
import { lastOf, midOf } from '../../../engine/prices.ts';
import type { Market } from '../../../engine/state.ts';
import { formatScaled, unitsOf } from '../../../kernel/decimal.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { DayStats } from '../../../contract/views.ts';
import type { RollingDay } from '../../history/day-stats.ts';
import { type PushNames, pushText, type SourceContext, type SourceFactory, type StreamSource } from '../source.ts';

/** Events after which a price may be another, or may be shown again. */
const MOVES_PRICES: ReadonlySet<EngineEvent['type']> = new Set([
  'IndexMoved',
  'MarkMoved',
  'OrderPlaced',
  'OrderRested',
  'Traded',
  'OrderCancelled',
  'OrderModified',
  'MarketStatusSet',
]);

const MINUTE_MS = 60_000;

/** Makes the stream of the prices of one market or of all. */
export const marketPricesSource: SourceFactory<PriceChoice> = (choice, context) => new PriceStream(choice, context);

/** A followed market: its prices as they were sent last, in the engine's numbers and as text, and its day so far. */
interface Followed {
  readonly market: Market;
  readonly day: RollingDay;
  /** Figures of the day as text, which are the same for a minute; null once something has traded. */
  today: { readonly minute: number; readonly stats: DayStats } | null;
  numbers: PriceNumbers;
  texts: Prices;
}

type PriceNumbers = Readonly<Record<PriceKind, number>>;
type Prices = Readonly<Record<PriceKind, string>>;

/**
 * The four prices of each followed market. Every change is sent, kind by kind, once for an input and for all that
 * falls due at one moment, however many quotes that moves. Which market an order was in is never looked up: comparing a
 * few numbers of each costs less.
 */
class PriceStream implements StreamSource {
  readonly receives = MOVES_PRICES;
  readonly #context: SourceContext;
  readonly #names: PushNames;
  readonly #followed: readonly Followed[];
  #moved = false;

  constructor({ market: chosen, older }: PriceChoice, context: SourceContext) {
    this.#context = context;
    const { method, channel, older: olderNames } = marketPrices.push;
    this.#names = { method, channel: older ? olderNames.channel : channel };
    this.#followed = allMarkets(context.state)
      .filter(({ spec }) => chosen === null || spec.symbol === chosen)
      .map((market) => {
        const numbers = numbersOf(market);
        return {
          market,
          day: context.dayOf(market.spec.symbol),
          today: null,
          numbers,
          texts: textsOf(market, numbers),
        };
      });
  }

  first(): readonly string[] {
    return [];
  }

  /** The newest price of every kind and market. */
  afresh(): readonly string[] {
    return this.#followed.filter(isShown).flatMap((one) => this.#framesOf(one, PRICE_KINDS, this.#context.now()));
  }

  emitted(event: EngineEvent): void {
    if (event.type === 'OrderPlaced' && !event.rests) return;
    this.#moved = true;
    if (event.type !== 'Traded' || event.cause !== 'match') return;
    const followed = this.#followed.find(({ market }) => market.spec.symbol === event.symbol);
    if (!followed) return;
    followed.day.add(event);
    followed.today = null;
  }

  passing(): void {
    this.#publish();
  }

  applied(): void {
    this.#publish();
  }

  #publish(): void {
    if (!this.#moved) return;
    this.#moved = false;
    for (const followed of this.#followed) {
      for (const frame of this.#framesOf(followed, this.#changesOf(followed), this.#context.state.now)) {
        this.#context.push(frame);
      }
    }
  }

  /** The kinds whose text is another than before, and records that text as the one sent last. */
  #changesOf(followed: Followed): readonly PriceKind[] {
    const { market, numbers: before, texts } = followed;
    const numbers = numbersOf(market);
    if (!isShown(followed) || PRICE_KINDS.every((kind) => numbers[kind] === before[kind])) return [];
    followed.numbers = numbers;
    followed.texts = textsOf(market, numbers);
    return PRICE_KINDS.filter((kind) => followed.texts[kind] !== texts[kind]);
  }

  /** Frames of one moment differ in the kind alone: all else is written once. */
  #framesOf(followed: Followed, kinds: readonly PriceKind[], now: TimeMs): string[] {
    if (kinds.length === 0) return [];
    const { symbol } = followed.market.spec;
    const figures = JSON.stringify(figuresOf(followed, now)).slice(1);
    return kinds.map((kind) => {
      const data = JSON.stringify({ symbol, updateType: kind, price: followed.texts[kind] });
      return pushText(this.#names, now, `${data.slice(0, -1)},${figures}`);
    });
  }
}

/** Everything beside the price of one kind, under all names that clients read. */
function figuresOf(followed: Followed, now: TimeMs) {
  const { market, texts } = followed;
  const { spec, book } = market;
  const best = (ticks: number): string => (ticks === 0 ? '0' : formatPrice(spec, ticks));
  const bid = best(book.bestBid());
  const ask = best(book.bestAsk());
  const { prevDayPrice, volume, quoteVolume, high, low } = dayOf(followed, now);
  return {
    lastUpdateTime: new Date(now).toISOString(),
    markPrice: texts.mark,
    indexPrice: texts.index,
    lastPrice: texts.last,
    bestBid: bid,
    bestAsk: ask,
    bid,
    ask,
    volume24h: volume,
    quoteVolume24h: quoteVolume,
    prevDayPrice: prevDayPrice || '0',
    high24h: high || '0',
    low24h: low || '0',
    priceChange24h: prevDayPrice === '' ? '0' : formatScaled(unitsOf(texts.last) - unitsOf(prevDayPrice), 8),
    fundingRate: formatRatio(fundingRateAt(market, now)),
    nextFundingTime: nextFundingTime(now),
    openInterest: formatLots(spec, openInterestOf(market)),
    timestamp: now,
    tsMs: now,
  };
}

function dayOf(followed: Followed, now: TimeMs): DayStats {
  const minute = Math.floor(now / MINUTE_MS);
  if (followed.today?.minute !== minute) followed.today = { minute, stats: followed.day.at(now) };
  return followed.today.stats;
}

/** A closed market has no prices to show; what changed meanwhile is sent when it opens again. */
const isShown = ({ market }: Followed): boolean => market.status !== 'closed';

const numbersOf = (market: Market): PriceNumbers => ({
  mark: market.mark,
  index: market.index,
  last: lastOf(market),
  mid: midOf(market),
});

const textsOf = ({ spec }: Market, { mark, index, last, mid }: PriceNumbers): Prices => ({
  mark: formatPrice(spec, mark),
  index: formatPriceUnits(spec, index),
  last: formatPrice(spec, last),
  mid: formatMid(spec, mid),
});
