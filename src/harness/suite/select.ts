import { parse } from '@cucumber/tag-expressions';
import type { PlannedScenario } from './plan.ts';

/** Which scenarios of the plan are to run; every part that is given narrows the choice. */
export interface Selection {
  /** `features/trade`, `features/trade/cancelOrders.feature` or that with `:12`; several are alternatives. */
  readonly paths: readonly string[];
  /** Tag expressions, such as `@auth and not @negative`; all must hold. */
  readonly tags: readonly string[];
  /** Globs of clause ids, such as `GETTRADES-*`; one must match a clause that the scenario cites. */
  readonly clauses: readonly string[];
  /** Globs of scenario ids, such as `features/limits/**`; none may match. */
  readonly exclude: readonly string[];
  /** Scenario ids, as a rerun file lists them; undefined for no such list. */
  readonly rerun: readonly string[] | undefined;
  /** Of so many parts, counted from 1. */
  readonly shard: Shard | null;
}

export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Part of a selection that cannot be understood. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
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
  for (const path of selection.paths) {
    if (!plan.some((scenario) => isAt(scenario, path))) throw new SelectionError(`${path} names no scenario`);
  }
  const chosen = plan.filter(
    (scenario) =>
      (selection.paths.length === 0 || selection.paths.some((path) => isAt(scenario, path))) &&
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

function isAt({ uri, lines }: PlannedScenario, path: string): boolean {
  const [, file = '', numbers = ''] = /^(.*?)((?::\d+)*)$/.exec(path.replace(/^\.\//, '').replace(/\/$/, '')) ?? [];
  if (uri !== file && !uri.startsWith(`${file}/`)) return false;
  const wanted = numbers.split(':').slice(1).map(Number);
  return wanted.length === 0 || wanted.some((line) => lines.includes(line));
}

/** `*` stands for any text without a slash, `**` for any text, `?` for one character. */
function glob(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const parts = escaped.split('**').map((part) => part.replaceAll('*', '[^/]*').replaceAll('?', '[^/]'));
  return new RegExp(`^${parts.join('.*')}$`);
}
