import type { Run, RunFacts, ScenarioResult, TransportName, Verdict } from '../results/run.ts';
import type { Clause, Transition } from './contract.ts';

/** What scenarios can name by a tag: `@clause:ID`, `@transition:machine/from/event`. */
export type CitedKind = 'clause' | 'transition';

/** A scenario that names a clause or a transition, and how it ended. */
export interface Citation {
  readonly scenario: string;
  readonly name: string;
  readonly transport: TransportName;
  readonly verdict: Verdict;
}

/**
 * - `proven`: a scenario that cites it passed, and none that cites it failed.
 * - `broken`: one that cites it failed, whatever the others did.
 * - `waived`: no scenario proves it, and a reason says why.
 * - `unproven`: all that cite it were skipped, or the suite itself went wrong.
 * - `open`: nothing cites it.
 */
export type State = 'proven' | 'broken' | 'waived' | 'unproven' | 'open';

/** A tag that names nothing there is. */
export interface UnknownId {
  readonly kind: CitedKind;
  readonly id: string;
  readonly scenario: string;
}

/** True for what the target did as the scenario says, expected or not. */
export const hasPassed = (verdict: Verdict): boolean => verdict === 'passed' || verdict === 'unexpected-pass';

/** A failure that was foreseen is one all the same: it shows that the clause does not hold. */
const hasFailed = (verdict: Verdict): boolean => verdict === 'failed' || verdict === 'expected-failure';

/** @param own citations of one clause or transition */
export function stateOf(own: readonly Citation[], isWaived: boolean): State {
  if (own.some(({ verdict }) => hasFailed(verdict))) return 'broken';
  if (own.some(({ verdict }) => hasPassed(verdict))) return 'proven';
  if (isWaived) return 'waived';
  return own.length > 0 ? 'unproven' : 'open';
}

/** Ids that tags name, without `@` in front. */
export const citedBy = (tags: readonly string[], kind: CitedKind): string[] =>
  tags.filter((tag) => tag.startsWith(`${kind}:`)).map((tag) => tag.slice(kind.length + 1));

/** The scenarios that cite each id, in the order in which they are given. */
export function citations(scenarios: readonly ScenarioResult[], kind: CitedKind): ReadonlyMap<string, Citation[]> {
  const cited = new Map<string, Citation[]>();
  for (const { id: scenario, name, transport, verdict, tags } of scenarios) {
    for (const id of new Set(citedBy(tags, kind))) {
      const own = cited.get(id) ?? [];
      own.push({ scenario, name, transport, verdict });
      cited.set(id, own);
    }
  }
  return cited;
}

/** Each unknown id with each scenario that cites it, once however many ways that ran. */
export function unknownIn(
  kind: CitedKind,
  cited: ReadonlyMap<string, readonly Citation[]>,
  known: ReadonlySet<string>,
): UnknownId[] {
  const strange = [...cited].filter(([id]) => !known.has(id));
  return strange.flatMap(([id, own]) =>
    [...new Set(own.map(({ scenario }) => scenario))].map((scenario) => ({ kind, id, scenario })),
  );
}

export interface CoveredClause extends Clause {
  readonly state: State;
  readonly waiver: string | null;
  readonly scenarios: readonly Citation[];
}

export interface CoveredTransition extends Transition {
  readonly state: State;
  readonly scenarios: readonly Citation[];
}

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

/** What a run has proven, where that is less than its profile asks for. */
export interface Shortfall {
  readonly proven: number;
  readonly floor: number;
}

/**
 * Undefined for a run that proves enough. The floor is one of the whole profile, so it does not hold for a run that was narrowed
 * by flags, nor for a shard; shards that are merged are a whole run again.
 */
export function shortfallOf({ facts, scenarios }: Run): Shortfall | undefined {
  const { floor, selection, shard } = facts;
  if (selection.length > 0 || shard !== null) return undefined;
  const { proven } = askedIn({ scenarios });
  return proven < floor ? { proven, floor } : undefined;
}

/**
 * Says whether the floor of a profile can be reached with the clauses that chosen scenarios can prove, in one line; undefined for a
 * choice that was narrowed.
 */
export function floorText(
  { floor, selection, shard, profile }: Pick<RunFacts, 'floor' | 'selection' | 'shard' | 'profile'>,
  provable: number,
  most: number,
): string | undefined {
  if (selection.length > 0 || shard !== null) return undefined;
  const asks = `profile ${profile} asks for ${floor} clauses`;
  if (provable >= floor) return `${asks}: that can be reached here`;
  const reach = most >= floor ? 'with what is listed below it can be' : 'nor could it be with all that is listed below';
  return `${asks}: that cannot be reached here, where ${provable} can be proven; ${reach}`;
}

/** One line for a report. */
export const shortfallText = ({ proven, floor }: Shortfall, profile: string): string =>
  `The run proves ${proven} clauses, and profile ${profile} asks for ${floor} before the target counts as conformant.`;
