import { commandOf } from '../../run/words.ts';
import type { PackedRun, PageData } from '../page-data.ts';
import { figureShown } from '../words.ts';

export interface RunFilter {
  /** Places of groups; none stands for all of them. */
  readonly groups: readonly number[];
  /** The empty text stands for all of them. */
  readonly verdict: string;
  /** The seed, exactly; the empty text stands for all of them. */
  readonly seed: string;
}

export const NO_FILTER: RunFilter = { groups: [], verdict: '', seed: '' };

export function filteredRuns(runs: readonly PackedRun[], { groups, verdict, seed }: RunFilter): PackedRun[] {
  const wanted = new Set(groups);
  return runs.filter(
    ([group, ownSeed, ownVerdict]) =>
      (wanted.size === 0 || wanted.has(group)) &&
      (verdict === '' || ownVerdict === verdict) &&
      (seed === '' || ownSeed === seed),
  );
}

/** The runs with the best and the worst value of a figure; for one that is neither, the highest and the lowest. */
export function extremes(
  { runs, figures }: PageData,
  figure: string,
  count: number,
): { readonly best: readonly PackedRun[]; readonly worst: readonly PackedRun[] } {
  const place = figures.indexOf(figure);
  const ranked = runs
    .flatMap((run) => {
      const value = run[5][place] ?? null;
      return value === null ? [] : [{ run, value }];
    })
    .sort((a, b) => b.value - a.value)
    .map(({ run }) => run);
  const top = ranked.slice(0, count);
  const bottom = ranked.slice(-count).reverse();
  return figureShown(figure).isMoreBetter === false ? { best: bottom, worst: top } : { best: top, worst: bottom };
}

/** The command that repeats a run. */
export const runCommand = ({ summary }: PageData, [group, seed]: PackedRun): string =>
  commandOf({
    scenario: { name: summary.plan.scenario, title: '' },
    seed,
    overrides: summary.groups[group]?.set ?? {},
  });
