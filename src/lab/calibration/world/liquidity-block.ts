import { checkPopulation, type PopulatedMarket } from '../../../exchange/world/living-rules.ts';
import { POPULATION_DEFAULTS, type WorldPopulation } from '../../../exchange/world/population.ts';
import { type Estimate, isFigure, scaled, sureText } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import { type Field, lineOf, withValue, type Written, written } from './fields.ts';
import { block, type Block, entry } from './yaml.ts';

/**
 * The mean spread of a population is that of its closest maker and 1.6 ticks more, because quotes are rounded outwards, and
 * it shows 77 % of the depth of its file: measured on populations of the package.
 */
const ROUNDED_TICKS = 1.6;
const DEPTH_SHOWN = 0.77;
/** Below this share of the mean spread nothing is known of the closest maker. */
const CLOSEST_SHARE = 0.25;
const ROUNDS = 60;
const ACCEPTED = 'so that the market accepts the orders';
/** Reach and leverage stay inside what the market allows. */
const BAND_SHARE = 0.9;

/** `liquidity` of a market; amounts in the settlement asset. `market` says what orders it accepts. */
export function liquidityBlock(figures: MarketFigures, openInterest: Estimate, market: PopulatedMarket): Block {
  const { book, flow, price, basis } = figures;
  const fields: readonly Field[] = [
    { key: 'turnover', estimate: flow.turnover, low: 1, high: 1e12 },
    { key: 'depth', estimate: scaled(book.depth, price / DEPTH_SHOWN), low: 1, high: 1e11 },
    {
      key: 'spread',
      estimate: scaled(closestSpread(book.spread, Number(market.priceIncrement) / price), 10_000),
      low: 0.001,
      high: 500,
    },
    { key: 'levels', estimate: book.levels, low: 1, high: 500, isWhole: true },
    { key: 'ordersPerMinute', estimate: scaled(flow.perDay, 1 / 1440), low: 1, high: 600, isWhole: true },
    { key: 'branching', estimate: flow.branching, low: 0, high: 0.9 },
    { key: 'fastBasis', estimate: scaled(basis, 10_000), low: 0, high: 100 },
    { key: 'openInterest', estimate: openInterest, low: 0, high: 20 },
  ];
  const own = [...fields.map(written), ...limited(market)];
  return block(entry('kind', 'population'), ...fitted(own, market).map(lineOf));
}

/** The spread of the closest maker, from the mean spread; both are shares of the price, as is the tick. */
const closestSpread = (spread: Estimate, tick: number): Estimate =>
  isFigure(spread)
    ? { ...spread, value: Math.max(CLOSEST_SHARE * spread.value, spread.value - ROUNDED_TICKS * tick) }
    : spread;

/** Defaults that the market does not allow, made smaller. */
function limited({ priceBands, margin }: PopulatedMarket): Written[] {
  const band = Math.min(Number(priceBands.limitCap), Number(priceBands.limitFloor));
  const most = margin.tiers[0]?.maxLeverage ?? 1;
  const { reach, leverageLow, leverageHigh } = POPULATION_DEFAULTS;
  return [
    ...(Number(reach) < band
      ? []
      : [{ key: 'reach', value: sureText(band * BAND_SHARE), note: 'inside the price band' }]),
    ...(leverageHigh <= most
      ? []
      : [{ key: 'leverageHigh', value: most, note: 'the leverage of the first margin tier' }]),
    ...(leverageLow <= most ? [] : [{ key: 'leverageLow', value: most, note: '' }]),
  ];
}

/** Moves fields until the market accepts all orders that they stand for: it refuses orders that are too small or too large. */
function fitted(fields: Written[], market: PopulatedMarket): Written[] {
  let own = fields;
  for (let round = 0; round < ROUNDS; round += 1) {
    const problem = firstProblem(own, market);
    const change = problem && changeFor(problem, populationOf(own), market);
    if (!change) return own;
    const [key, value] = change;
    own = own.some((field) => field.key === key)
      ? withValue(own, key, value, ACCEPTED)
      : [...own, { key, value, note: ACCEPTED }];
  }
  return own;
}

interface Problem {
  readonly field: string;
  readonly message: string;
}

function firstProblem(fields: readonly Written[], market: PopulatedMarket): Problem | undefined {
  const found: Problem[] = [];
  checkPopulation(populationOf(fields), market, (steps, message) =>
    found.push({ field: String(steps.at(-1)), message }),
  );
  return found[0];
}

function populationOf(fields: readonly Written[]): WorldPopulation {
  const { depth: _depth, position: _position, ...standard } = POPULATION_DEFAULTS;
  const own = fields.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]));
  return { kind: 'population', turnover: '1', ...standard, ...Object.fromEntries(own) } as WorldPopulation;
}

/** The field to move, and its next value; undefined where none helps. */
function changeFor(
  { field, message }: Problem,
  { levels, ordersPerMinute }: WorldPopulation,
  market: PopulatedMarket,
): readonly [key: string, value: string | number] | undefined {
  const isSmall = message.includes('below the smallest order');
  const price = Number(market.initialIndexPrice);
  const smallest = Math.max(Number(market.minOrderSize) * price, Number(market.minNotionalValue));
  if (field === 'position') return ['position', sureText(smallest * 4)];
  if (message.includes('gives positions of')) return ['position', sureText(smallest * 4)];
  if (field === 'openInterest') return undefined;
  if (field === 'levels' || message.includes('near the touch'))
    return levels > 1 ? ['levels', Math.floor(levels * 0.8)] : undefined;
  if (message.includes('deep book'))
    return levels < 500 ? ['levels', Math.min(500, Math.ceil(levels * 1.25))] : undefined;
  if (field !== 'turnover') return undefined;
  if (!isSmall)
    return ordersPerMinute < 600 ? ['ordersPerMinute', Math.min(600, Math.ceil(ordersPerMinute * 1.25))] : undefined;
  return ordersPerMinute > 1
    ? ['ordersPerMinute', Math.floor(ordersPerMinute * 0.8)]
    : ['turnover', sureText(smallest * 1440 * 2)];
}
