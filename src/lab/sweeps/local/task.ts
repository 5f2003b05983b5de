import type { SweepJob } from '../sweep.ts';

/** What a thread is given. */
export interface Task {
  /** Absolute folder or file of the scenario. */
  readonly scenario: string;
  readonly job: SweepJob;
}

/** What comes back: a row as JSON, or why there is none. */
export type Outcome = { readonly row: string } | { readonly error: string };
