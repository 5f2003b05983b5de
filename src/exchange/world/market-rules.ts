import { divHalfEven, formatUnits, parseDecimal, unitsOf } from '../../kernel/decimal.ts';
import { UNIT_BIG } from '../../kernel/units.ts';
import { checkPopulation, checkVolatility } from './living/living-rules.ts';
import type { WorldNode, WorldProblem } from './node.ts';
import { reportAt } from './read.ts';
import type { Say } from './say.ts';
import type { WorldMarginTier, WorldMarket } from './shape.ts';

/** What the fields of one market owe each other. `market` has the right shape already. */
export function checkMarket(market: WorldMarket, node: WorldNode, problems: WorldProblem[]): void {
  const say: Say = (steps, message) => reportAt(problems, node, steps, message);
  if (!market.symbol.startsWith(`${market.baseAsset}-`))
    say(['baseAsset'], `must be the first half of ${market.symbol}`);
  if (market.symbol !== `${market.baseAsset}-${market.settleAsset}`)
    say(['settleAsset'], `must be the second half of ${market.symbol}`);
  checkGrid(market, say);
  checkSizes(market, say);
  checkMargin(market, say);
  checkSession(market, say);
  checkProcess(market, say);
  checkLiquidity(market, say);
}

/** Prices lie on ticks, sizes on lots, and one tick times one lot is whole, so that every notional is exact. */
function checkGrid(market: WorldMarket, say: Say): void {
  const { priceIncrement, orderSizeIncrement, priceExponent, quantityExponent } = market;
  if (scaleOf(priceIncrement) > priceExponent)
    say(
      ['priceIncrement'],
      `has more than the ${priceExponent} decimals of priceExponent; raise one or round the other`,
    );
  if (scaleOf(orderSizeIncrement) > quantityExponent) {
    say(
      ['orderSizeIncrement'],
      `has more than the ${quantityExponent} decimals of quantityExponent; raise one or round the other`,
    );
  }
  if ((unitsOf(priceIncrement) * unitsOf(orderSizeIncrement)) % UNIT_BIG !== 0n) {
    say(
      ['orderSizeIncrement'],
      `times priceIncrement ${priceIncrement} is finer than eight decimals; make one of them coarser`,
    );
  }
  if (!isMultiple(market.minOrderPrice, priceIncrement))
    say(['minOrderPrice'], `must be a multiple of priceIncrement ${priceIncrement}`);
  for (const field of ['minOrderSize', 'maxMarketOrderSize', 'maxLimitOrderSize'] as const) {
    if (!isMultiple(market[field], orderSizeIncrement))
      say([field], `must be a multiple of orderSizeIncrement ${orderSizeIncrement}`);
  }
  if (unitsOf(market.initialIndexPrice) < unitsOf(market.minOrderPrice))
    say(['initialIndexPrice'], `must be at least minOrderPrice ${market.minOrderPrice}`);
}

function checkSizes(market: WorldMarket, say: Say): void {
  const lots = lotsOf(market, market.maxLimitOrderSize);
  if (lots > BigInt(Number.MAX_SAFE_INTEGER))
    say(['maxLimitOrderSize'], 'is more lots than can be counted exactly; make it smaller');
  for (const field of ['maxMarketOrderSize', 'maxLimitOrderSize'] as const) {
    if (unitsOf(market[field]) < unitsOf(market.minOrderSize))
      say([field], `must be at least minOrderSize ${market.minOrderSize}`);
  }
}

function checkMargin({ margin: { tiers, defaultLeverage } }: WorldMarket, say: Say): void {
  checkMarginTiers(tiers, (steps, message) => say(['margin', 'tiers', ...steps], message));
  const most = tiers[0]?.maxLeverage ?? 1;
  if (defaultLeverage > most)
    say(['margin', 'defaultLeverage'], `must be at most ${most}, the leverage of the first tier`);
}

/**
 * The tier set rules of wire 3.2, and INV-37: maintenance stays below initial, which is what the tier's leverage asks for.
 * The clearance fee may exceed what lies between maintenance and zero: it is capped at the equity that is left.
 */
export function checkMarginTiers(tiers: readonly WorldMarginTier[], say: Say): void {
  tiers.forEach((tier, index) => {
    const at = (field: string) => [index, field];
    const before = tiers[index - 1];
    const last = index === tiers.length - 1;
    if (unitsOf(tier.maintenance) >= unitsOf(tier.initial))
      say(at('maintenance'), `must be below initial ${tier.initial}`);
    if (!isReciprocal(tier.initial, tier.maxLeverage))
      say(at('initial'), `must be 1 / maxLeverage ${tier.maxLeverage}: "${reciprocalOf(tier.maxLeverage)}"`);
    if (last && tier.to !== null) say(at('to'), 'must be null in the last tier, which is unbounded');
    if (!last && tier.to === null) say(at('to'), 'must be a number, because only the last tier is unbounded');
    if (tier.to !== null && unitsOf(tier.to) < unitsOf(tier.from)) say(at('to'), `must be at least from ${tier.from}`);
    if (!before) {
      if (unitsOf(tier.from) !== 0n) say(at('from'), 'must be "0" in the first tier');
      return;
    }
    if (before.to !== null && unitsOf(tier.from) !== unitsOf(before.to) + UNIT_BIG)
      say(at('from'), `must be 1 above the end of the tier before, ${before.to}`);
    if (tier.maxLeverage >= before.maxLeverage)
      say(at('maxLeverage'), `must be below ${before.maxLeverage}, the leverage of the tier before`);
    if (unitsOf(tier.maintenance) <= unitsOf(before.maintenance))
      say(at('maintenance'), `must be above ${before.maintenance}, the rate of the tier before`);
  });
}

const reciprocalOf = (leverage: number): string => formatUnits(divHalfEven(UNIT_BIG, BigInt(leverage)));

/** Either rounding to eight decimals will do. */
function isReciprocal(rate: string, leverage: number): boolean {
  const off = unitsOf(rate) * BigInt(leverage) - UNIT_BIG;
  return off < BigInt(leverage) && -off < BigInt(leverage);
}

function checkSession({ session }: WorldMarket, say: Say): void {
  if (session && session.open >= session.close) say(['session', 'close'], `must be after open ${session.open}`);
  if (session?.open === '24:00') say(['session', 'open'], 'must be before 24:00');
}

/** A level and the steps of a script are prices the market can have; steps come one after the other. */
function checkProcess({ process, minOrderPrice }: WorldMarket, say: Say): void {
  if (process.kind === 'ou' && unitsOf(process.level) < unitsOf(minOrderPrice))
    say(['process', 'level'], `must be at least minOrderPrice ${minOrderPrice}`);
  if (process.kind === 'stochastic') checkVolatility(process, ['process'], say);
  if (process.kind !== 'script') return;
  checkTimes(process.steps, ['process', 'steps'], say);
  process.steps.forEach(({ price }, index) => {
    if (unitsOf(price) < unitsOf(minOrderPrice))
      say(['process', 'steps', index, 'price'], `must be at least minOrderPrice ${minOrderPrice}`);
  });
}

/** Steps of a script, each later than the one before. */
export function checkTimes(
  steps: readonly { readonly afterMs: number }[],
  path: readonly (string | number)[],
  say: Say,
): void {
  steps.forEach(({ afterMs }, index) => {
    const before = steps[index - 1];
    if (before && afterMs <= before.afterMs)
      say([...path, index, 'afterMs'], `must be above ${before.afterMs}, the time of the step before`);
  });
}

/** A ladder must fit between zero and the index, and its quotes must be orders the market accepts. */
function checkLiquidity(market: WorldMarket, say: Say): void {
  const { liquidity } = market;
  if (liquidity.kind === 'none' || liquidity.kind === 'history') return;
  if (liquidity.kind === 'population') {
    checkPopulation(liquidity, market, say);
    return;
  }
  const at = (field: string) => ['liquidity', field];
  const reach = BigInt(liquidity.firstTicks + liquidity.levels * liquidity.stepTicks) * unitsOf(market.priceIncrement);
  const outermost = unitsOf(market.initialIndexPrice) - reach;
  if (outermost <= 0n) say(at('levels'), 'reach below a price of zero; use fewer levels or a smaller step');
  const [least, most, leastField, mostField] =
    liquidity.kind === 'static'
      ? [liquidity.lotsPerLevel, liquidity.lotsPerLevel, 'lotsPerLevel', 'lotsPerLevel']
      : [liquidity.minLots, liquidity.maxLots, 'minLots', 'maxLots'];
  if (most < least) say(at(mostField), `must be at least minLots ${least}`);
  const minimum = lotsOf(market, market.minOrderSize);
  if (BigInt(least) < minimum) say(at(leastField), `must be at least ${minimum}, the lots of minOrderSize`);
  const maximum = lotsOf(market, liquidity.kind === 'static' ? market.maxLimitOrderSize : smallerMaximum(market));
  if (BigInt(most) > maximum) say(at(mostField), `must be at most ${maximum}, the lots of the largest order`);
  // The outermost bid is the cheapest order of the ladder.
  const cheapest = (outermost * BigInt(least) * unitsOf(market.orderSizeIncrement)) / UNIT_BIG;
  if (outermost > 0n && cheapest < unitsOf(market.minNotionalValue)) {
    say(at(leastField), `gives orders below minNotionalValue ${market.minNotionalValue}; raise it`);
  }
}

const smallerMaximum = ({ maxMarketOrderSize, maxLimitOrderSize }: WorldMarket): string =>
  unitsOf(maxMarketOrderSize) < unitsOf(maxLimitOrderSize) ? maxMarketOrderSize : maxLimitOrderSize;

const lotsOf = (market: WorldMarket, size: string): bigint => unitsOf(size) / unitsOf(market.orderSizeIncrement);

const isMultiple = (value: string, increment: string): boolean => unitsOf(value) % unitsOf(increment) === 0n;

const scaleOf = (value: string): number => parseDecimal(value)?.scale ?? 0;
