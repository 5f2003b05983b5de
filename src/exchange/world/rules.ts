import { divHalfEven, formatUnits, parseDecimal, unitsOf } from '../../kernel/decimal.ts';
import { UNIT_BIG } from '../../kernel/units.ts';
import { hasCalendarDay } from '../clock/clock.ts';
import { checkParts, checkPopulation, checkVolatility } from './living-rules.ts';
import {
  type MapNode,
  memberPath,
  type Reader,
  report,
  reportAt,
  type Say,
  type WorldNode,
  type WorldProblem,
} from './read.ts';
import {
  collateralShape,
  devAccountShape,
  headShape,
  marketShape,
  riskShape,
  STANDARD_WORLD_RISK,
  tierShape,
  type World,
  type WorldCollateral,
  type WorldDevAccount,
  type WorldLiquidity,
  type WorldMarginTier,
  type WorldMarket,
  type WorldTier,
} from './shape.ts';
import type { WorldFactor } from './stochastic.ts';

/** The tier that the world's own accounts get; its limits bound their ladders. */
const AGENT_TIER = 'market_maker';

/** What `collateralPriceMaxAgeMs` is where a world does not say. */
const PRICE_AGE_MAX_MS = 60_000;

const FIELDS = [
  'name',
  'description',
  'startTime',
  'history',
  'factor',
  'collateralPriceMaxAgeMs',
  'risk',
  'markets',
  'collaterals',
  'tiers',
  'devAccounts',
];

/** A value of the right shape and the node it was read from. */
interface Found<T> {
  readonly value: T;
  readonly node: WorldNode;
}

/** Reads a merged tree as a world. Undefined when anything is wrong; `problems` then says everything that is. */
export function readWorld(root: MapNode, problems: WorldProblem[]): World | undefined {
  for (const [key, member] of root.entries) {
    if (!FIELDS.includes(key))
      report(problems, member, `is not a field of a world; remove it, or use one of ${FIELDS.join(', ')}`);
  }
  const name = field(root, 'name', headShape.name, problems);
  const description = field(root, 'description', headShape.description, problems);
  const startTime = field(root, 'startTime', headShape.startTime, problems);
  if (startTime !== undefined && !(hasCalendarDay(startTime) && Number.isFinite(Date.parse(startTime))))
    reportAt(problems, root, ['startTime'], 'is not a day of the calendar; correct it');
  const history = field(root, 'history', headShape.history, problems);
  const factorNode = root.entries.get('factor');
  const factor = factorNode && headShape.factor(factorNode, problems);
  const priceAge = root.entries.get('collateralPriceMaxAgeMs');
  const collateralPriceMaxAgeMs = priceAge ? headShape.collateralPriceMaxAgeMs(priceAge, problems) : PRICE_AGE_MAX_MS;
  const figures = root.entries.get('risk');
  const risk = figures ? riskShape(figures, problems) : STANDARD_WORLD_RISK;
  const markets = items(root, 'markets', marketShape, problems);
  const collaterals = items(root, 'collaterals', collateralShape, problems);
  const tiers = items(root, 'tiers', tierShape, problems);
  const devAccounts = items(root, 'devAccounts', devAccountShape, problems);
  const lists: Lists = { markets, collaterals, tiers, devAccounts };
  // References between lists are checked on complete lists only: an item of the wrong shape would seem to be missing.
  const whole = problems.length === 0;

  if (factor) checkVolatility(factor, [], (steps, message) => reportAt(problems, factorNode, steps, message));
  for (const { value, node } of markets) checkMarket(value, node, problems);
  for (const { value, node } of collaterals) checkCollateral(value, node, problems);
  checkUnique(markets, 'symbol', ({ symbol }) => symbol, problems);
  checkUnique(collaterals, 'asset', ({ asset }) => asset, problems);
  checkUnique(tiers, 'tierId', ({ tierId }) => tierId, problems);
  checkUnique(devAccounts, 'address', ({ address }) => address.toLowerCase(), problems);
  if (whole) checkLists(lists, factor ?? undefined, problems);

  if (problems.length > 0 || name === undefined || description === undefined || startTime === undefined || !history)
    return undefined;
  if (collateralPriceMaxAgeMs === undefined || !risk) return undefined;
  return {
    name,
    description,
    startTime,
    history,
    ...(factor && { factor }),
    markets: values(markets),
    collaterals: values(collaterals),
    collateralPriceMaxAgeMs,
    risk,
    tiers: values(tiers),
    devAccounts: values(devAccounts),
  };
}

interface Lists {
  readonly markets: readonly Found<WorldMarket>[];
  readonly collaterals: readonly Found<WorldCollateral>[];
  readonly tiers: readonly Found<WorldTier>[];
  readonly devAccounts: readonly Found<WorldDevAccount>[];
}

function checkLists(
  { markets, collaterals, tiers, devAccounts }: Lists,
  factor: WorldFactor | undefined,
  problems: WorldProblem[],
): void {
  checkSettlement(markets, collaterals, problems);
  checkTiers(tiers, problems);
  checkAgentTier(markets, tiers, problems);
  for (const { value, node } of markets) {
    if (value.process.kind === 'stochastic')
      checkParts(value.process, factor, (steps, message) => reportAt(problems, node, steps, message));
  }
  for (const { value, node } of devAccounts) checkDevAccount(value, node, tiers, collaterals, problems);
}

const values = <T>(found: readonly Found<T>[]): T[] => found.map(({ value }) => value);

function field<T>(root: MapNode, key: string, reader: Reader<T>, problems: WorldProblem[]): T | undefined {
  const node = root.entries.get(key);
  if (node) return reader(node, problems);
  problems.push({ ...root.place, path: memberPath(root.place.path, key), message: 'is missing; add it' });
  return undefined;
}

/** The items of a list that have the right shape. The others have said why they have not. */
function items<T>(root: MapNode, key: string, reader: Reader<T>, problems: WorldProblem[]): Found<T>[] {
  const nodes =
    field(root, key, (node) => (node.kind === 'list' ? node : report(problems, node, 'must be a list')), problems)
      ?.items ?? [];
  return nodes.flatMap((node) => {
    const value = reader(node, problems);
    return value === undefined ? [] : [{ value, node }];
  });
}

function checkUnique<T>(
  found: readonly Found<T>[],
  key: string,
  keyOf: (value: T) => string,
  problems: WorldProblem[],
): void {
  const seen = new Set<string>();
  for (const { value, node } of found) {
    const text = keyOf(value);
    if (seen.has(text)) reportAt(problems, node, [key], `${text} is there already; remove one of the two`);
    seen.add(text);
  }
}

/** Wire 3.7: bands start at 0, touch each other, end unbounded, and cut ever more, but never all. */
function checkCollateral(collateral: WorldCollateral, node: WorldNode, problems: WorldProblem[]): void {
  const say = (steps: readonly (string | number)[], message: string) => reportAt(problems, node, steps, message);
  const { haircuts } = collateral;
  if (unitsOf(collateral.ltv) >= unitsOf(collateral.lltv)) say(['ltv'], `must be below lltv ${collateral.lltv}`);
  haircuts.forEach((band, index) => {
    const at = (name: string) => ['haircuts', index, name];
    const before = haircuts[index - 1];
    const last = index === haircuts.length - 1;
    if (last !== (band.to === null))
      say(
        at('to'),
        last
          ? 'must be null in the last band, which is unbounded'
          : 'must be a number, because only the last band is unbounded',
      );
    if (band.to !== null && unitsOf(band.to) <= unitsOf(band.from)) say(at('to'), `must be above from ${band.from}`);
    if (unitsOf(band.haircut) >= unitsOf('1')) say(at('haircut'), 'must be below 1');
    if (!before && unitsOf(band.from) !== 0n) say(at('from'), 'must be "0" in the first band');
    if (before && before.to !== null && unitsOf(band.from) !== unitsOf(before.to))
      say(at('from'), `must equal ${before.to}, the end of the band before`);
    if (before && unitsOf(band.haircut) <= unitsOf(before.haircut))
      say(at('haircut'), `must be above ${before.haircut}, the haircut of the band before`);
  });
  checkTimes(collateral.peg ?? [], ['peg'], say);
}

/** The settlement asset comes first and is worth 1; markets settle in it and in nothing else. */
function checkSettlement(
  markets: readonly Found<WorldMarket>[],
  collaterals: readonly Found<WorldCollateral>[],
  problems: WorldProblem[],
): void {
  const first = collaterals[0];
  if (!first) return;
  const { asset, priceMarket, haircuts } = first.value;
  if (priceMarket !== null)
    reportAt(
      problems,
      first.node,
      ['priceMarket'],
      'must be null in the first collateral, which settles all markets and is worth 1',
    );
  if (haircuts.length > 1 || unitsOf(haircuts[0]?.haircut ?? '0') !== 0n)
    reportAt(problems, first.node, ['haircuts'], 'must be one band with haircut "0" in the first collateral');
  if (first.value.peg)
    reportAt(problems, first.node, ['peg'], 'is not for the first collateral, in which all is counted; remove it');
  const symbols = new Set(markets.map(({ value }) => value.symbol));
  for (const { value, node } of collaterals.slice(1)) {
    if (value.priceMarket === null)
      reportAt(problems, node, ['priceMarket'], 'must name the market whose index prices the asset');
    else if (!symbols.has(value.priceMarket))
      reportAt(problems, node, ['priceMarket'], `names no market of this world: ${value.priceMarket}`);
  }
  for (const { value, node } of markets) {
    for (const key of ['quoteAsset', 'settleAsset'] as const) {
      if (value[key] !== asset) reportAt(problems, node, [key], `must be ${asset}, the first collateral`);
    }
  }
}

/** Volume tiers climb from zero; custom tiers come after them (wire 3.8). A rebate never exceeds the taker fee (INV-33). */
function checkTiers(tiers: readonly Found<WorldTier>[], problems: WorldProblem[]): void {
  const lowestTaker = tiers
    .map(({ value }) => unitsOf(value.takerFeeRate))
    .reduce((low, rate) => (rate < low ? rate : low), unitsOf('1'));
  tiers.forEach(({ value, node }, index) => {
    const before = tiers[index - 1]?.value;
    if (index === 0 && (value.tierType !== 'volume' || unitsOf(value.minTradeVolume) !== 0n)) {
      reportAt(problems, node, ['minTradeVolume'], 'must be "0" in the first tier, which is a volume tier');
    }
    if (unitsOf(value.makerFeeRate) + lowestTaker < 0n)
      reportAt(problems, node, ['makerFeeRate'], 'gives back more than the lowest takerFeeRate brings in; raise it');
    if (value.maxOrdersPerMarket > value.maxTotalOrders)
      reportAt(problems, node, ['maxOrdersPerMarket'], `must be at most maxTotalOrders ${value.maxTotalOrders}`);
    if (before && value.tierType === 'volume') {
      if (before.tierType === 'custom')
        reportAt(problems, node, ['tierType'], 'volume tiers come before custom ones; move it up');
      else if (unitsOf(value.minTradeVolume) <= unitsOf(before.minTradeVolume)) {
        reportAt(
          problems,
          node,
          ['minTradeVolume'],
          `must be above ${before.minTradeVolume}, the volume of the tier before`,
        );
      }
    }
  });
}

function checkAgentTier(
  markets: readonly Found<WorldMarket>[],
  tiers: readonly Found<WorldTier>[],
  problems: WorldProblem[],
): void {
  const most = tiers.find(({ value }) => value.tierId === AGENT_TIER)?.value.maxOrdersPerMarket ?? 0;
  for (const { value, node } of markets) {
    if (value.liquidity.kind === 'none') continue;
    if (most === 0)
      reportAt(problems, node, ['liquidity'], `needs a tier ${AGENT_TIER} for its accounts; add one to tiers`);
    else if (levelsOf(value.liquidity) * 2 > most) {
      reportAt(
        problems,
        node,
        ['liquidity', value.liquidity.kind === 'population' ? 'makerLevels' : 'levels'],
        `must be at most ${Math.floor(most / 2)}: tier ${AGENT_TIER} allows ${most} orders per market`,
      );
    }
  }
}

/** Orders that one account of the world keeps on each side; a deep book of a population has as many accounts as it needs. */
function levelsOf(liquidity: WorldLiquidity): number {
  if (liquidity.kind === 'population') return liquidity.makerLevels;
  return liquidity.kind === 'static' || liquidity.kind === 'agents' ? liquidity.levels : 0;
}

function checkDevAccount(
  account: WorldDevAccount,
  node: WorldNode,
  tiers: readonly Found<WorldTier>[],
  collaterals: readonly Found<WorldCollateral>[],
  problems: WorldProblem[],
): void {
  if (!tiers.some(({ value }) => value.tierId === account.tierId))
    reportAt(problems, node, ['tierId'], `names no tier of this world: ${account.tierId}`);
  for (const asset of Object.keys(account.balances)) {
    if (!collaterals.some(({ value }) => value.asset === asset))
      reportAt(
        problems,
        node,
        ['balances', asset],
        `is no collateral of this world; add it to collaterals or remove it`,
      );
  }
}

/** What the fields of one market owe each other. `market` has the right shape already. */
function checkMarket(market: WorldMarket, node: WorldNode, problems: WorldProblem[]): void {
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
function checkTimes(
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
  if (liquidity.kind === 'none') return;
  if (liquidity.kind === 'history') {
    if (liquidity.weight !== undefined && liquidity.queue !== 'probability')
      say(['liquidity', 'weight'], 'goes with queue: probability; leave it out');
    return;
  }
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
