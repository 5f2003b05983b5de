import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACT_FILES, readClauses, valueOf } from './contract.ts';

/** Returns the value of a list of the contract, by its path below the root of the package. */
export const contractValue = (file: string): unknown => valueOf(readFileSync(pathOf(file), 'utf8'));

/**
 * Ids of the clauses of each action and plain route, in the order of the contract, as the `action:` fields of
 * clauses.yaml say.
 */
export function clausesByAction(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const { id, action } of readClauses(readFileSync(pathOf(CONTRACT_FILES.clauses), 'utf8'))) {
    if (action === undefined) continue;
    index.set(action, [...(index.get(action) ?? []), id]);
  }
  return index;
}

/** A file is found by walking up, because the code runs from src/ and from the bundle in dist/. */
function pathOf(file: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, file))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${file} is missing from the package`);
    folder = parent;
  }
  return join(folder, file);
}
