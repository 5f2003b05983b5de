import type { ConformanceOptions, ConformanceResult } from './cli/conform/conformance-run.ts';
import { needPackages, SUITE } from './cli/optional-packages.ts';

export type { ConformanceOptions, ConformanceResult } from './cli/conform/conformance-run.ts';
export { UsageError } from './cli/usage-error.ts';
export type { Run, RunFacts, ScenarioResult, Verdict } from './suite/results/run.ts';
export { TargetUnreachable } from './suite/targets/unreachable.ts';

/**
 * Runs the conformance suite, as `perpsim conform` does, and returns what it found. It prints nothing.
 *
 * @throws UsageError for options that are wrong, and when the packages of the suite are not installed; TargetUnreachable when
 * the target does not respond
 */
export async function runConformance(options: ConformanceOptions = {}): Promise<ConformanceResult> {
  needPackages(SUITE);
  const { conformanceOf } = await import('./cli/conform/conformance-of.ts');
  return conformanceOf(options);
}
