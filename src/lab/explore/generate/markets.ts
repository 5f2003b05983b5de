/** What a market asks of its orders, and where its price is. */
export interface MarketView {
  readonly symbol: string;
  readonly tick: number;
  readonly tickDigits: number;
  readonly lot: number;
  readonly lotDigits: number;
  readonly minimum: number;
  readonly index: number;
  readonly mark: number;
  /** 0 where the side is empty. */
  readonly bestBid: number;
  readonly bestAsk: number;
}

/** Markets as `getMarkets` and `getMarketPrices` respond. */
export function marketsIn(specs: unknown, prices: unknown): readonly MarketView[] {
  const priceOf = new Map(
    Object.entries((prices ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>),
  );
  if (!Array.isArray(specs)) return [];
  return (specs as readonly Readonly<Record<string, unknown>>[]).flatMap((spec) => {
    const symbol = String(spec['symbol']);
    const price = priceOf.get(symbol);
    if (!price) return [];
    const [tick, lot] = [String(spec['priceIncrement']), String(spec['orderSizeIncrement'])];
    const figure = (name: string): number => Number(price[name] ?? 0) || 0;
    return [
      {
        symbol,
        tick: Number(tick),
        tickDigits: digitsOf(tick),
        lot: Number(lot),
        lotDigits: digitsOf(lot),
        minimum: Number(spec['minOrderSize']),
        index: figure('indexPrice'),
        mark: figure('markPrice'),
        bestBid: figure('bestBid'),
        bestAsk: figure('bestAsk'),
      },
    ];
  });
}

const digitsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** The price on a tick nearest to a value, in decimal text. */
export function priceText({ tick, tickDigits }: MarketView, value: number): string {
  return plain((Math.max(1, Math.round(value / tick)) * tick).toFixed(tickDigits));
}

/** A quantity of so many lots, in decimal text. */
export function quantityText({ lot, lotDigits }: MarketView, value: number): string {
  return plain((Math.max(0, Math.round(value / lot)) * lot).toFixed(lotDigits));
}

const plain = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
