import type { ControlSite } from '../control-site.ts';
import { UsageError } from '../usage-error.ts';
import { table } from '../table.ts';
import { type Done, NotPossible } from './steering.ts';

export interface PriceFlags {
  /** Moves the mark alone. */
  readonly mark?: boolean;
  /** Stops the feed of the index, so that the price stays. */
  readonly hold?: boolean;
  /** Lets the feed go on. */
  readonly resume?: boolean;
}

/** What the state says of a market; prices are decimal texts. */
export interface MarketPrices {
  readonly symbol: string;
  readonly status: string;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly bestBid: string;
  readonly bestAsk: string;
}

/** Prices of all markets. */
export const marketPrices = async (site: ControlSite): Promise<readonly MarketPrices[]> =>
  ((await site.json('/state')) as { readonly markets: readonly MarketPrices[] }).markets;

/** Sets a price of a market, or shows its prices, or those of all markets. */
export async function price(
  site: ControlSite,
  symbol: string | undefined,
  wanted: string | undefined,
  { mark = false, hold = false, resume = false }: PriceFlags,
): Promise<Done> {
  if (hold && resume) throw new UsageError('--hold and --resume exclude each other');
  if (mark && wanted === undefined) throw new UsageError('--mark needs a price: perpsim price BTC-USDT 40000 --mark');
  if ((hold || resume) && symbol === undefined) throw new UsageError('--hold and --resume need the symbol of a market');
  if (symbol !== undefined && (hold || resume)) await site.post('/prices/feed', { symbol, frozen: hold });
  if (symbol !== undefined && wanted !== undefined) {
    await site.post(mark ? '/prices/mark' : '/prices/index', { symbol, price: wanted });
  }
  const markets = await marketPrices(site);
  const shown = symbol === undefined ? markets : markets.filter((market) => market.symbol === symbol);
  if (shown.length === 0) {
    throw new NotPossible(`there is no market ${symbol ?? ''}: ${markets.map((each) => each.symbol).join(', ')}`);
  }
  const rows = shown.map((each) => [each.symbol, each.indexPrice, each.markPrice, each.bestBid, each.bestAsk]);
  return {
    response: { markets: shown },
    text: table([['market', 'index', 'mark', 'best bid', 'best ask'], ...rows], [1, 2, 3, 4]).join('\n'),
  };
}
