import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Compares docs/architecture.md with the repository: the page names every folder of src down to the second level and no other,
 * and says of each layer what `.dependency-cruiser.cjs` lets it import.
 */

const PAGE = 'docs/architecture.md';

/** What each layer may import besides itself, by its name. */
export type Layers = ReadonlyMap<string, readonly string[]>;

/** Returns what the page leaves out or says wrongly. */
export function checkArchitecture(page: string, folders: readonly string[], layers: Layers): string[] {
  const named = new Set([...page.matchAll(/`(src(?:\/[\w-]+){1,2})`/g)].map(([, path = '']) => path));
  const missing = folders
    .filter((folder) => !named.has(folder))
    .map((folder) => `${PAGE}: add ${folder}, which it does not name`);
  const gone = [...named]
    .filter((folder) => !folders.includes(folder))
    .map((folder) => `${PAGE}: remove ${folder}, which does not exist`);
  return [...missing, ...gone, ...[...layers].flatMap(([name, imports]) => checkLayer(page, name, imports))];
}

function checkLayer(page: string, name: string, imports: readonly string[]): string[] {
  const row = new RegExp(`^\\| \`src/${name}\` \\| ([^|]*) \\|`, 'm').exec(page)?.[1];
  if (row === undefined) return [`${PAGE}: add a row for the layer src/${name}`];
  const said = row === 'nothing' ? [] : row.split(', ').sort();
  const allowed = [...imports].sort();
  if (said.join() === allowed.join()) return [];
  return [
    `${PAGE}: src/${name} may import ${allowed.join(', ') || 'nothing'}, and the page says ${said.join(', ') || 'nothing'}`,
  ];
}

/** Returns the folders of src down to the second level. */
export function foldersOfSource(root = 'src'): string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
  return below(root).flatMap((folder) => [folder, ...below(folder)]);
}

interface CruiserRule {
  readonly name: string;
  readonly to: { readonly pathNot?: string | readonly string[] };
}

/** Reads the layers out of the rules of the dependency cruiser, which names the rule of a layer `<layer>-imports`. */
export function layersOfCruiser(): Layers {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly CruiserRule[];
  };
  return new Map(
    forbidden.flatMap(({ name, to }) => {
      const layer = /^(\w+)-imports$/.exec(name)?.[1];
      if (layer === undefined) return [];
      const allowed = [to.pathNot ?? []].flat().flatMap((path) => foldersIn(path));
      return [[layer, [...new Set(allowed)].filter((folder) => folder !== layer)] as const];
    }),
  );
}

/** The folders of `^src/engine/` or `^src/(client|api)/`. */
const foldersIn = (path: string): string[] => /^\^src\/\(?([\w|-]+)\)?\//.exec(path)?.[1]?.split('|') ?? [];
