import type { Run, RunFacts } from '../results/run.ts';
import { citations, stateOf } from './citations.ts';

/** How much of what its scenarios cite a run has proven. */
export interface Asked {
  /** Clauses that a scenario proved and none contradicted. */
  readonly proven: number;
  /** Clauses that the chosen scenarios cite, those that were skipped included. */
  readonly asked: number;
}

export function askedIn({ scenarios }: Pick<Run, 'scenarios'>): Asked {
  const cited = [...citations(scenarios, 'clause').values()];
  return { proven: cited.filter((own) => stateOf(own, false) === 'proven').length, asked: cited.length };
}

/** `clauses proven: 563 of 676 that profile core could ask`; undefined where no scenario cites a clause. */
export function askedText(run: Run): string | undefined {
  const { proven, asked } = askedIn(run);
  return asked === 0 ? undefined : `clauses proven: ${proven} of ${asked} that ${askerOf(run.facts)} could ask`;
}

/** Whose choice of scenarios it was: a run that flags have narrowed says nothing of the whole profile. */
export const askerOf = ({ profile, selection, shard }: RunFacts): string =>
  selection.length > 0 || shard !== null ? 'the chosen scenarios' : `profile ${profile}`;
