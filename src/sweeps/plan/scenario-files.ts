import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { compareKeys } from '../../kernel/canonical-json.ts';

/** The files that a scenario is made of, with what is in them. */
export interface ScenarioFiles {
  /** Absolute folder in which all of them lie. */
  readonly root: string;
  /** The scenario, folder or file, relative to `root`; empty when it is the root. */
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

/**
 * Lists the files of a scenario: all of its folder, or the one file that it is, and those that it names elsewhere.
 *
 * @param scenario absolute folder or file
 * @param others absolute files that the scenario names
 * @param except folders that are left out, such as that of the sweep's results
 */
export async function scenarioFiles(
  scenario: string,
  others: readonly string[],
  except: readonly string[],
): Promise<ScenarioFiles> {
  const isFolder = statSync(scenario).isDirectory();
  const own = isFolder ? filesBelow(scenario, new Set(except)) : [scenario];
  const all = [...new Set([...own, ...others])];
  const root = all.reduce(
    (folder, file) => commonFolder(folder, dirname(file)),
    isFolder ? scenario : dirname(scenario),
  );
  const files: ScenarioFile[] = [];
  for (const file of all) {
    files.push({ path: slashed(relative(root, file)), bytes: statSync(file).size, sha256: await hashOf(file) });
  }
  files.sort((one, other) => compareKeys(one.path, other.path));
  return { root, entry: slashed(relative(root, scenario)), files };
}

function filesBelow(folder: string, except: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (IGNORED.test(entry.name) || except.has(path)) return [];
    const kind = entry.isSymbolicLink() ? statSync(path) : entry;
    return kind.isDirectory() ? filesBelow(path, except) : kind.isFile() ? [path] : [];
  });
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (other !== folder && !other.startsWith(folder.endsWith(sep) ? folder : folder + sep)) folder = dirname(folder);
  return folder;
}

const slashed = (path: string): string => path.split(sep).join('/');

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}
