import { parse } from '@cucumber/tag-expressions';
import { featurePathOf, isAt, SelectionError } from './feature-paths.ts';
import type { PlannedScenario } from './plan.ts';

export { SelectionError } from './feature-paths.ts';

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
