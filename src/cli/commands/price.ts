import { CONTROL_COMMANDS } from '../../contract/control.ts';
import { durationMs } from '../../scenarios/format/times.ts';
import { askFor, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { UsageError } from '../usage-error.ts';
import { table } from '../output.ts';
import { type Done, NotPossible, steer, steering, type SteeringFlags } from '../steering.ts';
import { isListOf, isShape, isText } from '../../kernel/guards.ts';

/** `perpsim price`. */
export const PRICE: CommandBody = steering({
  takes: ['a market, such as BTC-USDT', 'the price'],
  flags: [
    ['--mark', 'move the mark alone, by its premium'],
    ['--hold', 'pin the price: it stays, and orders, liquidations and collateral go on'],
    ['--over <duration>', 'reach the price in equal steps, such as 30s'],
    ['--stop', 'stop the feed, so that the price goes stale'],
    ['--release', 'end a pin, a ramp or a stop'],
  ],
  examples: ['price', 'price BTC-USDT 40000 --hold', 'price BTC-USDT 40000 --over 30s', 'price BTC-USDT --release'],
  run: (symbol: string | undefined, wanted: string | undefined, flags: SteeringFlags & PriceFlags) =>
    steer(flags, (site) => price(site, symbol, wanted, flags)),
});

export interface PriceFlags {
  /** Moves the mark alone. */
  readonly mark?: boolean;
  /** Pins the price: it stays, and is fresh. */
  readonly hold?: boolean;
  /** Reaches the price in equal steps over this long, such as 30s. */
  readonly over?: string;
  /** Stops the feed, so that the price goes stale. */
  readonly stop?: boolean;
  /** Ends a pin, a ramp and a stop. */
  readonly release?: boolean;
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

const isPrices = isShape({
  markets: isListOf(
    isShape<MarketPrices>({
      symbol: isText,
      status: isText,
      indexPrice: isText,
      markPrice: isText,
      bestBid: isText,
      bestAsk: isText,
    }),
  ),
});

/** Prices of all markets. */
export const marketPrices = async (site: ControlSite): Promise<readonly MarketPrices[]> =>
  (await askFor(site, '/state', isPrices)).markets;

/** Sets a price of a market, or shows its prices, or those of all markets. */
export async function price(
  site: ControlSite,
  symbol: string | undefined,
  wanted: string | undefined,
  flags: PriceFlags,
): Promise<Done> {
  const call = callOf(symbol, wanted, flags);
  if (call) await site.post(...call);
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

/** The verb that was meant, as route and fields; undefined where prices are only shown. */
function callOf(
  symbol: string | undefined,
  price: string | undefined,
  { mark, hold, over, stop, release }: PriceFlags,
): readonly [path: string, fields: object] | undefined {
  const verbs = Object.entries({ mark, hold, over: over !== undefined, stop, release }).flatMap(([flag, isGiven]) =>
    isGiven === true ? [`--${flag}`] : [],
  );
  const [verb, second] = verbs;
  if (second !== undefined) throw new UsageError(`${verb} and ${second} exclude each other`);
  if (verb !== undefined && symbol === undefined) throw new UsageError(`${verb} needs the symbol of a market`);
  if (symbol === undefined) return undefined;
  if ((verb === '--mark' || verb === '--over') && price === undefined) {
    throw new UsageError(
      `${verb} needs a price: perpsim price BTC-USDT 40000 ${verb}${verb === '--over' ? ' 30s' : ''}`,
    );
  }
  if ((verb === '--stop' || verb === '--release') && price !== undefined) {
    throw new UsageError(`${verb} takes no price`);
  }
  const target = { symbol, ...(price !== undefined && { price }) };
  if (verb === '--stop') return [CONTROL_COMMANDS.stopFeed.path, target];
  if (verb === '--release') return [CONTROL_COMMANDS.releasePrice.path, target];
  if (verb === '--hold') return [CONTROL_COMMANDS.pinPrice.path, target];
  if (verb === '--mark') return [CONTROL_COMMANDS.setMarkPrice.path, target];
  if (verb === '--over') return [CONTROL_COMMANDS.movePrice.path, { ...target, overMs: rampMs(over ?? '') }];
  return price === undefined ? undefined : [CONTROL_COMMANDS.movePrice.path, target];
}

function rampMs(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms >= 1_000 && ms <= 3_600_000 && ms % 1_000 === 0) return ms;
  throw new UsageError(`--over must be whole seconds from 1s to 1h, such as 30s (got "${text}")`);
}
