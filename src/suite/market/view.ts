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
  /** Whether a market with trading hours is within them; undefined for one that trades always. */
  readonly onHours?: boolean | undefined;
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

/**
 * Looks at all markets that are listed: one getMarkets and one getMarketPrices.
 *
 * @returns those whose figures can be read; what is wrong with the others, scenarios and probe find out elsewhere
 */
export async function looksAt(ask: AskPublic): Promise<ReadonlyMap<string, Look>> {
  const rows = valueAt(await ask('getMarkets', {}), 'response');
  const prices = valueAt(await ask('getMarketPrices', {}), 'response');
  const looks = new Map<string, Look>();
  for (const row of Array.isArray(rows) ? rows.filter(isRecord) : []) {
    const look = lookFrom(row, valueAt(prices, String(row.symbol)));
    if (look) looks.set(look.symbol, look);
  }
  return looks;
}

/** Looks at prices once more, with one getMarketPrices; what rules a market is taken from the looks before. */
export async function looksAgain(
  ask: AskPublic,
  before: ReadonlyMap<string, Look>,
): Promise<ReadonlyMap<string, Look>> {
  const prices = valueAt(await ask('getMarketPrices', {}), 'response');
  return new Map(
    [...before].map(([symbol, look]) => {
      const row = valueAt(prices, symbol);
      return [symbol, { ...look, ...pricesFrom(row, look), onHours: onHoursOf(row) }];
    }),
  );
}

/** Looks at the best two of a book itself, with one getOrderbook: what getMarketPrices says of them may be a moment old. */
export async function lookAtBook(ask: AskPublic, look: Look): Promise<Look> {
  const book = valueAt(await ask('getOrderbook', { symbol: look.symbol, limit: 5 }), 'response');
  return { ...look, bestBid: amountOf(valueAt(book, 'bids[0][0]')), bestAsk: amountOf(valueAt(book, 'asks[0][0]')) };
}

/** A figure of a response, which is a text or a number. */
const amountOf = (value: unknown): Amount | undefined =>
  typeof value === 'string' || typeof value === 'number' ? amountIn(String(value)) : undefined;

/** One market from its rows; undefined when a figure is missing that every term rests on. */
export function lookFrom(row: Readonly<Record<string, unknown>>, prices: unknown): Look | undefined {
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
    onHours: onHoursOf(prices),
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
    ...pricesFrom(prices, { mark, index, last: mark }),
  };
}

function onHoursOf(prices: unknown): boolean | undefined {
  const onHours = valueAt(prices, 'onHours');
  return typeof onHours === 'boolean' ? onHours : undefined;
}

type Prices = Pick<Look, 'mark' | 'index' | 'last' | 'bestBid' | 'bestAsk'>;

function pricesFrom(prices: unknown, otherwise: Pick<Prices, 'mark' | 'index' | 'last'>): Prices {
  const price = (field: string): Amount | undefined => amountOf(valueAt(prices, field));
  // An empty side has the price 0.
  const best = (field: string): Amount | undefined => (price(field)?.gt(0) === true ? price(field) : undefined);
  return {
    mark: price('markPrice') ?? otherwise.mark,
    index: price('indexPrice') ?? otherwise.index,
    last: price('lastPrice') ?? otherwise.last,
    bestBid: best('bestBid'),
    bestAsk: best('bestAsk'),
  };
}
