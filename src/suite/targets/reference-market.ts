import { isList } from '../../kernel/entries.ts';
import { Amount, amountIn, amountOrNothing, amountText } from '../amount.ts';
import { USUAL_COLLATERALS } from '../market/collateral.ts';
import { USUAL_ROLES } from '../market/roles.ts';
import { readTerm, termText, type TermSource } from '../market/terms.ts';
import type { Look } from '../market/view.ts';
import type { Book, SuiteClient } from './suite-client.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import { isFlag, isShape, isText } from '../../kernel/guards.ts';

/**
 * The markets of the world `quiet`, which scenarios state exact figures of: price, tick, lot, and a ladder of twenty
 * levels a side of which the first is ten ticks from the index and each next one ten ticks further out.
 */
export interface ReferenceMarket {
  readonly symbol: string;
  readonly index: string;
  readonly tick: string;
  /** Quantity at each level. */
  readonly size: string;
  /** Has trading hours, so it is closed at some times. */
  readonly hours?: boolean;
}

const market = (symbol: string, index: string, tick: string, size: string): ReferenceMarket => ({
  symbol,
  index,
  tick,
  size,
});

export const REFERENCE_MARKETS: readonly ReferenceMarket[] = [
  market('BTC-USDT', '95000', '1', '1'),
  market('ETH-USDT', '3300', '0.1', '10'),
  market('SOL-USDT', '190', '0.01', '100'),
  market('XRP-USDT', '2.3', '0.0001', '10000'),
  market('BNB-USDT', '690', '0.1', '100'),
  market('HYPE-USDT', '25', '0.001', '1000'),
  market('AVAX-USDT', '38', '0.001', '1000'),
  market('SUI-USDT', '4.2', '0.0001', '10000'),
  { ...market('WTI-USDT', '72', '0.01', '1000'), hours: true },
];

const LEVELS = 20;
const TICKS = 10;

/** A market as scenarios see it that begin in a fresh world `quiet`: only its prices are exact. */
function usualLook({ symbol, index: at, tick: step, size }: ReferenceMarket): Look {
  const [index, tick, lot] = [new Amount(at), new Amount(step), new Amount(size).div(1000)];
  const share = new Amount('0.05');
  return {
    symbol,
    base: symbol.replace('-USDT', ''),
    settle: 'USDT',
    isOpen: true,
    tick,
    lot,
    minimumSize: lot.times(10),
    largestSize: new Amount(size).times(100),
    largestMarketSize: new Amount(size).times(10),
    minimumValue: new Amount(10),
    cap: share,
    floor: share,
    defaultLeverage: new Amount(10),
    largestLeverage: new Amount(100),
    initialRate: new Amount('0.01'),
    maintenanceRate: new Amount('0.005'),
    mark: index,
    index,
    last: index,
    bestBid: index.minus(tick.times(TICKS)),
    bestAsk: index.plus(tick.times(TICKS)),
  };
}

const USUAL_LOOKS: ReadonlyMap<string, Look> = new Map(
  REFERENCE_MARKETS.map((reference) => [reference.symbol, usualLook(reference)]),
);

const USUAL: TermSource = {
  figure: () => undefined,
  symbol: (role) => USUAL_ROLES[role],
  look: (role) => USUAL_LOOKS.get(USUAL_ROLES[role]),
  collateral: (term) => USUAL_COLLATERALS.get(term),
};

/** A text with its terms as they are in the world `quiet`; figures that a scenario names itself stay. */
export const usualText = (text: string): string =>
  text.replace(/\{([^{}"]+)\}/g, (whole, inner: string) => {
    const expression = readTerm(inner);
    return (expression && termText(expression, USUAL)) ?? whole;
  });

/** Reference markets in which an order among the params of a write would rest between the best two. */
export function insideOf(params: Readonly<Record<string, unknown>>): readonly string[] {
  const orders = [...(isList(params.orders) ? params.orders : []), params];
  const markets = orders.flatMap((order) => {
    const { symbol, price } = isRecord(order) ? order : {};
    const stands = typeof price === 'string' ? amountIn(price) : undefined;
    if (stands === undefined) return [];
    // A modify names no market; its price identifies it.
    const possible = REFERENCE_MARKETS.filter((one) => symbol === undefined || symbol === one.symbol);
    return possible.filter(({ index, tick }) => stands.minus(index).abs().lt(amountOrNothing(tick).times(TICKS)));
  });
  return [...new Set(markets.map(({ symbol }) => symbol))];
}

/** True when an order among the params of a write would rest between the best two of a reference market. */
export const standsInside = (params: Readonly<Record<string, unknown>>): boolean => insideOf(params).length > 0;

/** A level of a ladder, and what stands there. */
export interface Level {
  readonly price: string;
  readonly there: string;
}

/** One side of a book, from the best level to the last one that lacks something. */
export interface Damage {
  readonly side: 'buy' | 'sell';
  readonly levels: readonly Level[];
}

/** An order of this run that stands although it was cancelled. */
export const NOT_CANCELLED = 'an order of this run that cancelAllOrders has left open';

/**
 * Returns what is missing from a ladder.
 *
 * @param isOurs whether this run has placed an order at a price
 * @param isShared others of this run have orders there, of which nothing is said
 * @returns the damaged sides, or in words what stands there that should not
 */
export function damageTo(
  reference: ReferenceMarket,
  book: Book,
  {
    isOurs = () => false,
    isShared = false,
  }: { readonly isOurs?: (price: string) => boolean; readonly isShared?: boolean } = {},
): readonly Damage[] | string {
  const { symbol, size } = reference;
  const damage: Damage[] = [];
  for (const side of ['buy', 'sell'] as const) {
    const found = new Map(
      (side === 'buy' ? book.bids : book.asks).map(([price, there]) => [amountText(amountOrNothing(price)), there]),
    );
    const levels = pricesOf(reference, side)
      .map(amountText)
      .map((price) => {
        const there = found.get(price) ?? '0';
        found.delete(price);
        return { price, there };
      });
    const [stranger] = found.keys();
    if (stranger !== undefined && !isShared) {
      return isOurs(stranger)
        ? `${symbol} has ${NOT_CANCELLED} at ${stranger}`
        : `${symbol} has an order of another client at ${stranger}`;
    }
    const full = levels.find(({ there }) => amountOrNothing(there).gt(size));
    if (full && !isShared) return `${symbol} has ${full.there} at ${full.price}, not ${size}`;
    const last = levels.findLastIndex(({ there }) => amountOrNothing(there).lt(size));
    if (last >= 0) damage.push({ side, levels: levels.slice(0, last + 1) });
  }
  return damage;
}

/** Best first. */
function pricesOf({ index, tick }: ReferenceMarket, side: 'buy' | 'sell'): readonly Amount[] {
  return Array.from({ length: LEVELS }, (_none, level) => {
    const away = amountOrNothing(tick).times(TICKS * (level + 1));
    return side === 'buy' ? amountOrNothing(index).minus(away) : amountOrNothing(index).plus(away);
  });
}

/** The reference markets that stand open; in words why this is no reference market. */
export async function openReference(suiteClient: SuiteClient): Promise<readonly ReferenceMarket[] | string> {
  const markets = valueAt((await suiteClient.askPublic('getMarkets')).body, 'response');
  if (!Array.isArray(markets)) return 'getMarkets returns no list';
  const listed = new Map(markets.filter(isListed).map(byName));
  if (listed.size !== REFERENCE_MARKETS.length) return `there are ${listed.size} markets, not nine`;
  for (const reference of REFERENCE_MARKETS) {
    const { symbol, tick } = reference;
    const there = listed.get(symbol);
    if (!there) return `there is no market ${symbol}`;
    if (!there.isOpen && reference.hours !== true) return `${symbol} is closed`;
    if (there.priceIncrement !== tick) return `the tick of ${symbol} is ${there.priceIncrement}, not ${tick}`;
  }
  const open = REFERENCE_MARKETS.filter(({ symbol }) => listed.get(symbol)?.isOpen === true);
  return (await priceFault(suiteClient, open)) ?? open;
}

/** Returns which index or mark of these markets is not where it should be; undefined when all are. */
export async function priceFault(
  suiteClient: SuiteClient,
  markets: readonly ReferenceMarket[],
): Promise<string | undefined> {
  const prices = valueAt((await suiteClient.askPublic('getMarketPrices')).body, 'response') ?? {};
  for (const { symbol, index } of markets) {
    for (const price of ['indexPrice', 'markPrice']) {
      const found = String(valueAt(prices, `${symbol}.${price}`));
      if (!amountOrNothing(found).eq(index)) return `the ${price} of ${symbol} is ${found}, not ${index}`;
    }
  }
  return undefined;
}

const isListed = isShape({ symbol: isText, isOpen: isFlag, priceIncrement: isText });

const byName = <T extends { readonly symbol: string }>(one: T): readonly [string, T] => [one.symbol, one];
