import { parse } from '@cucumber/tag-expressions';
import type { PlannedScenario } from './plan.ts';

/** Which scenarios of the plan are to run; every part that is given narrows the choice. */
export interface Selection {
  /** `features/trade`, `features/trade/cancelOrders.feature` or that with a line inside a scenario; several are alternatives. */
  readonly paths: readonly string[];
  /** Tag expressions, such as `@auth and not @negative`; all must hold. */
  readonly tags: readonly string[];
  /** Globs of clause ids, such as `GETTRADES-*`; one must match a clause that the scenario cites. */
  readonly clauses: readonly string[];
  /** Globs of scenario ids, such as `features/limits/**`; none may match. */
  readonly exclude: readonly string[];
  /** Scenario ids, as a rerun file lists them; undefined for no such list. */
  readonly rerun: readonly string[] | undefined;
  /** One of several parts; the index counts from 1. */
  readonly shard: Shard | null;
}

export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * The chosen scenarios in the order of the plan. Shards deal them out one by one, so that shards of equal selections are
 * disjoint and together complete.
 *
 * @throws SelectionError for a tag expression that cannot be read, and for a path that names nothing
 */
export function select(plan: readonly PlannedScenario[], selection: Selection): PlannedScenario[] {
  const tags = selection.tags.map(tagExpression);
  const clauses = selection.clauses.map(glob);
  const exclude = selection.exclude.map(glob);
  const rerun = selection.rerun && new Set(selection.rerun);
  const paths = selection.paths.map((path) => featurePathOf(plan, path));
  const chosen = plan.filter(
    (scenario) =>
      (paths.length === 0 || paths.some((path) => isAt(scenario, path))) &&
      tags.every((holds) => holds(scenario.tags)) &&
      (clauses.length === 0 || clausesOf(scenario).some((id) => clauses.some((matches) => matches.test(id)))) &&
      !exclude.some((matches) => matches.test(scenario.id) || matches.test(scenario.uri)) &&
      (!rerun || rerun.has(scenario.id)),
  );
  const { shard } = selection;
  return shard ? chosen.filter((_, place) => place % shard.of === shard.index - 1) : chosen;
}

/** Ids of the clauses that a scenario cites. */
export const clausesOf = ({ tags }: Pick<PlannedScenario, 'tags'>): string[] =>
  tags.filter((tag) => tag.startsWith('clause:')).map((tag) => tag.slice('clause:'.length));

/** @throws SelectionError for text that is no tag expression */
export function tagExpression(text: string): (tags: readonly string[]) => boolean {
  try {
    const expression = parse(text);
    return (tags) => expression.evaluate(tags.map((tag) => `@${tag}`));
  } catch (error) {
    throw new SelectionError(`"${text}" is no tag expression: ${error instanceof Error ? error.message : ''}`);
  }
}

/** `*` stands for any text without a slash, `**` for any text, `?` for one character. */
function glob(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const parts = escaped.split('**').map((part) => part.replaceAll('*', '[^/]*').replaceAll('?', '[^/]'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** A folder or a feature file, and the lines behind it; no lines for all scenarios there. */
export interface FeaturePath {
  readonly file: string;
  readonly lines: readonly number[];
}

/** Part of a selection that cannot be understood. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}

/**
 * Reads `features/trade`, `features/trade/cancelOrders.feature` or that with `:12`. The ending `.feature` may be left out.
 *
 * @throws SelectionError for a path that names nothing, with the one that was meant, and for a line outside every scenario
 */
function featurePathOf(plan: readonly PlannedScenario[], path: string): FeaturePath {
  const [, given = '', numbers = ''] = /^(.*?)((?::\d+)*)$/s.exec(path.replace(/^\.\//, '')) ?? [];
  const named = given.replace(/\/$/, '');
  const file = [named, `${named}.feature`].find((candidate) => plan.some((scenario) => isBelow(scenario, candidate)));
  if (file === undefined) throw new SelectionError(`${path} names no scenario${suggestion(plan, named)}`);
  const lines = numbers.split(':').slice(1).map(Number);
  const there = plan.filter((scenario) => isBelow(scenario, file));
  for (const line of lines) {
    if (there.some((scenario) => scenario.lines.includes(line))) continue;
    const { id, name } = nearest(there, line);
    throw new SelectionError(`${file}:${line} is in no scenario; the nearest is ${id} "${name}"`);
  }
  return { file, lines };
}

const isAt = (scenario: PlannedScenario, { file, lines }: FeaturePath): boolean =>
  isBelow(scenario, file) && (lines.length === 0 || lines.some((line) => scenario.lines.includes(line)));

const isBelow = ({ uri }: PlannedScenario, file: string): boolean => uri === file || uri.startsWith(`${file}/`);

function nearest(scenarios: readonly PlannedScenario[], line: number): PlannedScenario {
  const far = ({ lines }: PlannedScenario): number => Math.min(...lines.map((own) => Math.abs(own - line)));
  return scenarios.reduce((best, scenario) => (far(scenario) < far(best) ? scenario : best));
}

/** Edits between what was typed and what is suggested. */
const MOST_EDITS = 3;

function suggestion(plan: readonly PlannedScenario[], given: string): string {
  const uris = [...new Set(plan.map(({ uri }) => uri))];
  const ending = uris.filter((uri) => uri.endsWith(`/${given}`) || uri.endsWith(`/${given}.feature`));
  const folders = [
    ...new Set(uris.flatMap((uri) => uri.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))),
  ];
  const [close] = [...uris, ...folders]
    .map((uri) => ({ uri, edits: Math.min(editsBetween(given, uri), editsBetween(`${given}.feature`, uri)) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .sort((a, b) => a.edits - b.edits);
  const meant = ending[0] ?? close?.uri;
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Letters to insert, remove or replace until one text is the other. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [index, wanted] of Array.from(other).entries()) {
      const replaced = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
