import type { Citation, State } from '../../../suite/coverage/citations.ts';
import type { Coverage } from '../../../suite/coverage/count.ts';
import type { CoveredTransition } from '../../../suite/coverage/covered.ts';
import type { ScenarioResult } from '../../../suite/results/run.ts';
import type { ClauseState } from '../../../suite/reporters/words.ts';
import type { PageClause, PageTransition } from './page-data.ts';

/** The coverage that the page shows. It may be that of several runs; links lead to scenarios of this one. */
export type ReportCoverage = Pick<Coverage, 'clauses' | 'transitions'>;

/** The states of the coverage count, in the words of the page. */
const STATES: Readonly<Record<State, ClauseState>> = {
  proven: 'proven',
  broken: 'failed',
  waived: 'waived',
  unproven: 'skipped',
  open: 'uncovered',
};

export function pageClauses({ clauses }: ReportCoverage, scenarios: readonly ScenarioResult[]): PageClause[] {
  const placesOf = placesIn(scenarios);
  return clauses.map(({ id, text, kind, status, surface, action, needs, state, waiver, scenarios: citing }) => ({
    id,
    text,
    kind,
    status,
    surface,
    action: action ?? null,
    needs,
    state: STATES[state],
    waiver,
    scenarios: placesOf(citing),
  }));
}

export function pageTransitions(
  { transitions }: ReportCoverage,
  scenarios: readonly ScenarioResult[],
): PageTransition[] {
  const placesOf = placesIn(scenarios);
  return transitions.map(({ id, machine, from, event, outcome, state, scenarios: citing }) => ({
    id,
    machine,
    from,
    event,
    outcome: outcomeText(outcome),
    state: outcome.kind === 'cannot' ? 'cannot' : STATES[state],
    scenarios: placesOf(citing),
  }));
}

function outcomeText(outcome: CoveredTransition['outcome']): string {
  switch (outcome.kind) {
    case 'to':
      return `→ ${outcome.state}`;
    case 'refused':
      return outcome.code;
    case 'cannot':
      return outcome.why;
  }
}

/** Indices of the citing scenarios in the run. A run over one transport has none of the scenarios of the other. */
function placesIn(scenarios: readonly ScenarioResult[]): (citing: readonly Citation[]) => number[] {
  const keyOf = (id: string, transport: string): string => `${transport} ${id}`;
  const places = new Map(scenarios.map(({ id, transport }, place) => [keyOf(id, transport), place]));
  return (citing) => citing.flatMap(({ scenario, transport }) => places.get(keyOf(scenario, transport)) ?? []);
}
