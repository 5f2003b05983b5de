import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isScalar, parseDocument, visit } from 'yaml';
import { compareKeys } from '../../../kernel/canonical-json.ts';

/** The files that a scenario is made of. */
export interface FileList {
  /** Absolute folder in which all of them lie. */
  readonly root: string;
  /** What the scenario is loaded from, folder or file, relative to `root`; empty when it is the root. */
  readonly entry: string;
  /** By path. */
  readonly files: readonly ScenarioFile[];
}

export interface ScenarioFile {
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What lies in the folder of a scenario and cannot change a run of it. */
const IGNORED = /^(\..*|node_modules|README\.md)$/;

/** What a folder of a scenario is recognized by. */
const FOLDER_FILE = 'scenario.yaml';

/**
 * Lists the files of a scenario: all of its folder, or those beside it that begin with its name; and the files that these
 * name, such as worlds, strategies and histories.
 *
 * @param scenario absolute file of the scenario
 * @param values overrides, which may name files as well
 * @param except absolute folder that is left out, for the results of the sweep may lie in that of the scenario
 */
export async function scenarioFiles(scenario: string, values: readonly string[], except: string): Promise<FileList> {
  const folder = dirname(scenario);
  const isFolder = basename(scenario) === FOLDER_FILE;
  const own = isFolder ? filesBelow(folder, except) : filesBeside(scenario);
  const all = withNamed(own, namedFrom(values, folder));
  const root = all.reduce((shared, file) => commonFolder(shared, dirname(file)), folder);
  const files: ScenarioFile[] = [];
  for (const file of all) {
    files.push({ path: slashed(relative(root, file)), bytes: statSync(file).size, sha256: await hashOf(file) });
  }
  files.sort((one, other) => compareKeys(one.path, other.path));
  return { root, entry: slashed(relative(root, isFolder ? folder : scenario)), files };
}

function filesBelow(folder: string, except: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (IGNORED.test(name) || path === except) return [];
    const kind = statSync(path, { throwIfNoEntry: false });
    return kind?.isDirectory() ? filesBelow(path, except) : kind?.isFile() ? [path] : [];
  });
}

/** A scenario that is no folder has its expectations and digest beside it: `day.yaml`, `day.expect.yaml`. */
function filesBeside(scenario: string): string[] {
  const stem = basename(scenario).replace(/\.[^.]*$/, '');
  const beside = ['expect.yaml', 'digest.txt'].map((name) => join(dirname(scenario), `${stem}.${name}`));
  return [scenario, ...beside.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())];
}

/** These files with all that they name, and what those name. */
function withNamed(own: readonly string[], others: readonly string[]): string[] {
  const all = new Set([...own, ...others]);
  for (const file of all) {
    if (!/\.(ya?ml|json|m?js)$/.test(file)) continue;
    for (const named of filesNamedIn(file, readFileSync(file, 'utf8'))) all.add(named);
  }
  return [...all];
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (other !== folder && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep)) folder = dirname(folder);
  return folder;
}

const slashed = (path: string): string => path.split(sep).join('/');

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const pieces: AsyncIterable<Uint8Array> = createReadStream(file);
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Modules that a module imports by a relative name. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;
/** Longer texts than names of files are. */
const NAME_MAX = 1_000;

/** Files that a document or a module names, as absolute paths: every text in it that is the name of a file. */
function filesNamedIn(file: string, source: string): string[] {
  return namedFrom(/\.m?js$/.test(file) ? importsIn(source) : textsIn(source), dirname(file));
}

/** Those of these texts that are names of files, relative to a folder. */
function namedFrom(texts: readonly string[], folder: string): string[] {
  return texts.flatMap((text) => {
    if (text === '' || text.length > NAME_MAX || text.includes('\0')) return [];
    const path = resolve(folder, text);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

const importsIn = (source: string): string[] => [...source.matchAll(IMPORT)].map(([, name = '']) => name);

/** Every text of a YAML or JSON document, also of one that is wrong: the scenario is checked elsewhere. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  visit(parseDocument(source), (_key, node) => {
    if (isScalar(node) && typeof node.value === 'string') texts.push(node.value);
  });
  return texts;
}
