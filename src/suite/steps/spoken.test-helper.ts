import { loadSteps } from '../../cli/conform/files.ts';
import { StepArgument } from './declaration.ts';
import type { SpokenScenario } from './library.ts';

await loadSteps();

/** A scenario of these steps of the suite, whose last step has a table with these cells. */
export function spoken(
  steps: readonly string[],
  { tags = [], cells = [] }: { readonly tags?: readonly string[]; readonly cells?: readonly string[] } = {},
): SpokenScenario {
  const argument = new StepArgument({ rows: [cells] });
  const last = steps.at(-1) ?? '';
  return { tags, steps: [...steps.slice(0, -1).map((text) => ({ text })), { text: last, argument }] };
}
