import type { Run, TransportName } from '../results/run.ts';
import type { Catalogue } from './catalogue.ts';
import { type Citation, citations, hasPassed, stateOf, type UnknownId, unknownIn } from './citations.ts';
import type { Transition, Waiver } from './contract.ts';
import type { CoveredClause, CoveredTransition } from './covered.ts';
import { type SeenCode, seenCodes, type SeenOffer, seenOffers, type Unexamined, unexaminedIn } from './seen.ts';
import { type ActionShare, actionSharesOf, type Share, shareOf, sharesBy } from './shares.ts';

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
