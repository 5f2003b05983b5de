import { meanOf } from '../../src/lab/market/statistics.ts';
import type { Bot } from './bots.ts';
import type { BotReport, Column } from './worker.ts';

export interface Course {
  readonly seeds: number;
  readonly hours: number;
  readonly world: string;
  readonly latencyMs: number;
}

/** Fee of a resting order on tier_0. */
const TIER_0_MAKER_RATE = 0.0002;

type Row = readonly string[];

const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Values of a column of a bot, one for each seed that has one. */
const valuesOf = (reports: readonly BotReport[], bot: string, column: Column): number[] =>
  reports.filter(({ task }) => task.bot === bot).flatMap(({ figures }) => figures[column] ?? []);

/** Standard deviation of a sample. */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
}

/** Mean over its standard error. */
const tOf = (values: readonly number[]): number =>
  (meanOf(values) ?? 0) / (spreadOf(values) / Math.sqrt(values.length));

const shown = (value: number | null, digits = 2): string =>
  value === null || !Number.isFinite(value) ? '–' : value.toFixed(digits);

/** What the bots earned, as a page. */
export function reportOf(bots: readonly Bot[], reports: readonly BotReport[], course: Course): string {
  const { seeds, hours, world, latencyMs } = course;
  const mean = (bot: string, column: Column): number | null => meanOf(valuesOf(reports, bot, column));
  const money = bots.map(({ name }) => {
    const totals = valuesOf(reports, name, 'total');
    const parts = (['spread', 'price', 'fees', 'funding'] as const).map((part) => shown(mean(name, part)));
    return [name, shown(meanOf(totals)), shown(spreadOf(totals)), shown(tOf(totals), 1), ...parts];
  });
  const fills = bots.map(({ name }) => {
    const notional = mean(name, 'notional') ?? 0;
    const perNotional = ((mean(name, 'total') ?? 0) / notional) * 10_000;
    const moves = (['distance', 'after1s', 'after10s', 'after60s'] as const).map((column) => shown(mean(name, column)));
    return [name, shown(mean(name, 'fills'), 0), shown(notional, 0), shown(perNotional), ...moves];
  });
  const onTier0 = bots
    .filter(({ account }) => account === 'maker')
    .map(({ name }) => {
      const notionals = valuesOf(reports, name, 'notional');
      const totals = valuesOf(reports, name, 'total').map(
        (total, place) => total - (notionals[place] ?? 0) * TIER_0_MAKER_RATE,
      );
      return [name, shown(meanOf(totals)), shown(spreadOf(totals)), shown(tOf(totals), 1)];
    });
  const isLate = latencyMs > 0;
  return `# Bots${isLate ? ' with latency' : ''} in the market of a world

Written by \`npx tsx scripts/market-bots/run.ts --seeds ${seeds} --hours ${hours} --world ${world}${isLate ? ` --latency ${latencyMs}` : ''}\`: each bot alone in world \`${world}\` for ${hours * 60} minutes
with seeds 1 to ${seeds}, as a backtest over the API.${isLate ? ` Requests, responses and pushes take ${latencyMs} ms each.` : ''}

${bots.map(({ name, does }) => `- **${name}** ${does}.`).join('\n')}

The random bot is on tier_0, which pays 5 bp for taking; the others are on tier \`market_maker\`, which pays nothing for making.

## What they earned

Means in USDT. Spread is what the distance of the fills from the mid before them earned or cost; price is the rest of the profit
of positions. Deviation and t value are those of the total over seeds; a t value beyond 2 either way is no chance.

${table(['bot', 'total', 'deviation', 't', 'spread', 'price', 'fees', 'funding'], money)}

## Their fills

Distance from the mid before the fill, positive where it earned, and move of the mid against the position 1, 10 and 60 seconds later, all
in bp and weighted by quantity.

${table(['bot', 'fills', 'notional', 'total in bp', 'distance', 'after 1 s', 'after 10 s', 'after 60 s'], fills)}

## The makers on tier_0

The same fills at the maker fee of tier_0, 2 bp.

${table(['bot', 'total', 'deviation', 't'], onTier0)}
`;
}
