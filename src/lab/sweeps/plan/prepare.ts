import { fromCwd } from '../../../exchange/host.ts';
import { packageVersion } from '../../../exchange/package-root.ts';
import { findScenario } from '../../../scenarios/format/library.ts';
import { loadScenario } from '../../../scenarios/format/load.ts';
import type { SweepPlan } from '../sweep.ts';
import { SweepError } from '../sweep-error.ts';
import { makePlan, type PlanInputs, setsOf } from './plan.ts';
import { scenarioFiles } from './scenario-files.ts';

/** A sweep that can be run. */
export interface Prepared {
  readonly plan: SweepPlan;
  readonly inputs: PlanInputs;
  /** Absolute file of the scenario. */
  readonly scenario: string;
}

/**
 * Finds a scenario and makes the plan of a sweep over it. Every combination of overrides is loaded, so that one that the
 * scenario does not take is refused before the first run.
 *
 * @param out folder of the results
 * @throws SweepError for a sweep that cannot be, ScenarioFileError for a scenario that is wrong
 */
export async function prepareSweep(
  given: string,
  seeds: readonly string[],
  parameters: SweepPlan['parameters'],
  out: string,
): Promise<Prepared> {
  const found = findScenario(given);
  if (typeof found === 'string') throw new SweepError(found);
  for (const set of setsOf(parameters, seeds.length)) loadScenario(found.scenario, { set });
  const values = parameters.flatMap((parameter) => parameter.values);
  const files = await scenarioFiles(found.scenario, values, fromCwd(out));
  const inputs = { scenario: found.name, files, packageVersion: packageVersion(), seeds, parameters };
  return { plan: makePlan(inputs), inputs, scenario: found.scenario };
}
