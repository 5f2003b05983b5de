import { loadWorld, type World, type WorldMarket } from '../../../exchange/world/world-file.ts';
import { invariant } from '../../../kernel/errors.ts';
import { formatUnits, parseDecimal, unitsOf } from '../../../kernel/decimal.ts';
import { UNIT_BIG } from '../../../kernel/units.ts';
import { isFigure, missing } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import { liquidityBlock, processBlock } from './blocks.ts';
import { block, entry, type Line, recordLines, remark, yamlText } from './yaml.ts';

const BASE = 'default';

/** Returns what a market of a world cannot be without. */
export function lacking({ volatility, flow }: MarketFigures): string[] {
  const needed = { volatility, turnover: flow.turnover };
  return Object.entries(needed).flatMap(([name, estimate]) =>
    isFigure(estimate) ? [] : [`${name} ${estimate.missing}`],
  );
}

/** The world `default` with one market as the data have it. Nothing that is needed may be lacking. */
export function calibratedWorld(figures: MarketFigures, tick: string | null, files: readonly string[]): string {
  const { symbol } = figures;
  const base = loadWorld(BASE).file;
  const own = base.markets.find((market) => market.symbol === symbol);
  const rules = own ? { ...own, ...gridFor(figures.price, tick, own) } : newMarket(figures, tick, base);
  const priced = { ...rules, initialIndexPrice: onTick(figures.price, rules.priceIncrement) };
  const none = { value: 0, factor: 0, note: 'data of one market do not say how it moves with others' };
  const market = block(
    ...(own ? changedLines(own, priced, tick) : newLines(priced)),
    entry('process', processBlock(figures, none)),
    entry('liquidity', liquidityBlock(figures, missing('recorded data do not show it'), priced)),
  );
  return yamlText(
    block(
      remark(`Written by perpsim calibrate from ${files.join(', ')}.`),
      remark(
        'Behind a figure stand one standard error and what it was estimated from. Figures that are not written keep the defaults of world files.',
      ),
      entry('name', `calibrated-${symbol.toLowerCase()}`),
      entry('extends', BASE),
      entry('description', `The default world with ${symbol} as in recorded data.`),
      entry('markets', { items: [market] }),
    ),
  );
}

type Rules = Omit<WorldMarket, 'session' | 'process' | 'liquidity'>;

/** A market of the base world keeps its rules, but for a tick that the data do not have. */
function changedLines(own: WorldMarket, priced: Rules, tick: string | null): Line[] {
  const names: readonly (keyof Grid)[] = tick === null || tick === own.priceIncrement ? [] : GRID;
  const changed = names.filter((name) => priced[name] !== own[name]);
  return [
    entry('symbol', own.symbol),
    entry('initialIndexPrice', priced.initialIndexPrice, 'the last price'),
    ...(changed.length === 0
      ? []
      : [
          remark(
            `All prices are multiples of ${priced.priceIncrement}, where the world ${BASE} has ${own.priceIncrement}.`,
          ),
        ]),
    ...changed.map((name) => entry(name, priced[name])),
  ];
}

/** A market that the base world does not have: its rules are those of the first one, on a grid for its price. */
function newMarket({ symbol, price }: MarketFigures, tick: string | null, { markets: [like] }: World): Rules {
  invariant(like, 'the default world has markets');
  const { process: _process, liquidity: _liquidity, session: _session, ...rules } = like;
  const [baseAsset = '', settleAsset = ''] = symbol.split('-');
  const description = `Perpetual on ${baseAsset}, settled in ${settleAsset}`;
  return {
    ...rules,
    ...gridFor(price, tick, null),
    symbol,
    description,
    baseAsset,
    quoteAsset: settleAsset,
    settleAsset,
  };
}

const newLines = (rules: Rules): Line[] => [
  ...recordLines(rules),
  remark(
    `The rules above are those of another market of the world ${BASE}, on a grid for the price: data do not show them.`,
  ),
  entry('session', null),
];

/** Steps of prices and sizes of a market, and the sizes of its orders. */
const GRID = [
  'priceIncrement',
  'priceExponent',
  'orderSizeIncrement',
  'quantityExponent',
  'minOrderSize',
  'maxMarketOrderSize',
  'maxLimitOrderSize',
  'minOrderPrice',
] as const;

type Grid = Pick<WorldMarket, (typeof GRID)[number]>;

/** Sizes in lots where no market says them: a lot is worth about a unit of the settlement asset. */
const LEAST_LOTS = 10n;
const MARKET_LOTS = 1_000_000n;
const LIMIT_LOTS = 10_000_000n;
/** Steps of a price without a tick: five digits. */
const DIGITS = 4;

/** The grid of a market with this tick. Lots are made coarser until a tick times a lot is whole in 1e-8. */
function gridFor(price: number, tick: string | null, below: Grid | null): Grid {
  const magnitude = Math.floor(Math.log10(price));
  const priceIncrement = tick ?? below?.priceIncrement ?? powerOfTen(magnitude - DIGITS);
  const wanted = below?.orderSizeIncrement ?? powerOfTen(-magnitude - 1);
  const orderSizeIncrement = coarser(wanted, priceIncrement);
  const sizes = (lots: bigint, own: string | undefined): string => {
    const size = own === undefined ? lots * unitsOf(wanted) : unitsOf(own);
    const lot = unitsOf(orderSizeIncrement);
    return formatUnits(size % lot === 0n ? size : (size / lot + 1n) * lot);
  };
  return {
    priceIncrement,
    priceExponent: scaleOf(priceIncrement),
    orderSizeIncrement,
    quantityExponent: scaleOf(orderSizeIncrement),
    minOrderSize: sizes(LEAST_LOTS, below?.minOrderSize),
    maxMarketOrderSize: sizes(MARKET_LOTS, below?.maxMarketOrderSize),
    maxLimitOrderSize: sizes(LIMIT_LOTS, below?.maxLimitOrderSize),
    minOrderPrice: priceIncrement,
  };
}

function coarser(lot: string, tick: string): string {
  let units = unitsOf(lot);
  while ((units * unitsOf(tick)) % UNIT_BIG !== 0n) units *= 10n;
  return formatUnits(units);
}

const powerOfTen = (exponent: number): string => {
  const units = exponent >= 0 ? UNIT_BIG * 10n ** BigInt(exponent) : UNIT_BIG / 10n ** BigInt(Math.min(8, -exponent));
  return formatUnits(units);
};

/** Decimals of a step. */
export const scaleOf = (text: string): number => parseDecimal(text)?.scale ?? 0;

/** A price as decimal text on the tick. */
function onTick(price: number, tick: string): string {
  const units = unitsOf(tick);
  const ticks = BigInt(Math.max(1, Math.round((price * Number(UNIT_BIG)) / Number(units))));
  return formatUnits(ticks * units);
}
