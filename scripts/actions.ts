import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the modules that list the files of a folder: every action of the contract, and every read of the exchange. A file that is
 * added to one of the folders is part of the catalogue after
 *
 *   npx tsx scripts/actions.ts
 *
 * `test/action-modules.test.ts` fails while the written modules are not those of the folders.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEAD = '/* Written by scripts/actions.ts from the files of the folder. */\n';
const SURFACES = ['trade', 'info'] as const;

/** What is traded comes first in documents; folders that are not named here come last. */
const FOLDERS = ['orders', 'positions', 'history', 'subaccounts', 'funds', 'delegation', 'lottery'];

/** A module and its text. */
export interface WrittenModule {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The modules as they should be. */
export const writtenModules = (): readonly WrittenModule[] => [
  moduleOf('src/contract/actions', 'Every action of a surface, by its wire name.', (name) => name),
  moduleOf('src/exchange/reads', 'What computes the response of each read of a surface.', (name) => `${name}Read`),
];

function moduleOf(folder: string, about: string, exportOf: (name: string) => string): WrittenModule {
  const lists = SURFACES.map((surface) => [surface, filesIn(folder, surface)] as const);
  const imports = lists.flatMap(([, files]) =>
    files.map((file) => `import { ${exportOf(basename(file, '.ts'))} } from './${file}';`),
  );
  const tables = lists.map(([surface, files]) => {
    const names = files.map((file) => `  ${exportOf(basename(file, '.ts'))},\n`).join('');
    return `/** ${about} */\nexport const ${surface.toUpperCase()} = {\n${names}};\n`;
  });
  return { path: `${folder}/index.ts`, text: [HEAD, `${imports.join('\n')}\n`, ...tables].join('\n') };
}

/** Files named as an action is, below a surface; the order of their folders and then that of the alphabet. */
function filesIn(folder: string, surface: string): readonly string[] {
  const files = readdirSync(join(ROOT, folder, surface), { recursive: true, encoding: 'utf8' })
    .map((file) => `${surface}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\/[a-z]\w*\.ts$/i.test(file));
  const rank = (file: string): number => {
    const at = FOLDERS.indexOf(file.split('/')[1] ?? '');
    return at === -1 ? FOLDERS.length : at;
  };
  return files.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of writtenModules()) writeFileSync(join(ROOT, path), text);
}
