import { compareKeys } from '../../kernel/canonical-json.ts';
import type { Run, ScenarioResult, TransportName } from '../results/run.ts';
import {
  type Catalogue,
  type Offered,
  type SeenCode,
  seenCodes,
  type SeenOffer,
  seenOffers,
  type Unexamined,
  unexaminedIn,
} from './catalogue.ts';
import {
  type Citation,
  citations,
  citedBy,
  type CoveredClause,
  type CoveredTransition,
  hasPassed,
  stateOf,
  type UnknownId,
  unknownIn,
} from './citations.ts';
import type { Transition, Waiver } from './contract.ts';

/** What the runs of a target prove of the contract. */
export interface Coverage {
  readonly runs: readonly RunSummary[];
  /** A scenario that ran two ways counts twice. */
  readonly scenarios: { readonly run: number; readonly passed: number; readonly skipped: number };
  readonly total: Share;
  readonly byKind: Readonly<Record<string, Share>>;
  readonly byStatus: Readonly<Record<string, Share>>;
  /** A clause of two surfaces, or with two needs, counts under both. */
  readonly bySurface: Readonly<Record<string, Share>>;
  readonly byNeed: Readonly<Record<string, Share>>;
  readonly actions: readonly ActionShare[];
  /** In the order of the catalogue. */
  readonly clauses: readonly CoveredClause[];
  readonly transitions: readonly CoveredTransition[];
  readonly unknown: readonly UnknownId[];
  readonly stale: readonly StaleWaiver[];
  readonly offered: readonly SeenOffer[];
  readonly codes: readonly SeenCode[];
  readonly unexamined: readonly Unexamined[];
}

export interface RunSummary {
  readonly target: string;
  readonly transport: TransportName;
  readonly scenarios: number;
  /** Why it ended early; null when it did not. */
  readonly stopped: string | null;
}

/** A waiver of something that needs none, or that there is not. */
export interface StaleWaiver {
  readonly of: string;
  readonly why: 'proven' | 'unknown';
}

/** @param runs of one target, such as one over REST and one over WebSocket */
export function coverageOf(catalogue: Catalogue, runs: readonly Run[]): Coverage {
  const scenarios = runs.flatMap((run) => run.scenarios);
  const cited = { clause: citations(scenarios, 'clause'), transition: citations(scenarios, 'transition') };
  const waivers = new Map(catalogue.waivers.map((waiver) => [waivedBy(waiver), waiver.reason]));
  const clauses = catalogue.clauses.map((clause): CoveredClause => {
    const own = cited.clause.get(clause.id) ?? [];
    const waiver = waivers.get(clause.id) ?? null;
    return { ...clause, state: stateOf(own, waiver !== null), waiver, scenarios: own };
  });
  const codes = seenCodes(catalogue.codes, scenarios, waivers);
  return {
    runs: runs.map(summaryOf),
    scenarios: {
      run: scenarios.length,
      passed: scenarios.filter(({ verdict }) => hasPassed(verdict)).length,
      skipped: scenarios.filter(({ verdict }) => verdict === 'skipped').length,
    },
    total: shareOf(clauses),
    byKind: sharesBy(clauses, ({ kind }) => [kind]),
    byStatus: sharesBy(clauses, ({ status }) => [status]),
    bySurface: sharesBy(clauses, ({ surface }) => surface),
    byNeed: sharesBy(clauses, ({ needs }) => (needs.length === 0 ? ['nothing'] : needs)),
    actions: actionSharesOf(catalogue.offered, clauses, scenarios),
    clauses,
    transitions: catalogue.transitions.map((transition) => coveredTransition(transition, cited.transition)),
    unknown: [
      ...unknownIn('clause', cited.clause, idsOf(catalogue.clauses)),
      ...unknownIn('transition', cited.transition, idsOf(catalogue.transitions)),
    ],
    stale: staleAmong(catalogue.waivers, clauses, codes),
    offered: seenOffers(catalogue.offered, runs),
    codes,
    unexamined: unexaminedIn(scenarios),
  };
}

const summaryOf = ({ facts, scenarios }: Run): RunSummary => ({
  target: facts.target.name,
  transport: facts.transport,
  scenarios: scenarios.length,
  stopped: facts.stopped,
});

function coveredTransition(transition: Transition, cited: ReadonlyMap<string, readonly Citation[]>): CoveredTransition {
  const own = cited.get(transition.id) ?? [];
  // What cannot happen has its reason beside it.
  return { ...transition, state: stateOf(own, transition.outcome.kind === 'cannot'), scenarios: own };
}

const idsOf = (list: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(list.map(({ id }) => id));

/** What a waiver is about; no clause is called like a code. */
const waivedBy = (waiver: Waiver): string => ('clause' in waiver ? waiver.clause : waiver.code);

function staleAmong(
  waivers: readonly Waiver[],
  clauses: readonly CoveredClause[],
  codes: readonly SeenCode[],
): StaleWaiver[] {
  const needed = new Map<string, boolean>([
    ...clauses.map(({ id, state }) => [id, state !== 'proven'] as const),
    ...codes.map(({ code, seen }) => [code, seen.length === 0] as const),
  ]);
  return waivers.flatMap((waiver): StaleWaiver[] => {
    const isNeeded = needed.get(waivedBy(waiver));
    if (isNeeded === true) return [];
    return [{ of: waivedBy(waiver), why: isNeeded === undefined ? 'unknown' : 'proven' }];
  });
}

/** How many clauses there are of a sort, how many of them are proven, and how many a waiver excuses. */
export interface Share {
  readonly clauses: number;
  readonly proven: number;
  readonly waived: number;
}

interface ActionShare extends Share {
  readonly name: string;
  readonly kind: string;
  /** False for an action that clauses name and the catalogue does not offer. */
  readonly offered: boolean;
  /** Scenarios that passed and are about it: tagged with its name, or citing a clause of it. */
  readonly scenarios: number;
}

type Counted = Pick<CoveredClause, 'id' | 'action' | 'surface' | 'state'>;

const shareOf = (clauses: readonly Pick<CoveredClause, 'state'>[]): Share => ({
  clauses: clauses.length,
  proven: clauses.filter(({ state }) => state === 'proven').length,
  waived: clauses.filter(({ state }) => state === 'waived').length,
});

/** Shares by sort, in the order of the alphabet. */
function sharesBy<C extends Counted>(
  clauses: readonly C[],
  sortsOf: (clause: C) => readonly string[],
): Record<string, Share> {
  const sorts = [...new Set(clauses.flatMap((clause) => sortsOf(clause)))].sort(compareKeys);
  return Object.fromEntries(
    sorts.map((sort) => [sort, shareOf(clauses.filter((clause) => sortsOf(clause).includes(sort)))]),
  );
}

/** Actions and plain routes, in the order of the catalogue; then those that only clauses name. */
function actionSharesOf(
  offered: readonly Offered[],
  clauses: readonly Counted[],
  scenarios: readonly ScenarioResult[],
): ActionShare[] {
  const kinds = new Map<string, string>(
    offered.filter(({ kind }) => kind !== 'channel').map(({ name, kind }) => [lastPart(name), kind]),
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
