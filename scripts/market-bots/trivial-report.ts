import { estimateOf, holm, signFlipChance } from '../../src/lab/sweeps/results/inference.ts';
import type { Estimate } from '../../src/lab/sweeps/sweep.ts';
import { SIZE, type StrategyResult, SYMBOL } from './trivial-course.ts';
import { STRATEGIES } from './trivial.ts';

type Verdict = 'earns' | 'does not earn' | 'too few seeds';

/** What one strategy came to over the seeds; means in USDT. */
export interface StrategyRow {
  readonly strategy: string;
  /** What it earned after fees and funding. */
  readonly earned: Estimate;
  /** The chance of such a mean where nothing is earned or lost, corrected by Holm for the number of strategies; null where all are 0. */
  readonly corrected: number | null;
  readonly beforeFees: number;
  readonly fees: number;
  readonly funding: number;
  readonly notional: number;
  readonly fills: number;
  readonly verdict: Verdict;
}

/** Everything that the page says beside the rows. */
export interface TrivialCourse {
  readonly command: string;
  readonly world: string;
  readonly seeds: number;
  readonly hours: number;
  readonly alone: boolean;
  /** Seconds of processor time of all runs. */
  readonly cpu: number;
}

/** Judges strategies by what they earned in each seed: one earns where the whole interval of its mean is above 0. */
export function judge(results: readonly StrategyResult[]): StrategyRow[] {
  const raw = STRATEGIES.flatMap(({ name }) => {
    const own = results.filter(({ strategy }) => strategy === name).toSorted((one, other) => one.seed - other.seed);
    if (own.length === 0) return [];
    const earned = own.map((result) => result.earned);
    return [{ name, own, estimate: estimateOf(earned, name), chance: signFlipChance(earned, name) }];
  });
  const corrected = holm(raw.map(({ chance }) => chance ?? 1));
  return raw.map(({ name, own, estimate, chance }, place) => {
    const mean = (of: (result: StrategyResult) => number): number =>
      own.reduce((sum, result) => sum + of(result), 0) / own.length;
    return {
      strategy: name,
      earned: estimate,
      corrected: chance === null ? null : (corrected[place] ?? 1),
      beforeFees: mean(({ earned, fees }) => earned + fees),
      fees: mean(({ fees }) => fees),
      funding: mean(({ funding }) => funding),
      notional: mean(({ notional }) => notional),
      fills: mean(({ fills }) => fills),
      verdict: verdictOf(estimate),
    };
  });
}

function verdictOf({ interval }: Estimate): Verdict {
  if (interval === null) return 'too few seeds';
  return interval[0] > 0 ? 'earns' : 'does not earn';
}

const shown = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(digits);

const HEAD = ['strategy', 'earned', 'error', 'from', 'to', 'corrected', 'before fees', 'in bp', 'fees', 'funding', 'fills', 'verdict']; // prettier-ignore

function cellsOf(row: StrategyRow): string[] {
  const { strategy, earned, corrected, beforeFees, fees, funding, notional, fills, verdict } = row;
  return [
    strategy,
    shown(earned.mean),
    shown(earned.error),
    shown(earned.interval?.[0]),
    shown(earned.interval?.[1]),
    shown(corrected, 4),
    shown(beforeFees),
    shown((beforeFees / notional) * 10_000),
    shown(fees),
    shown(funding, 3),
    shown(fills, 0),
    verdict === 'earns' ? '**earns**' : verdict,
  ];
}

/** Writes what the strategies earned, as a page. */
export function trivialPage(rows: readonly StrategyRow[], course: TrivialCourse): string {
  const { command, world, seeds, hours, alone, cpu } = course;
  const table = [HEAD, HEAD.map((_, place) => (place === 0 || place === HEAD.length - 1 ? '---' : '---:'))]
    .concat(rows.map(cellsOf))
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  return `# Strategies that everybody tries first

Written by \`${command}\`: ${SYMBOL} of world \`${world}\` with seeds 1 to ${seeds}, ${hours} h each, the other markets at rest. A strategy trades ${SIZE} BTC at a time on
tier_0 (5 bp for taking, 2 bp for making), acts at whole seconds without latency, and ends flat. ${cpu.toFixed(0)} s of processor time, ${(cpu / (seeds * hours)).toFixed(1)} s for an hour of a seed.

${STRATEGIES.filter(({ name }) => rows.some(({ strategy }) => strategy === name))
  .map(({ name, does }) => `- **${name}** ${does}.`)
  .join('\n')}

${
  alone
    ? 'Each strategy has an exchange of its own for each seed.'
    : `The strategies that take share an exchange for each seed, and the maker has one of its own: so none meets an order of another.`
}

${table}

- \`earned\` is what the account of a strategy is worth more at the end than at the start, after fees and funding, in USDT: the mean over seeds, its standard error,
  and an interval of 95 % by the studentized bootstrap.
- \`corrected\` is the chance of a mean that is as far from 0 where nothing is earned or lost, by flips of signs, corrected by Holm for the number of strategies.
- \`before fees\` is the same with the fees given back, and \`in bp\` its share of the traded notional: the fee at which nothing would be left.
- A strategy **earns** where the whole interval is above 0.
`;
}
