import { Amount, amountIn, NOTHING } from '../amount.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';

/** What a target publishes of one market, at one moment. Prices and quantities are exact. */
export interface Look {
  readonly symbol: string;
  /** Assets of the market. */
  readonly base: string;
  readonly settle: string;
  readonly isOpen: boolean;
  /** Price and quantity increments. */
  readonly tick: Amount;
  readonly lot: Amount;
  readonly minimumSize: Amount;
  readonly largestSize: Amount;
  readonly largestMarketSize: Amount;
  /** The least value of an order, in quote. */
  readonly minimumValue: Amount;
  /** How far a limit price may be above and below the mark, as shares of it. */
  readonly cap: Amount;
  readonly floor: Amount;
  readonly defaultLeverage: Amount;
  readonly largestLeverage: Amount;
  /** Margin of the first tier, as shares of the value. */
  readonly initialRate: Amount;
  readonly maintenanceRate: Amount;
  readonly mark: Amount;
  readonly index: Amount;
  readonly last: Amount;
  /** Undefined for an empty side. */
  readonly bestBid: Amount | undefined;
  readonly bestAsk: Amount | undefined;
}

/** Sends a public request and returns the body of its response. */
export type AskPublic = (action: string, params: Record<string, unknown>) => Promise<unknown>;

/** Rows of getMarkets and getMarketPrices, by symbol. */
interface Published {
  readonly markets: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly prices: Readonly<Record<string, unknown>>;
}

async function published(ask: AskPublic): Promise<Published> {
  const rows = valueAt(await ask('getMarkets', {}), 'response');
  const prices = valueAt(await ask('getMarketPrices', {}), 'response');
  const markets = Array.isArray(rows) ? rows.filter(isRecord) : [];
  return { markets: new Map(markets.map((row) => [String(row.symbol), row])), prices: isRecord(prices) ? prices : {} };
}

/**
 * Looks at markets: one getMarkets, one getMarketPrices, and one getOrderbook for each that is named.
 *
 * @param symbols left out: all that are listed, with the best two prices that getMarketPrices shows
 * @returns those whose figures can be read; what is wrong with the others, scenarios and probe find out elsewhere
 */
export async function looksAt(ask: AskPublic, symbols?: readonly string[]): Promise<ReadonlyMap<string, Look>> {
  const { markets, prices } = await published(ask);
  const looks = new Map<string, Look>();
  for (const symbol of symbols ?? markets.keys()) {
    const row = markets.get(symbol);
    if (!row) continue;
    const its = valueAt(prices, symbol);
    const book = symbols
      ? valueAt(await ask('getOrderbook', { symbol, limit: 5 }), 'response')
      : { bids: [[valueAt(its, 'bestBid')]], asks: [[valueAt(its, 'bestAsk')]] };
    const look = lookFrom(row, its, book);
    if (look) looks.set(symbol, look);
  }
  return looks;
}

/** Looks at prices and books once more; what rules a market is taken from the looks before. */
export async function looksAgain(
  ask: AskPublic,
  before: ReadonlyMap<string, Look>,
): Promise<ReadonlyMap<string, Look>> {
  const prices = valueAt(await ask('getMarketPrices', {}), 'response');
  const looks = new Map<string, Look>();
  for (const [symbol, look] of before) {
    const book = valueAt(await ask('getOrderbook', { symbol, limit: 5 }), 'response');
    looks.set(symbol, { ...look, ...pricesFrom(valueAt(prices, symbol), book, look) });
  }
  return looks;
}

/** A figure of a response, which is a text or a number. */
const amountOf = (value: unknown): Amount | undefined =>
  typeof value === 'string' || typeof value === 'number' ? amountIn(String(value)) : undefined;

/** One market from its rows; undefined when a figure is missing that every term rests on. */
export function lookFrom(row: Readonly<Record<string, unknown>>, prices: unknown, book: unknown): Look | undefined {
  const figure = (field: string): Amount | undefined => amountOf(row[field]);
  const [tick, lot, minimumSize] = ['priceIncrement', 'orderSizeIncrement', 'minOrderSize'].map(figure);
  const [mark, index] = ['markPrice', 'indexPrice'].map((field) => amountOf(valueAt(prices, field)));
  const [cap, floor] = ['limitOrderPriceCapRatio', 'limitOrderPriceFloorRatio'].map(figure);
  const tier = valueAt(row, 'maintenanceMarginTiers[0]');
  const ofTier = (field: string): Amount => amountOf(valueAt(tier, field)) ?? NOTHING;
  if (!tick || !lot || !minimumSize || !mark || !index || !cap || !floor || tick.lte(0) || lot.lte(0)) return undefined;
  // Two notations are in use: 0.05 and 1.05 for a bound 5 percent above.
  const isMultiplier = cap.gt(1);
  return {
    symbol: String(row.symbol),
    base: String(row.baseAsset),
    settle: String(row.settleAsset),
    isOpen: row.isOpen === true && row.isCloseOnly !== true,
    tick,
    lot,
    minimumSize,
    largestSize: figure('maxLimitOrderSize') ?? minimumSize,
    largestMarketSize: figure('maxMarketOrderSize') ?? minimumSize,
    minimumValue: figure('minNotionalValue') ?? NOTHING,
    cap: isMultiplier ? cap.minus(1) : cap,
    floor: isMultiplier ? floor.neg().plus(1) : floor,
    defaultLeverage: figure('defaultLeverage') ?? new Amount(1),
    largestLeverage: ofTier('maxLeverage'),
    initialRate: ofTier('initialMarginRequirement'),
    maintenanceRate: ofTier('maintenanceMarginRequirement'),
    ...pricesFrom(prices, book, { mark, index, last: mark }),
  };
}

type Prices = Pick<Look, 'mark' | 'index' | 'last' | 'bestBid' | 'bestAsk'>;

function pricesFrom(prices: unknown, book: unknown, otherwise: Pick<Prices, 'mark' | 'index' | 'last'>): Prices {
  const price = (path: string, from: unknown): Amount | undefined => amountOf(valueAt(from, path));
  return {
    mark: price('markPrice', prices) ?? otherwise.mark,
    index: price('indexPrice', prices) ?? otherwise.index,
    last: price('lastPrice', prices) ?? otherwise.last,
    bestBid: price('bids[0][0]', book),
    bestAsk: price('asks[0][0]', book),
  };
}
