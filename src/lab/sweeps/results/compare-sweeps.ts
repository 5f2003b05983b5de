import { keyOfSet, setsOf } from '../plan/plan.ts';
import {
  type Estimate,
  type PairedDifference,
  SweepError,
  type SweepJob,
  type SweepPlan,
  type SweepRow,
} from '../sweep.ts';
import { columnCalled, differencesOf, fewSeeds, type Pair } from './comparison.ts';
import { CONFIDENCE, estimateOf } from './inference.ts';

/** A sweep as its folder holds it. */
export interface KeptSweep {
  readonly plan: SweepPlan;
  readonly rows: readonly SweepRow[];
}

/** Two sweeps, compared in pairs of runs with the same seed. */
export interface SweepComparison {
  readonly figure: string;
  readonly confidence: number;
  /** Seeds that both have, with the figure in both. */
  readonly seeds: number;
  readonly variants: readonly ComparedVariant[];
  readonly warnings: readonly string[];
}

/** A variant of both sweeps; `difference` is the second sweep less the first. */
export interface ComparedVariant {
  readonly set: SweepJob['set'];
  readonly first: Estimate;
  readonly second: Estimate;
  readonly difference: PairedDifference;
}

/**
 * Compares two sweeps: of two strategies, two versions of one, or two scenarios. Each variant is compared with the one of equal
 * parameters; where each sweep has one variant alone, these two.
 *
 * @param figure name of a figure, such as `pnl`
 * @throws SweepError for a figure that is not there, and for sweeps without a variant or a seed in common
 */
export function compareSweeps(first: KeptSweep, second: KeptSweep, figure: string, width?: number): SweepComparison {
  const column = columnCalled(figure);
  const [ones, others] = [first, second].map(({ plan, rows }) => {
    const sets = setsOf(plan.parameters, plan.seeds.length);
    return sets.map((set, place) => {
      const values = new Map<string, number>();
      for (const row of rows) {
        const value = Math.floor(row.job.index / plan.seeds.length) === place ? column.valueOf(row) : null;
        if (value !== null) values.set(row.job.seed, Number(value));
      }
      return { set, values };
    });
  });
  const matched = matchOf(ones ?? [], others ?? []);
  const seeds = first.plan.seeds.filter((seed) =>
    matched.every(([one, other]) => one.values.has(seed) && other.values.has(seed)),
  );
  if (seeds.length === 0) throw new SweepError(`the sweeps have no seed in common with the figure ${figure} in both`);
  const pairs = matched.map(([one, other]): Pair & { readonly first: Estimate; readonly second: Estimate } => {
    const values = seeds.map((seed) => other.values.get(seed) ?? 0);
    const baseline = seeds.map((seed) => one.values.get(seed) ?? 0);
    const name = JSON.stringify(one.set);
    const [before, after] = [estimateOf(baseline, `first ${name}`), estimateOf(values, `second ${name}`)];
    return {
      set: one.set,
      values,
      baseline,
      intervals: [after.interval, before.interval],
      first: before,
      second: after,
    };
  });
  const differences = differencesOf(pairs, width);
  const variants = pairs.flatMap(({ set, first, second }, place): ComparedVariant[] => {
    const difference = differences[place];
    return difference ? [{ set, first, second, difference }] : [];
  });
  return {
    figure: column.name,
    confidence: CONFIDENCE,
    seeds: seeds.length,
    variants,
    warnings: warningsOf(first, second, seeds.length, variants),
  };
}

interface Variant {
  readonly set: SweepJob['set'];
  readonly values: ReadonlyMap<string, number>;
}

function matchOf(ones: readonly Variant[], others: readonly Variant[]): (readonly [Variant, Variant])[] {
  const [one] = ones;
  const [other] = others;
  if (one && other && ones.length === 1 && others.length === 1) return [[one, other]];
  const matched = ones.flatMap((first) => {
    const twin = others.find(({ set }) => keyOfSet(set) === keyOfSet(first.set));
    return twin ? [[first, twin] as const] : [];
  });
  if (matched.length > 0) return matched;
  throw new SweepError('the sweeps have no variant in common: the same --set values, or none, make them comparable');
}

function warningsOf(
  first: KeptSweep,
  second: KeptSweep,
  seeds: number,
  variants: readonly ComparedVariant[],
): readonly string[] {
  const plans = [first.plan, second.plan];
  const open = [first, second].filter(({ plan, rows }) => rows.length < plan.jobs.length);
  return [
    ...open.map(({ plan, rows }) => `${rows.length} of ${plan.jobs.length} runs of ${plan.scenario} are done`),
    ...(plans.every(({ seeds: own }) => own.length === seeds)
      ? []
      : [`${seeds} seeds are in both, the others are left out`]),
    ...fewSeeds(seeds),
    ...(variants.some(({ difference }) => difference.finding === 'not told apart' && difference.overlaps)
      ? ['intervals overlap: what is not told apart may be equal']
      : []),
    ...(first.plan.id === second.plan.id ? ['both are the same sweep'] : []),
  ];
}
