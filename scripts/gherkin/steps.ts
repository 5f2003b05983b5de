import { type Step, StepKeywordType } from '@cucumber/messages';
import type { Finding, Parts, ScenarioPart } from './parts.ts';

/**
 * The order of steps, a background's included: Given, then When, then Then. A scenario may go through it more than once,
 * for what holds before and after; each time what was done is looked at before anything else is given.
 */
export const lintStepOrder = ({ scenarios }: Parts): Finding[] => scenarios.flatMap(orderOf);

function orderOf({ scenario, before }: ScenarioPart): Finding[] {
  const findings: Finding[] = [];
  const add = ({ location }: Pick<Step, 'location'>, problem: string): void =>
    void findings.push({ line: location.line, message: `"${scenario.name}" ${problem}` });
  let last: Kind | undefined;
  for (const step of [...before, ...scenario.steps]) {
    const kind = kindOf(step, last);
    if (kind === undefined) add(step, `begins with "${step.keyword.trim()}", which continues nothing`);
    if (kind === 'given' && last === 'when') add(step, 'goes on with a Given before a Then has looked at its When');
    if (kind === 'then' && last === undefined) add(step, 'begins with a Then');
    last = kind ?? last;
  }
  if (last === 'when') add(scenario, 'ends with a When that no Then looks at');
  if (last === 'given') add(scenario, 'has no Then, so it shows nothing');
  return findings;
}

type Kind = 'given' | 'when' | 'then';

const KINDS: Readonly<Partial<Record<StepKeywordType, Kind>>> = {
  [StepKeywordType.CONTEXT]: 'given',
  [StepKeywordType.ACTION]: 'when',
  [StepKeywordType.OUTCOME]: 'then',
};

/** And and But are what the step before them is. */
const kindOf = ({ keywordType }: Step, before: Kind | undefined): Kind | undefined =>
  KINDS[keywordType ?? StepKeywordType.UNKNOWN] ?? before;
