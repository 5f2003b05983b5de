import { printable } from '../../../kernel/printable.ts';
import type { RunResult } from '../../../scenarios/run-result.ts';
import type { SweepJob, SweepRow } from '../sweep.ts';

/** Characters of an error that a row keeps. */
const ERROR_MAX = 500;

/** Why a job has no result whose run ends the thread or process that it runs in. */
export const WORKER_ENDED = 'the run ended its worker';

/** The row of a run that came to its end. */
export function rowOf(job: SweepJob, { verdict, digest, accounts }: RunResult): SweepRow {
  const account = accounts.find(({ isStrategy }) => isStrategy);
  const strategy = account
    ? { pnl: account.pnl, statistics: account.statistics, liquidations: account.liquidations }
    : null;
  return { job, verdict, digest, error: null, strategy };
}

/** The row of a job that has no result, however often it was run. */
export const errorRow = (job: SweepJob, error: string): SweepRow => ({
  job,
  verdict: 'error',
  digest: '',
  error,
  strategy: null,
});

/** What a row says of an error: its first line, without what belongs to one machine. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return printable(message.split('\n', 1)[0] ?? '').slice(0, ERROR_MAX);
}
