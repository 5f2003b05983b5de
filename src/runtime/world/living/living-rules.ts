import { Decimal } from 'decimal.js';
import { Exact, stepPpb } from '../exact.ts';
import { BILLION, PPB_MAX } from '../ranges.ts';
import type { Say } from '../say.ts';
import { type MarketGrid, populationSizes } from './population-figures.ts';
import type { WorldPopulation } from './population-shape.ts';
import { jumpChancePpb, jumpVolatility, partsOf } from './stochastic-figures.ts';
import type { WorldFactor, WorldStochastic, WorldVolatility } from './stochastic-shape.ts';

/** What the figures of a volatility owe each other; `path` leads to them. */
export function checkVolatility(figures: WorldVolatility, path: readonly string[], say: Say): void {
  if (stepPpb(figures.volatility, figures.stepMs) > PPB_MAX)
    say([...path, 'volatility'], 'moves the price by more than a tenth in one step; lower it or shorten stepMs');
  const jumps = jumpVolatility(figures);
  if (new Exact(figures.volatility).lt(jumps))
    say([...path, 'volatility'], `must be at least ${rounded(jumps)}, which its jumps move`);
  if (jumpChancePpb(figures) > BILLION)
    say([...path, 'jumpsPerDay'], 'asks for more than one jump in each step; lower it or shorten stepMs');
}

/** A market that follows a factor needs one. Its volatility holds what the factor and its own jumps move. */
export function checkParts(process: WorldStochastic, factor: WorldFactor | undefined, say: Say): void {
  if (new Exact(process.beta).isZero()) return;
  if (!factor) {
    say(['process', 'beta'], 'follows a factor that the world does not have; add "factor" to the world or write "0"');
    return;
  }
  const least = partsOf(process, factor);
  if (new Exact(process.volatility).lt(least))
    say(
      ['process', 'volatility'],
      `must be at least ${rounded(least)}, which its jumps and beta times the volatility of the factor move`,
    );
}

const rounded = (figure: Decimal): string => figure.toDecimalPlaces(4, Decimal.ROUND_UP).toFixed();

/** The parts of a market that its population meets. */
interface PopulatedMarket extends MarketGrid {
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
  const lots = (size: string): InstanceType<typeof Exact> => new Exact(size).div(market.orderSizeIncrement);
  const lotPrice = new Exact(market.initialIndexPrice).times(market.orderSizeIncrement);
  const leastLots = Exact.max(lots(market.minOrderSize), new Exact(market.minNotionalValue).div(lotPrice));
  const least = leastLots.times(market.orderSizeIncrement).toSignificantDigits(6).toFixed();
  const shown = (size: InstanceType<typeof Exact>): string =>
    size.times(market.orderSizeIncrement).toSignificantDigits(6).toFixed();

  if (orderLots.lt(leastLots))
    say(
      at('turnover'),
      `gives taker orders of ${shown(orderLots)} in the mean, below the smallest order ${least}; raise it or lower ordersPerMinute`,
    );
  if (orderLots.gt(lots(market.maxMarketOrderSize)))
    say(
      at('turnover'),
      `gives taker orders of ${shown(orderLots)} in the mean, above maxMarketOrderSize ${market.maxMarketOrderSize}; lower it or raise ordersPerMinute`,
    );
  const positionField = population.position === undefined ? 'turnover' : 'position';
  if (positionLots.lt(leastLots))
    say(at(positionField), `gives positions of ${shown(positionLots)}, below the smallest order ${least}; raise it`);
  const depthField = population.depth === undefined ? 'turnover' : 'depth';
  if (touchLots.lt(leastLots) && orderLots.gte(leastLots))
    say(
      at(depthField),
      `gives orders of ${shown(touchLots)} near the touch, below the smallest order ${least}; raise it or lower levels`,
    );
  if (touchLots.gt(lots(market.maxLimitOrderSize)))
    say(
      at(depthField),
      `gives orders of ${shown(touchLots)} near the touch, above maxLimitOrderSize ${market.maxLimitOrderSize}; lower it or raise levels`,
    );
  if (farTicks.lt(population.levels))
    say(
      at('levels'),
      `must be at most ${farTicks.floor().toFixed()}, the ticks within reach ${population.reach} of the price`,
    );
  const band = Exact.min(market.priceBands.limitCap, market.priceBands.limitFloor);
  if (new Exact(population.reach).gte(band))
    say(at('reach'), `must be below ${band.toFixed()}, the price band of limit orders`);
  const cap = new Exact(market.openInterestCap);
  if (!cap.isZero() && openLots.times(lotPrice).gt(cap))
    say(at('openInterest'), `gives positions above openInterestCap ${market.openInterestCap}; lower it`);
  checkLeverage(population, market.margin.tiers[0]?.maxLeverage ?? 1, say);
}

function checkLeverage({ leverageLow, leverageHigh }: WorldPopulation, most: number, say: Say): void {
  if (leverageHigh < leverageLow) say(['liquidity', 'leverageHigh'], `must be at least leverageLow ${leverageLow}`);
  if (leverageHigh > most)
    say(['liquidity', 'leverageHigh'], `must be at most ${most}, the leverage of the first margin tier`);
}
