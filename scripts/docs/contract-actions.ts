/**
 * Compares the actions that the catalogue serves with those that the contract describes. The `action:` field of
 * docs/contract/clauses.yaml is the only place that says which clauses belong to an action.
 */

/** The name under which clauses cite a plain GET route: the last part of its path. */
export const routeName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Served actions without a clause, and clauses of an action that is not served. */
export function checkActionClauses(
  described: ReadonlyMap<string, readonly string[]>,
  served: readonly string[],
): string[] {
  const known = new Set(served);
  return [
    ...served.filter((name) => !described.has(name)).map((name) => `no clause has the action ${name}`),
    ...[...described]
      .filter(([name]) => !known.has(name))
      .flatMap(([name, ids]) => ids.map((id) => `${id} is about ${name}, which is not served`)),
  ];
}
