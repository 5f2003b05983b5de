import { loadScenario } from '../../scenarios/format/load.ts';
import { runScenario } from '../../scenarios/run/run-scenario.ts';
import { errorText, rowOf } from '../results/row.ts';
import type { Outcome, Task } from './task.ts';

/** What a thread does with a job: one run of the scenario with the seed and the overrides of the job. */
export default async function runTask({ scenario, job }: Task): Promise<Outcome> {
  try {
    const loaded = loadScenario(scenario, { set: job.set });
    const result = await runScenario(loaded, { seed: job.seed, overrides: job.set });
    return { row: JSON.stringify(rowOf(job, result)) };
  } catch (error) {
    return { error: errorText(error) };
  }
}
