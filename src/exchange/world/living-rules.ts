import { stepPpb } from './figures.ts';
import { type MarketGrid, populationSizes, type WorldPopulation } from './population.ts';
import { BILLION, PPB_MAX, type Say } from './read.ts';
import {
  jumpChancePpb,
  jumpVolatility,
  leastVolatility,
  type WorldFactor,
  type WorldStochastic,
  type WorldVolatility,
} from './stochastic.ts';

/** Checks what the figures of a volatility owe each other; `path` leads to them. */
export function checkVolatility(figures: WorldVolatility, path: readonly string[], say: Say): void {
  if (stepPpb(Number(figures.volatility), figures.stepMs) > PPB_MAX)
    say([...path, 'volatility'], 'moves the price by more than a tenth in one step; lower it or shorten stepMs');
  const jumps = jumpVolatility(figures);
  if (Number(figures.volatility) < jumps)
    say([...path, 'volatility'], `must be at least ${rounded(jumps)}, which its jumps move`);
  if (jumpChancePpb(figures) > BILLION)
    say([...path, 'jumpsPerDay'], 'asks for more than one jump in each step; lower it or shorten stepMs');
}

/** A market that follows a factor needs one. Its volatility holds what the factor and its own jumps move. */
export function checkParts(process: WorldStochastic, factor: WorldFactor | undefined, say: Say): void {
  if (Number(process.beta) === 0) return;
  if (!factor) {
    say(['process', 'beta'], 'follows a factor that the world does not have; add "factor" to the world or write "0"');
    return;
  }
  const least = leastVolatility(process, factor);
  if (Number(process.volatility) < least)
    say(
      ['process', 'volatility'],
      `must be at least ${rounded(least)}, which its jumps and beta times the volatility of the factor move`,
    );
}

/** Rounded up, so that the shown figure is enough. */
const rounded = (figure: number): string => String(Math.ceil(figure * 10_000) / 10_000);

/** The parts of a market that its population meets. */
export interface PopulatedMarket extends MarketGrid {
  readonly minOrderSize: string;
  readonly maxMarketOrderSize: string;
  readonly maxLimitOrderSize: string;
  readonly minNotionalValue: string;
  readonly openInterestCap: string;
  readonly priceBands: { readonly limitCap: string; readonly limitFloor: string };
  readonly margin: { readonly tiers: readonly { readonly maxLeverage: number }[] };
}

/** The orders of a population are orders that the market accepts, and its book fits between zero and the price bands. */
export function checkPopulation(population: WorldPopulation, market: PopulatedMarket, say: Say): void {
  const at = (field: string): string[] => ['liquidity', field];
  const { orderLots, touchLots, positionLots, openLots, farTicks } = populationSizes(population, market);
  const lot = Number(market.orderSizeIncrement);
  const lotPrice = Number(market.initialIndexPrice) * lot;
  const leastLots = Math.max(Number(market.minOrderSize) / lot, Number(market.minNotionalValue) / lotPrice);
  const shown = (size: number): string => plain(size * lot);
  const least = shown(leastLots);

  if (orderLots < leastLots)
    say(
      at('turnover'),
      `gives taker orders of ${shown(orderLots)} in the mean, below the smallest order ${least}; raise it or lower ordersPerMinute`,
    );
  if (orderLots * lot > Number(market.maxMarketOrderSize))
    say(
      at('turnover'),
      `gives taker orders of ${shown(orderLots)} in the mean, above maxMarketOrderSize ${market.maxMarketOrderSize}; lower it or raise ordersPerMinute`,
    );
  const positionField = population.position === undefined ? 'turnover' : 'position';
  if (positionLots < leastLots)
    say(at(positionField), `gives positions of ${shown(positionLots)}, below the smallest order ${least}; raise it`);
  const depthField = population.depth === undefined ? 'turnover' : 'depth';
  if (touchLots < leastLots && orderLots >= leastLots)
    say(
      at(depthField),
      `gives orders of ${shown(touchLots)} near the touch, below the smallest order ${least}; raise it or lower levels`,
    );
  if (touchLots * lot > Number(market.maxLimitOrderSize))
    say(
      at(depthField),
      `gives orders of ${shown(touchLots)} near the touch, above maxLimitOrderSize ${market.maxLimitOrderSize}; lower it or raise levels`,
    );
  if (farTicks < population.levels)
    say(
      at('levels'),
      `must be at most ${Math.floor(farTicks)}, the ticks within reach ${population.reach} of the price`,
    );
  const band = Math.min(Number(market.priceBands.limitCap), Number(market.priceBands.limitFloor));
  if (Number(population.reach) >= band) say(at('reach'), `must be below ${band}, the price band of limit orders`);
  const cap = Number(market.openInterestCap);
  if (cap > 0 && openLots * lotPrice > cap)
    say(at('openInterest'), `gives positions above openInterestCap ${market.openInterestCap}; lower it`);
  checkLeverage(population, market.margin.tiers[0]?.maxLeverage ?? 1, say);
}

/** Six digits, without an exponent. */
const plain = (size: number): string =>
  Number(size.toPrecision(6))
    .toFixed(10)
    .replace(/\.?0+$/, '');

function checkLeverage({ leverageLow, leverageHigh }: WorldPopulation, most: number, say: Say): void {
  if (leverageHigh < leverageLow) say(['liquidity', 'leverageHigh'], `must be at least leverageLow ${leverageLow}`);
  if (leverageHigh > most)
    say(['liquidity', 'leverageHigh'], `must be at most ${most}, the leverage of the first margin tier`);
}
