import { compareKeys } from '../../kernel/canonical-json.ts';
import type { ScenarioResult } from '../results/run.ts';
import type { Offered } from './catalogue.ts';
import { citedBy, hasPassed } from './citations.ts';
import type { CoveredClause } from './covered.ts';

/** How many clauses there are of a sort, how many of them are proven, and how many a waiver excuses. */
export interface Share {
  readonly clauses: number;
  readonly proven: number;
  readonly waived: number;
}

export interface ActionShare extends Share {
  readonly name: string;
  readonly kind: string;
  /** False for an action that clauses name and the catalogue does not offer. */
  readonly offered: boolean;
  /** Scenarios that passed and are about it: tagged with its name, or citing a clause of it. */
  readonly scenarios: number;
}

type Counted = Pick<CoveredClause, 'id' | 'action' | 'surface' | 'state'>;

export const shareOf = (clauses: readonly Pick<CoveredClause, 'state'>[]): Share => ({
  clauses: clauses.length,
  proven: clauses.filter(({ state }) => state === 'proven').length,
  waived: clauses.filter(({ state }) => state === 'waived').length,
});

/** Shares by sort, in the order of the alphabet. */
export function sharesBy<C extends Counted>(
  clauses: readonly C[],
  sortsOf: (clause: C) => readonly string[],
): Record<string, Share> {
  const sorts = [...new Set(clauses.flatMap((clause) => sortsOf(clause)))].sort(compareKeys);
  return Object.fromEntries(
    sorts.map((sort) => [sort, shareOf(clauses.filter((clause) => sortsOf(clause).includes(sort)))]),
  );
}

/** Actions and plain routes, in the order of the catalogue; then those that only clauses name. */
export function actionSharesOf(
  offered: readonly Offered[],
  clauses: readonly Counted[],
  scenarios: readonly ScenarioResult[],
): ActionShare[] {
  const kinds = new Map(
    offered.filter(({ kind }) => kind !== 'channel').map(({ name, kind }) => [lastPart(name), kind as string]),
  );
  const known = new Set(kinds.keys());
  for (const { action, surface } of clauses) {
    if (action !== undefined && !kinds.has(action)) kinds.set(action, surface[0] ?? '');
  }
  return [...kinds].map(([name, kind]) => {
    const own = clauses.filter(({ action }) => action === name);
    const ids = new Set(own.map(({ id }) => id));
    const about = ({ tags }: ScenarioResult): boolean =>
      tags.includes(name) || citedBy(tags, 'clause').some((id) => ids.has(id));
    return {
      name,
      kind,
      offered: known.has(name),
      ...shareOf(own),
      scenarios: scenarios.filter((scenario) => hasPassed(scenario.verdict) && about(scenario)).length,
    };
  });
}

/** Clauses call a plain route by the last part of its path. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Share of the proven in percent with one decimal, rounded down, so that 100.0 means all of them. */
export function percentOf({ proven, clauses }: Pick<Share, 'proven' | 'clauses'>): string {
  return clauses === 0 ? '100.0' : (Math.floor((1_000 * proven) / clauses) / 10).toFixed(1);
}
