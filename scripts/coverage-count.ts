import type { ScenarioResult } from './scenario-results.ts';

/** Counts what scenarios prove of the catalogue of clauses (docs/contract/README.md). */

/** The part of a clause that is counted by. */
export interface Clause {
  readonly id: string;
  readonly kind: string;
  readonly surface: readonly string[];
  readonly action?: string;
  readonly text: string;
  readonly needs: readonly string[];
  readonly status: string;
}

/** How many clauses there are of a sort, and how many of them are proven. */
export interface Share {
  readonly clauses: number;
  readonly proven: number;
}

export interface ActionShare extends Share {
  readonly name: string;
  readonly surface: string;
  readonly implemented: boolean;
  /** Scenarios that passed and are about it: tagged with its name, or citing a clause of it. */
  readonly scenarios: number;
}

export interface Coverage {
  readonly scenarios: { readonly run: number; readonly passed: number };
  readonly total: Share;
  /** What is left when injected faults are set aside. */
  readonly inReach: Share;
  readonly byKind: Readonly<Record<string, Share>>;
  readonly byStatus: Readonly<Record<string, Share>>;
  /** A clause of two surfaces, or with two needs, counts under both. */
  readonly bySurface: Readonly<Record<string, Share>>;
  readonly byNeed: Readonly<Record<string, Share>>;
  readonly actions: readonly ActionShare[];
  /** Within reach and not proven, in the order of the catalogue. */
  readonly open: readonly Pick<Clause, 'id' | 'action' | 'text'>[];
  /** Cited ids that the catalogue does not hold. */
  readonly unknown: readonly { readonly id: string; readonly where: string }[];
  /** Cited by a scenario that did not pass; such a clause is not proven, whatever else cites it. */
  readonly broken: readonly string[];
}

/** True for what REST and the streams show without an injected fault. */
export const isInReach = ({ needs }: Clause): boolean => !needs.includes('fault');

/** `implemented` maps the actions that the product has to their surfaces. */
export function coverageOf(
  clauses: readonly Clause[],
  implemented: ReadonlyMap<string, string>,
  scenarios: readonly ScenarioResult[],
): Coverage {
  const cited = citations(scenarios);
  const proven = new Set(clauses.filter(({ id }) => cited.get(id) === true).map(({ id }) => id));
  const known = new Set(clauses.map(({ id }) => id));
  const shareOf = (some: readonly Clause[]): Share => ({
    clauses: some.length,
    proven: some.filter(({ id }) => proven.has(id)).length,
  });
  const sharesBy = (sortsOf: (clause: Clause) => readonly string[]): Record<string, Share> => {
    const sorts = [...new Set(clauses.flatMap((clause) => sortsOf(clause)))].sort(byCodeUnit);
    return Object.fromEntries(
      sorts.map((sort) => [sort, shareOf(clauses.filter((clause) => sortsOf(clause).includes(sort)))]),
    );
  };
  const inReach = clauses.filter(isInReach);
  return {
    scenarios: { run: scenarios.length, passed: scenarios.filter(({ passed }) => passed).length },
    total: shareOf(clauses),
    inReach: shareOf(inReach),
    byKind: sharesBy(({ kind }) => [kind]),
    byStatus: sharesBy(({ status }) => [status]),
    bySurface: sharesBy(({ surface }) => surface),
    byNeed: sharesBy(({ needs }) => (needs.length === 0 ? ['nothing'] : needs)),
    actions: actionNames(clauses, implemented).map((name) => {
      const own = clauses.filter(({ action }) => action === name);
      return {
        name,
        surface: implemented.get(name) ?? own[0]?.surface[0] ?? '',
        implemented: implemented.has(name),
        ...shareOf(own),
        scenarios: scenariosAbout(name, new Set(own.map(({ id }) => id)), scenarios),
      };
    }),
    open: inReach
      .filter(({ id }) => !proven.has(id))
      .map(({ id, action, text }) => ({ id, ...(action !== undefined && { action }), text })),
    unknown: scenarios.flatMap(({ tags, where }) =>
      citedBy(tags)
        .filter((id) => !known.has(id))
        .map((id) => ({ id, where })),
    ),
    broken: [...cited].flatMap(([id, holds]) => (holds ? [] : [id])).sort(byCodeUnit),
  };
}

const citedBy = (tags: readonly string[]): string[] =>
  tags.filter((tag) => tag.startsWith('clause:')).map((tag) => tag.slice('clause:'.length));

/** Every cited id, and whether all the scenarios that cite it passed. */
function citations(scenarios: readonly ScenarioResult[]): Map<string, boolean> {
  const cited = new Map<string, boolean>();
  for (const { tags, passed } of scenarios) {
    for (const id of citedBy(tags)) cited.set(id, passed && (cited.get(id) ?? true));
  }
  return cited;
}

/** In the order of surfaces, then of names. */
function actionNames(clauses: readonly Clause[], implemented: ReadonlyMap<string, string>): string[] {
  const surfaces = new Map(implemented);
  for (const { action, surface } of clauses) {
    if (action !== undefined && !surfaces.has(action)) surfaces.set(action, surface[0] ?? '');
  }
  const rank = (name: string): number => ['trade', 'info', 'aggregator'].indexOf(surfaces.get(name) ?? '');
  return [...surfaces.keys()].sort((a, b) => rank(a) - rank(b) || byCodeUnit(a, b));
}

const scenariosAbout = (name: string, own: ReadonlySet<string>, scenarios: readonly ScenarioResult[]): number =>
  scenarios.filter(({ passed, tags }) => passed && (tags.includes(name) || citedBy(tags).some((id) => own.has(id))))
    .length;

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
