import { findScenario } from '../../../scenarios/format/library.ts';
import { loadScenario } from '../../../scenarios/format/load.ts';
import { runScenario } from '../../../scenarios/run/run-scenario.ts';
import { errorText, rowOf } from '../results/results-file.ts';
import type { Outcome, Task } from './task.ts';

/** Does the work of a thread for one job: one run of the scenario with its seed and overrides. */
export default async function runTask({ scenario, job }: Task): Promise<Outcome> {
  try {
    const loaded = loadScenario(scenario, { set: job.set });
    const result = await runScenario(loaded, { seed: job.seed, overrides: job.set });
    return { row: JSON.stringify(rowOf(job, result)) };
  } catch (error) {
    // A worker of a queue has the files elsewhere, and its row must be the same.
    return { error: errorText(error).replaceAll(folderOf(scenario), '.') };
  }
}

function folderOf(scenario: string): string {
  const found = findScenario(scenario);
  return typeof found === 'string' ? scenario : found.folder;
}
