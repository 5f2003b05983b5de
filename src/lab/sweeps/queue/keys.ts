/** Keys of perpsim in a Redis. All of them live this long after the last sign of life of their sweep. */
export const LIFETIME_S = 7 * 24 * 60 * 60;

/** Before every key, also those of BullMQ. */
export const PREFIX = 'perpsim';

/** The queue of all sweeps of one version: a worker of another version takes none of their jobs. */
export const queueOf = (packageVersion: string): string => `sweep-${packageVersion}`;

/** Versions of the sweeps that wait for results, by the id of the plan. */
export const PLANS = `${PREFIX}:plans`;

/** The files of a plan's scenario. */
export const filesKey = (planId: string): string => `${PREFIX}:files:${planId}`;

/** Results of a plan as lines, in the order in which they came. */
export const rowsKey = (planId: string): string => `${PREFIX}:rows:${planId}`;

/** The id of a job in the queue: the same job of the same plan is there once. */
export const jobId = (planId: string, index: number): string => `${planId}-${index}`;

/** Keys of the queue that outlive its jobs. BullMQ times the checks for stalled jobs with one that is not among them. */
export const queueKeys = (packageVersion: string): string[] =>
  ['meta', 'id', 'events', 'marker', 'wait', 'active', 'failed', 'stalled'].map(
    (name) => `${PREFIX}:${queueOf(packageVersion)}:${name}`,
  );

/** What a job of the queue holds. */
export interface QueuedJob {
  readonly plan: string;
  readonly index: number;
  readonly seed: string;
  readonly set: Readonly<Record<string, string>>;
}
