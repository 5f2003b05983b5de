import type { AccountResult, RunResult } from '../../scenarios/run-result.ts';

/** One run of a sweep: its number decides its row, wherever and however often it is run. */
export interface SweepJob {
  readonly index: number;
  readonly seed: string;
  /** Overrides by path, such as `strategy.spread`. */
  readonly set: Readonly<Record<string, string>>;
}

/** Everything a sweep is; equal plans have equal ids, and only results of an equal plan are gone on with. */
export interface SweepPlan {
  readonly id: string;
  readonly scenario: string;
  /** SHA-256 over the files of the scenario and the version of this package. */
  readonly source: string;
  readonly seeds: readonly string[];
  readonly parameters: readonly { readonly path: string; readonly values: readonly string[] }[];
  readonly jobs: readonly SweepJob[];
}

/** What a sweep keeps of a run, flat, as one row of the table. */
export interface SweepRow {
  readonly job: SweepJob;
  /** `error` for a run that failed three times without a result. */
  readonly verdict: RunResult['verdict'] | 'error';
  /** Of the run; empty with an error. */
  readonly digest: string;
  /** Why there is no result; null where there is one. */
  readonly error: string | null;
  readonly strategy: Pick<AccountResult, 'pnl' | 'statistics' | 'liquidations'> | null;
}

/** Everything the page of a sweep shows. */
export interface SweepSummary {
  readonly format: 'perpsim-sweep';
  readonly version: 1;
  readonly plan: Omit<SweepPlan, 'jobs'> & { readonly jobs: number };
  /** Runs whose expectations held; a scenario that expects nothing has none. */
  readonly passed: number;
  /** Runs with an expectation that failed. */
  readonly failed: number;
  /** Runs without a result. */
  readonly errors: number;
  /** For each combination of parameters and each figure. */
  readonly groups: readonly SweepGroup[];
}

export interface SweepGroup {
  readonly set: Readonly<Record<string, string>>;
  readonly runs: number;
  readonly failed: number;
  readonly errors: number;
  /** By the name of a column, such as `pnl` or `sharpe`. */
  readonly figures: Readonly<Record<string, FigureSummary>>;
}

/** Over the runs in which the figure has a value. */
export interface FigureSummary {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly p05: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly max: number;
  /** Counts of 40 bins of equal width from the lowest to the highest value over all groups of the sweep. */
  readonly histogram: readonly number[];
}

/** A reason why a sweep cannot do as asked, in one line that says what to change. */
export class SweepError extends Error {
  override readonly name = 'SweepError';
}
