import type { Jobs } from '../../contract/jobs.ts';
import type { ChildJobs, ChildJobsOptions } from './child-jobs.ts';

/** Jobs whose code is loaded when they are first asked for, because few servers ever are. */
export function lateJobs(options: ChildJobsOptions): Jobs & { close(): Promise<void> } {
  let made: Promise<ChildJobs> | undefined;
  const jobs = (): Promise<ChildJobs> => {
    made ??= import('./child-jobs.ts').then(({ ChildJobs: Loaded }) => new Loaded(options));
    return made;
  };
  return {
    scenarios: async () => (await jobs()).scenarios(),
    features: async () => (await jobs()).features(),
    start: async (asked) => (await jobs()).start(asked),
    list: async () => (await jobs()).list(),
    state: async (id, after) => (await jobs()).state(id, after),
    cancel: async (id) => (await jobs()).cancel(id),
    journal: async (id) => (await jobs()).journal(id),
    report: async (id) => (await jobs()).report(id),
    close: async () => {
      await (await made)?.close();
    },
  };
}
