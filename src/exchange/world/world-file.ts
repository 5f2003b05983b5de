import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ExchangeConfig } from '../../engine/config.ts';
import { invariant } from '../../kernel/assert.ts';
import { DocumentError, readDocument } from './document.ts';
import { currentHost } from '../host.ts';
import { packageRoot } from '../package-root.ts';
import { type ConfigOptions, configOf } from './convert.ts';
import { layOver } from './merge.ts';
import { type MapNode, nodeOfValue, WorldFileError, type WorldNode, type WorldProblem } from './node.ts';
import { parseWorldText } from './parse.ts';
import { PREPARED } from './prepared-worlds.ts';
import { report } from './read.ts';
import { readWorld } from './rules.ts';
import type { WorldRisk } from './risk-shape.ts';
import type { World, WorldCollateral, WorldMarket, WorldTier } from './shape.ts';
import { nearestAside } from '../../kernel/nearest.ts';

export type { WorldRisk } from './risk-shape.ts';
export type { World, WorldMarket } from './shape.ts';
export { problemText, WorldFileError, type WorldProblem } from './node.ts';

/** What one world file, or an object in its place, may hold. Without `extends` it must be a complete world. */
export interface WorldFile extends Partial<Omit<World, 'markets' | 'collaterals' | 'tiers' | 'risk'>> {
  /** A world's name, or a file relative to this one. */
  readonly extends?: string;
  /** Fields for all markets of the world below and for those of this file that do not write them. */
  readonly everyMarket?: Partial<WorldMarket>;
  /** Under `extends`, a market of the world below needs its symbol and only the fields that change. */
  readonly markets?: readonly (Pick<WorldMarket, 'symbol'> & Partial<WorldMarket>)[];
  /** The same of a collateral and its asset. */
  readonly collaterals?: readonly (Pick<WorldCollateral, 'asset'> & Partial<WorldCollateral>)[];
  /** By `tierId`, likewise. */
  readonly tiers?: readonly (Pick<WorldTier, 'tierId'> & Partial<WorldTier>)[];
  /** Only the figures that change; what no file below says is as the specification has it. */
  readonly risk?: Partial<WorldRisk>;
}

/** A complete, checked world and the file it came from (empty for an object). */
export interface LoadedWorld {
  readonly file: World;
  readonly path: string;
}

const NAME = /^[a-z0-9][a-z0-9-]*$/;
const OBJECT = 'world';

/**
 * Reads a world by name (`fixtures/worlds/<name>.json` of this package) or by file name (JSON or YAML),
 * lays it over the world it extends, and checks the whole.
 * Throws WorldFileError with every problem found.
 */
export function loadWorld(nameOrPath: string): LoadedWorld {
  const path = pathOf(nameOrPath, currentHost().cwd);
  // Positions cost a slow parse. The package's own worlds pay for it only once something is wrong.
  const world = worldAt(nameOrPath, path, [], true) ?? worldAt(nameOrPath, path, [], false);
  invariant(world, 'a world with problems throws');
  return { file: world, path };
}

/** The engine's configuration of a world. Checks an object that was never in a file just as well. Throws WorldFileError. */
export function worldToConfig(file: WorldFile, options: ConfigOptions): ExchangeConfig {
  return configOf(checked.has(file) ? (file as World) : checkedObject(file), options);
}

/** Returns what `worldToConfig` makes of a world of the package, if the build has done so from the files that are there now. */
export function preparedConfig(name: string): ExchangeConfig | undefined {
  const prepared = PREPARED.get(name);
  const isAsThen = prepared?.files.every((file) => {
    const path = join(worldsFolder(), file.name);
    return existsSync(path) && readFileSync(path, 'utf8') === file.text;
  });
  return isAsThen ? prepared?.config() : undefined;
}

/**
 * Makes one world of several trees, the lowest first, which may extend a world; file names start from `folder`.
 * Throws WorldFileError with every problem found.
 */
export function worldOfTrees([lowest, ...above]: readonly [MapNode, ...MapNode[]], folder: string): World {
  const problems: WorldProblem[] = [];
  let tree = mergedTree(lowest, { folder, chain: [], quick: true, problems });
  for (const layer of above) tree &&= layOver(tree, layer, problems);
  const world = tree && readWorld(tree, problems);
  if (!world) throw new WorldFileError(distinct(problems));
  checked.add(world);
  return world;
}

/** The names of the worlds that come with the package, sorted. */
export function worldNames(): string[] {
  const files = readdirSync(worldsFolder()).filter((name) => name.endsWith('.json'));
  return files.map((name) => name.slice(0, -'.json'.length)).sort((a, b) => (a < b ? -1 : 1));
}

/** Worlds that `loadWorld` has found in order, so that they are not checked twice. */
const checked = new WeakSet<object>();

function checkedObject(file: WorldFile): World {
  const problems: WorldProblem[] = [];
  const tree = mergedTree(nodeOfValue(file, OBJECT), { folder: currentHost().cwd, chain: [], quick: true, problems });
  const world = tree && readWorld(tree, problems);
  if (!world) throw new WorldFileError(distinct(problems));
  return world;
}

/** The world of a file. With problems it throws, or returns undefined when the file must be read again with positions. */
function worldAt(name: string, path: string, problems: WorldProblem[], quick: boolean): World | undefined {
  if (!existsSync(path))
    throw new WorldFileError([{ file: name, line: 0, column: 0, path: '', message: unknownWorld(name) }]);
  const tree = mergedTree(readFile(path, problems, quick), { folder: dirname(path), chain: [path], quick, problems });
  const world = tree && readWorld(tree, problems);
  if (world) checked.add(world);
  else if (!quick) throw new WorldFileError(distinct(problems));
  return world;
}

/** What is the same all the way down a chain of files, and the files on the way here. */
interface Descent {
  readonly folder: string;
  readonly chain: readonly string[];
  readonly quick: boolean;
  readonly problems: WorldProblem[];
}

/** The tree of a file over the trees of all it extends. */
function mergedTree(node: WorldNode | undefined, descent: Descent): MapNode | undefined {
  const { folder, chain, quick, problems } = descent;
  if (!node) return undefined;
  if (node.kind !== 'map') return report(problems, node, 'a world must be a map of fields');
  const parent = node.entries.get('extends');
  if (!parent) return layOver(undefined, node, problems);
  if (parent.kind !== 'scalar' || typeof parent.value !== 'string') {
    return report(problems, parent, 'must be the name or file of a world');
  }
  const path = pathOf(parent.value, folder);
  if (chain.includes(path))
    return report(problems, parent, `leads back to ${shown(path)}; let one of them stand alone`);
  if (!existsSync(path)) return report(problems, parent, unknownWorld(parent.value));
  const below = readFile(path, problems, quick);
  const base = mergedTree(below, { ...descent, folder: dirname(path), chain: [...chain, path] });
  return base && layOver(base, node, problems);
}

function readFile(path: string, problems: WorldProblem[], quick: boolean): WorldNode | undefined {
  const file = shown(path);
  try {
    if (quick && dirname(path) === worldsFolder()) return nodeOfValue(JSON.parse(readFileSync(path, 'utf8')), file);
    return parseWorldText(readDocument(path), file);
  } catch (error) {
    if (error instanceof WorldFileError) problems.push(...error.problems);
    else if (error instanceof DocumentError) {
      const { line, column, message } = error;
      problems.push({ file, line, column, path: '', message });
    } else {
      const message = 'cannot be read as a world file; give a JSON or YAML file';
      problems.push({ file, line: 0, column: 0, path: '', message });
    }
    return undefined;
  }
}

const unknownWorld = (name: string): string =>
  `there is no world ${name}${nearestAside(name, worldNames())}; use ${worldNames().join(', ')} or the name of a file`;

const worldsFolder = (): string => join(packageRoot(), 'fixtures', 'worlds');

const pathOf = (nameOrPath: string, folder: string): string =>
  NAME.test(nameOrPath) ? join(worldsFolder(), `${nameOrPath}.json`) : resolve(folder, nameOrPath);

/** A file as people write it: relative where that is shorter. */
export function shown(path: string): string {
  const near = relative(currentHost().cwd, path);
  return near.startsWith('..') || isAbsolute(near) ? path : near;
}

/** A field of `everyMarket` is read once for each market, but is wrong only once. */
function distinct(problems: readonly WorldProblem[]): WorldProblem[] {
  const seen = new Map(
    problems.map((problem) => [
      `${problem.file}|${problem.line}|${problem.column}|${problem.path}|${problem.message}`,
      problem,
    ]),
  );
  return [...seen.values()].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}
