import type { Verdict, TransportName } from '../../../../suite/results/run.ts';
import { type Aspect, ASPECTS, type Model, type Scenario } from './model.ts';

/** The choices of the reader. Verdicts are alternatives; all tags and all words must match. */
export interface Filter {
  /** Words of names, steps, tags, errors and reasons. */
  readonly text: string;
  readonly verdicts: readonly Verdict[];
  readonly area: string;
  readonly action: string;
  readonly aspect: string;
  readonly transport: string;
  readonly needs: string;
  readonly tags: readonly string[];
  /** An id, or the beginning of ids with a `*` behind it. */
  readonly clause: string;
  /** One scenario by its id, and nothing else. */
  readonly id: string;
}

export const EVERYTHING: Filter = {
  text: '',
  verdicts: [],
  area: '',
  action: '',
  aspect: '',
  transport: '',
  needs: '',
  tags: [],
  clause: '',
  id: '',
};

export const isEverything = (filter: Filter): boolean =>
  Object.values(filter).every((value: string | readonly string[]) => value.length === 0);

/** The parts of a filter that are lists to choose from. The page shows how many scenarios each choice would leave. */
export type Facet = 'verdicts' | SingleFacet | 'tags';
export type SingleFacet = 'area' | 'action' | 'aspect' | 'transport' | 'needs';

type Test = (scenario: Scenario) => boolean;

/** The scenarios that a filter leaves. */
export function filtered(model: Model, filter: Filter): readonly Scenario[] {
  const tests = Object.values(testsOf(model, filter));
  return tests.length === 0 ? model.scenarios : model.scenarios.filter((one) => tests.every((test) => test(one)));
}

/**
 * For each choice of a facet, the scenarios it would leave under the other parts of the filter. One more tag narrows what
 * the chosen ones leave.
 */
export function choices(model: Model, filter: Filter, facet: Facet): ReadonlyMap<string, number> {
  const { [facet]: _, ...others } = testsOf(model, filter);
  const tests = Object.values(facet === 'tags' ? testsOf(model, filter) : others);
  const counts = new Map<string, number>();
  for (const scenario of model.scenarios) {
    if (!tests.every((test) => test(scenario))) continue;
    for (const value of VALUES[facet](scenario)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

const VALUES: Readonly<Record<Facet, (scenario: Scenario) => readonly string[]>> = {
  verdicts: ({ verdict }) => [verdict],
  area: ({ area }) => [area],
  action: ({ actions }) => actions,
  aspect: ({ aspects }): readonly Aspect[] => aspects,
  transport: ({ transport }): readonly TransportName[] => [transport],
  needs: ({ needs }) => (needs.length === 0 ? ['nothing'] : needs),
  tags: ({ tags }) => tags,
};

/** Choices that keep their own order; all others go by name. */
export const FIXED_ORDER: Readonly<Partial<Record<Facet, readonly string[]>>> = { aspect: ASPECTS };

/** A test for each part that is set. */
function testsOf(model: Model, filter: Filter): Partial<Record<keyof Filter, Test>> {
  const { text, verdicts, tags, clause, id } = filter;
  const tests: Partial<Record<keyof Filter, Test>> = {};
  if (verdicts.length > 0) tests.verdicts = ({ verdict }) => verdicts.includes(verdict);
  for (const facet of ['area', 'action', 'aspect', 'transport', 'needs'] as const) {
    const wanted = filter[facet];
    if (wanted !== '') tests[facet] = (scenario) => VALUES[facet](scenario).includes(wanted);
  }
  if (tags.length > 0) tests.tags = (scenario) => tags.every((tag) => scenario.tags.includes(tag));
  if (clause !== '') tests.clause = ({ clauses }) => clauses.some((one) => matches(one, clause));
  if (id !== '') tests.id = (scenario) => scenario.id === id;
  if (text.trim() !== '') tests.text = searchOf(model, text);
  return tests;
}

export const matches = (id: string, wanted: string): boolean =>
  wanted.endsWith('*') ? id.startsWith(wanted.slice(0, -1)) : id === wanted;

/** Each text of the run is searched once, however many scenarios share it. */
function searchOf({ data }: Model, text: string): Test {
  const lower = lowerCaseOf(data.texts);
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hits = words.map((word) => Uint8Array.from(lower, (one) => (one.includes(word) ? 1 : 0)));
  return ({ id, texts }) =>
    words.every((word, at) => id.toLowerCase().includes(word) || texts.some((place) => hits[at]?.[place] === 1));
}

const LOWER_CASE = new WeakMap<readonly string[], readonly string[]>();

function lowerCaseOf(texts: readonly string[]): readonly string[] {
  const known = LOWER_CASE.get(texts) ?? texts.map((text) => text.toLowerCase());
  LOWER_CASE.set(texts, known);
  return known;
}
