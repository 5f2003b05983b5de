import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromCwd, onDisk } from '../../exchange/host.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import { DocumentError, readDocument } from '../../exchange/world/document.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { type Catalogue, catalogueOf } from '../../suite/coverage/catalogue.ts';
import { CONTRACT_FILES, readContract } from '../../suite/coverage/contract.ts';
import { applyKnownFailing, findingText, KnownFailingError, readKnownFailing } from '../../suite/known-failing.ts';
import type { Run, ScenarioResult } from '../../suite/results/run.ts';
import { type Profile, ProfileError, readProfile } from '../../suite/targets/profile.ts';
import { reasonOf, UsageError } from '../usage-error.ts';

/** Features of the console, which are about perpsim and not about a deployment of the API. */
const NOT_OF_THE_API = /^console[/\\]/;

/** Feature files of the package: text by path, such as `features/trade/cancelOrders.feature`. */
export function featureFiles(root = packageRoot()): Map<string, string> {
  const names = readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' });
  const ofApi = names.filter((name) => name.endsWith('.feature') && !NOT_OF_THE_API.test(name));
  const paths = ofApi.map((name) => join(root, 'features', name));
  return new Map(paths.map((path) => [relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
}

/** A feature file of the user's own, as it is named on the command line and in results. */
export interface OwnFeature {
  /** Without the lines behind it. */
  readonly given: string;
  /** From the root of the package, where the suite runs. */
  readonly path: string;
  readonly text: string;
}

/** Feature files among the paths that are not part of the package. */
export function ownFeatures(paths: readonly string[], root = packageRoot()): OwnFeature[] {
  return paths.flatMap((named) => {
    const given = named.replace(/(?::\d+)*$/, '');
    const file = fromCwd(given);
    const path = relative(root, file).replaceAll('\\', '/');
    if (!given.endsWith('.feature') || path.startsWith('features/') || !existsSync(file)) return [];
    return [{ given, path, text: readFileSync(file, 'utf8') }];
  });
}

/** True for code of the bundles, false for the sources they are made from. */
const isBundled = (root: string): boolean =>
  import.meta.url.includes('/dist/') && existsSync(join(root, 'dist', 'suite.js'));

/** Returns what defines steps and hooks: the bundle of the package, or the sources it is made from. */
export const supportFiles = (root = packageRoot()): string[] =>
  isBundled(root) ? ['dist/suite.js'] : ['features/support/**/*.ts', 'features/steps/**/*.ts'];

/** Loads the steps of the suite, so that what they declare can be read. It needs no package of the suite. */
export async function loadSteps(root = packageRoot()): Promise<void> {
  const files = isBundled(root)
    ? ['dist/steps.js']
    : readdirSync(join(root, 'features', 'steps')).map((name) => join('features', 'steps', name));
  for (const file of files) await import(pathToFileURL(join(root, file)).href);
}

/** The clauses and rulings that the suite checks responses and its own tags against. */
export function catalogue(root = packageRoot()): Catalogue {
  const text = (file: string): string | undefined =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
  const { clauses, waivers, transitions } = CONTRACT_FILES;
  return catalogueOf(
    readContract({ clauses: text(clauses) ?? '', waivers: text(waivers), transitions: text(transitions) }),
  );
}

/** Ids of scenarios out of a rerun file: one a line, or as Cucumber writes them, with several lines behind a path. */
export function rerunIds(file: string): string[] {
  const ids = read('--rerun', file)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, path, numbers] = /^(.+?\.feature)((?::\d+)+)$/.exec(line) ?? [];
      if (path === undefined || numbers === undefined) {
        throw new UsageError(
          `--rerun: ${file} holds "${line}", which does not name a scenario such as features/trade/x.feature:12`,
        );
      }
      return numbers
        .slice(1)
        .split(':')
        .map((number) => `${path}:${number}`);
    });
  if (ids.length === 0) throw new UsageError(`--rerun: ${file} lists no scenario`);
  return ids;
}

/** Text of a JSON or YAML file that a flag names, not too large and not too deep to be parsed. */
export function readDocumentOf(flag: string, file: string): string {
  try {
    return readDocument(file);
  } catch (error) {
    const line = error instanceof DocumentError && error.line > 0 ? ` line ${error.line}` : '';
    throw new UsageError(`${flag}: cannot read ${file}${line}: ${reasonOf(error)}`);
  }
}

/** Text of a file that a flag names. */
export function read(flag: string, file: string): string {
  try {
    return readFileSync(onDisk(file), 'utf8');
  } catch (error) {
    throw new UsageError(`${flag}: cannot read ${file}: ${reasonOf(error)}`);
  }
}

/** A run after a list was held against it, and a line for each way in which the list no longer holds. */
export interface Excused {
  readonly run: Run;
  readonly remarks: readonly string[];
}

/** Holds a list of known failures, as read from the file behind `--known-failing`, against a run as of today. */
export type Excuse = (run: Run, suite?: readonly Pick<ScenarioResult, 'id' | 'tags'>[]) => Excused;

/**
 * @param file undefined for the list of the profile; where that has none, nothing is excused
 * @param profile as `--profile` names it
 * @throws UsageError for a file that is no such list
 */
export function excuseFrom(file: string | undefined, profile?: string): Excuse {
  const chosen = file ?? (profile === undefined ? undefined : listOf(profile));
  if (chosen === undefined) return (run) => ({ run, remarks: [] });
  const list = listIn(chosen);
  return (run, suite) => {
    const today = new Date().toISOString().slice(0, 10);
    const { run: excused, findings } = applyKnownFailing(run, list, today, suite);
    return { run: excused, remarks: findings.map(findingText) };
  };
}

/** `fixtures/targets/staging/known-failing.yaml` for `fixtures/targets/staging.json`, if it is there. */
function listOf(profile: string): string | undefined {
  const path = /[./\\]/.test(profile) ? profile : join(packageRoot(), 'fixtures', 'targets', profile);
  const file = join(path.slice(0, path.length - extname(path).length), 'known-failing.yaml');
  return existsSync(onDisk(file)) ? file : undefined;
}

function listIn(file: string): ReturnType<typeof readKnownFailing> {
  try {
    return readKnownFailing(readDocumentOf('--known-failing', file));
  } catch (error) {
    if (error instanceof KnownFailingError) throw new UsageError(`--known-failing: ${file}: ${error.message}`);
    throw error;
  }
}

/** Profiles that come with the package; any other is a file. */
const BUILT_IN = ['core', 'full', 'readonly', 'ws'];

/**
 * The profile that `--profile` names.
 *
 * @throws UsageError for a file that is missing or holds no profile
 */
export function profileOf(name: string): Profile {
  const file = BUILT_IN.includes(name) ? join(packageRoot(), 'fixtures', 'targets', `${name}.json`) : name;
  try {
    return readProfile(readDocumentOf('--profile', file), name);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(`--profile: ${error.message}`);
    if (error instanceof UsageError && !existsSync(onDisk(file))) {
      throw new UsageError(`${error.message}; built in are ${BUILT_IN.join(', ')}${nearestAside(name, BUILT_IN)}`);
    }
    throw error;
  }
}
