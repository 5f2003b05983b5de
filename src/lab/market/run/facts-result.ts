import type { Figures, Row } from '../table/table.ts';
import type { Plot } from '../table/plots.ts';

/** One seed of a run. */
export interface SeedResult {
  readonly seed: string;
  /** Exchange time, Unix ms. */
  readonly startTime: number;
  readonly hours: number;
  /** The main market, whose figures they are unless said otherwise. */
  readonly symbol: string;
  readonly figures: Figures;
  readonly plots: readonly Plot[];
  /** Public figures that contradict each other, in words. */
  readonly differences: readonly string[];
}

/** What `perpsim market facts` reports. */
export interface FactsResult {
  readonly format: 'perpsim-market-facts';
  readonly version: 1;
  /** Name of the world, or its file. */
  readonly world: string;
  /** Hours of each seed that were asked for. */
  readonly hours: number;
  readonly complete: boolean;
  readonly seeds: readonly Omit<SeedResult, 'figures' | 'plots'>[];
  readonly rows: readonly Row[];
  /** Means over the seeds. */
  readonly plots: readonly Plot[];
}
