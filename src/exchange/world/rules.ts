import { unitsOf } from '../../kernel/decimal.ts';
import { hasCalendarDay } from '../clock/start-time.ts';
import { checkParts, checkVolatility } from './living/living-rules.ts';
import type { WorldFactor } from './living/stochastic-shape.ts';
import type { WorldLiquidity } from './liquidity-shape.ts';
import { checkMarket, checkTimes } from './market-rules.ts';
import type { MapNode, WorldNode, WorldProblem } from './node.ts';
import { memberPath } from './node.ts';
import { type Reader, report, reportAt } from './read.ts';
import { riskShape, STANDARD_WORLD_RISK } from './risk-shape.ts';
import {
  collateralShape,
  devAccountShape,
  headShape,
  marketShape,
  tierShape,
  type World,
  type WorldCollateral,
  type WorldDevAccount,
  type WorldMarket,
  type WorldTier,
} from './shape.ts';

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
