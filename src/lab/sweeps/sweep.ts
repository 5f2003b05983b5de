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
  /** Of one figure; null where no run has it. */
  readonly comparison: Comparison | null;
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

/** An estimate with its error: of a mean, or of a mean difference. */
export interface Estimate {
  /** Values, or pairs of values, that it follows from. */
  readonly count: number;
  readonly mean: number;
  /** Standard error of the mean; null with fewer than two values. */
  readonly error: number | null;
  /** Interval of 95 %; null with fewer than three values. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** One figure of the variants of a sweep, compared in pairs of runs with the same seed. */
export interface Comparison {
  readonly figure: string;
  readonly confidence: number;
  /** Seeds that are compared, and those that are held out. */
  readonly seeds: number;
  readonly heldOut: number;
  readonly baseline: SweepJob['set'];
  readonly variants: readonly VariantEstimate[];
  /** Every variant but the baseline against it. */
  readonly pairs: readonly PairedDifference[];
  /** The variant with the highest mean, judged by the seeds that are held out; null without any, or with one variant. */
  readonly chosen: ChosenVariant | null;
  /** What a reader should know before believing any of it. */
  readonly warnings: readonly string[];
}

/** A variant on its own. */
export interface VariantEstimate extends Estimate {
  readonly set: SweepJob['set'];
  /** Mean over deviation of the figure over seeds; null where there is no spread. */
  readonly sharpe: number | null;
  /** The chance that it is more than the luck of the best of all variants; null where there is no spread. */
  readonly deflatedChance: number | null;
  /** Seeds that it needs for the wanted width; null where none is wanted. */
  readonly seedsForWidth: number | null;
}

/** Higher or lower where the corrected chance is below 0.05. */
export type Finding = 'higher' | 'lower' | 'not told apart';

/** A variant less the baseline, seed by seed. */
export interface PairedDifference extends Estimate {
  readonly set: SweepJob['set'];
  /** The chance of such a difference between equal variants; null where all pairs are equal. */
  readonly chance: number | null;
  /** The same, corrected by Holm for the number of pairs. */
  readonly corrected: number | null;
  readonly finding: Finding;
  /** Seeds that tell a difference of this size in four of five studies; null where all pairs are equal. */
  readonly seedsToTell: number | null;
  readonly seedsForWidth: number | null;
  /** The intervals of both variants overlap, although their difference may be told. */
  readonly overlaps: boolean;
}

export interface ChosenVariant {
  readonly set: SweepJob['set'];
  /** Mean over the seeds by which it was chosen. */
  readonly inSample: number;
  /** Over the seeds that are held out. */
  readonly outOfSample: Estimate;
}

/** A reason why a sweep cannot do as asked, in one line that says what to change. */
export class SweepError extends Error {
  override readonly name = 'SweepError';
}
