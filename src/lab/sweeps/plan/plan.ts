import { digestOf } from '../../../kernel/digest.ts';
import type { SweepJob, SweepPlan } from '../sweep.ts';
import { SweepError } from '../sweep-error.ts';
import type { FileList } from './scenario-files.ts';
import { JOBS_MAX } from './seeds.ts';

/** What a plan follows from. */
export interface PlanInputs {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly files: FileList;
  /** Version of this package. */
  readonly packageVersion: string;
  readonly seeds: SweepPlan['seeds'];
  readonly parameters: SweepPlan['parameters'];
}

/**
 * Makes the plan of a sweep. Jobs are ordered by parameters, the first one changing slowest, and then by seed.
 *
 * @throws SweepError for more jobs than a sweep can have
 */
export function makePlan({ scenario, files, packageVersion, seeds, parameters }: PlanInputs): SweepPlan {
  const sets = setsOf(parameters, seeds.length);
  const jobs = sets.flatMap((set) => seeds.map((seed) => ({ seed, set })));
  const source = digestOf({ packageVersion, entry: files.entry, files: files.files });
  return {
    id: digestOf({ format: 'perpsim-sweep', version: 1, scenario, source, seeds, parameters }),
    scenario,
    source,
    seeds,
    parameters,
    jobs: jobs.map((job, index): SweepJob => ({ index, ...job })),
  };
}

/** Every combination of the values of parameters, in the order of the jobs. */
export function setsOf(parameters: SweepPlan['parameters'], seeds: number): SweepJob['set'][] {
  const count = parameters.reduce((product, { values }) => product * values.length, 1);
  if (count * seeds > JOBS_MAX)
    throw new SweepError(`the sweep would have ${count * seeds} runs, at most ${JOBS_MAX} are possible`);
  return parameters.reduce<SweepJob['set'][]>(
    (sets, { path, values }) => sets.flatMap((set) => values.map((value) => ({ ...set, [path]: value }))),
    [{}],
  );
}
