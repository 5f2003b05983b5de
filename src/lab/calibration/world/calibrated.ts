import { invariant } from '../../../kernel/assert.ts';
import { loadWorld, type World, type WorldMarket } from '../../../exchange/world/world-file.ts';
import { isFigure, missing } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import { liquidityBlock } from './liquidity-block.ts';
import { processBlock } from './process-block.ts';
import { type Grid, GRID, gridFor, onTick } from './grid.ts';
import { recordLines } from './market-record.ts';
import { block, entry, type Line, remark, yamlText } from './yaml.ts';

const BASE = 'default';

/** What a market of a world cannot be without. */
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
