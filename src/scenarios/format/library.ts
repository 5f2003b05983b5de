import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { fromCwd } from '../../exchange/host.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import { nearest } from '../../kernel/nearest.ts';

/** Where the files of one scenario are. */
export interface ScenarioFiles {
  readonly name: string;
  /** Absolute, as are the others. */
  readonly folder: string;
  readonly scenario: string;
  readonly expectations: string;
  readonly digest: string;
}

const FILE = 'scenario.yaml';

/** Scenarios that come with the package: a folder for each topic, and in it one for each scenario. */
export const libraryFolder = (): string => join(packageRoot(), 'scenarios');

/** Names such as `risk/flash-crash`, sorted. */
export function libraryNames(): string[] {
  const root = libraryFolder();
  if (!existsSync(root)) return [];
  const topics = foldersIn(root);
  return topics
    .flatMap((topic) => foldersIn(join(root, topic)).map((name) => `${topic}/${name}`))
    .filter((name) => existsSync(join(root, name, FILE)))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** A scenario of the library as a list shows it. */
export interface ListedScenario {
  readonly name: string;
  readonly title: string;
  /** The paragraph of its README that begins with "What to learn."; empty without one. */
  readonly lesson: string;
}

/** The scenarios of the library in the order of their names; a title is the first heading of the README. */
export function libraryScenarios(): ListedScenario[] {
  return libraryNames().map((name) => {
    const file = join(libraryFolder(), name, 'README.md');
    const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const title = /^# (.+)$/m.exec(page)?.[1] ?? name;
    const [, after = ''] = page.split('**What to learn.**');
    const [lesson = ''] = after.split(/\n\s*\n|\n(?=\*\*)/);
    return { name, title, lesson: lesson.trim().replaceAll(/\s*\n\s*/g, ' ') };
  });
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Finds a scenario by file, folder or name of the library, in full or without its topic; otherwise says what is wrong. */
export function findScenario(given: string): ScenarioFiles | string {
  const path = fromCwd(given);
  if (existsSync(path) && statSync(path).isFile()) return filesAt(path);
  if (existsSync(join(path, FILE))) return filesAt(join(path, FILE));
  const names = libraryNames();
  const found = names.filter((name) => name === given || name.endsWith(`/${given}`));
  const [name] = found;
  if (name !== undefined && found.length === 1) return filesAt(join(libraryFolder(), name, FILE));
  if (found.length > 1) return `there is more than one scenario ${given}; use one of ${found.join(', ')}`;
  if (existsSync(path)) return `the folder ${given} holds no ${FILE}; name a folder that does, or a file`;
  const near = nearest(given, [...names, ...names.map((each) => basename(each))]);
  const hint = near === undefined ? 'perpsim scenario list shows the library' : `did you mean ${near}?`;
  return `there is no file, folder or scenario ${given}; ${hint}`;
}

function filesAt(scenario: string): ScenarioFiles {
  const folder = dirname(scenario);
  const own = basename(scenario);
  const stem = basename(own, extname(own));
  const beside = (name: string): string => join(folder, own === FILE ? name : `${stem}.${name}`);
  return {
    name: nameOf(folder, own, stem),
    folder,
    scenario,
    expectations: beside('expect.yaml'),
    digest: beside('digest.txt'),
  };
}

function nameOf(folder: string, own: string, stem: string): string {
  if (own !== FILE) return stem;
  const inLibrary = relative(libraryFolder(), folder);
  return inLibrary.startsWith('..') || inLibrary === '' ? basename(folder) : inLibrary.split(sep).join('/');
}
