import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { invariant } from '../../kernel/errors.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { currentHost } from '../host.ts';
import { packageRoot } from '../package-root.ts';
import { configOf, type ConfigOptions } from './convert.ts';
import { DocumentError, readDocument } from './document.ts';
import { parseWorldText } from './parse.ts';
import {
  type ListNode,
  type MapNode,
  nodeOfValue,
  report,
  WorldFileError,
  type WorldNode,
  type WorldProblem,
} from './read.ts';
import { readWorld } from './rules.ts';
import type { World, WorldCollateral, WorldMarket, WorldRisk, WorldTier } from './shape.ts';

export type { WorldRisk } from './shape.ts';
export type { World, WorldMarket } from './shape.ts';
export { problemText, WorldFileError, type WorldProblem } from './read.ts';

/** Contents of a world file, or of an object in its place. Without `extends` it must be a complete world. */
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
  return configOf(checked.get(file) ?? checkedObject(file), options);
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
  checked.set(world, world);
  return world;
}

/** The names of the worlds that come with the package, sorted. */
export function worldNames(): string[] {
  const files = readdirSync(worldsFolder()).filter((name) => name.endsWith('.json'));
  return files.map((name) => name.slice(0, -'.json'.length)).sort((a, b) => (a < b ? -1 : 1));
}

/** Worlds that `loadWorld` has found in order, so that they are not checked twice. */
const checked = new WeakMap<WorldFile, World>();

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
  if (world) checked.set(world, world);
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

/** Lists of a world whose items have a name, and the field that holds it. */
const KEYED: ReadonlyMap<string, string> = new Map([
  ['markets', 'symbol'],
  ['collaterals', 'asset'],
  ['tiers', 'tierId'],
  ['devAccounts', 'address'],
]);

/** Maps of a world whose figures are replaced one by one. */
const PATCHED: ReadonlySet<string> = new Set(['risk', 'factor']);

/** Fields of a market that have kinds. A map without `kind` changes single figures of the one below. */
const KINDS: ReadonlySet<string> = new Set(['process', 'liquidity']);

/**
 * Lays one file over the world it extends. A top-level field replaces the one below; an item of a named
 * list replaces single fields of the item with its name below, or joins the end of the list. Fields of
 * `everyMarket` go over all markets below and under the file's own. The figures of `risk` and `factor` are replaced one by one,
 * and so are those of a `process` or `liquidity` that writes no `kind`. Any other field is replaced whole.
 */
function layOver(base: MapNode | undefined, file: MapNode, problems: WorldProblem[]): MapNode {
  const entries = new Map(base?.entries);
  const everyMarket = file.entries.get('everyMarket');
  if (everyMarket && everyMarket.kind !== 'map') report(problems, everyMarket, 'must be a map of market fields');
  for (const [key, node] of file.entries) {
    const name = KEYED.get(key);
    if (key === 'extends' || key === 'everyMarket') continue;
    if (PATCHED.has(key)) entries.set(key, patchMap(entries.get(key), node));
    else entries.set(key, name && node.kind === 'list' ? patchList(entries.get(key), node, name) : node);
  }
  const markets = entries.get('markets');
  if (everyMarket?.kind === 'map' && markets?.kind === 'list') {
    const own = file.entries.get('markets');
    const written = new Set<WorldNode>(own?.kind === 'list' ? own.items : []);
    entries.set('markets', { ...markets, items: markets.items.map((item) => spread(item, everyMarket, written)) });
  }
  return { kind: 'map', place: file.place, entries };
}

const patchMap = (below: WorldNode | undefined, above: WorldNode): WorldNode =>
  below?.kind === 'map' && above.kind === 'map'
    ? { ...above, entries: new Map([...below.entries, ...above.entries]) }
    : above;

/** An item over the one with its name below. Fields with kinds are those of markets. */
const patchItem = (below: MapNode, entries: MapNode['entries']): MapNode['entries'] =>
  new Map([
    ...below.entries,
    ...[...entries].map(([key, node]) => [key, patchKind(key, below.entries.get(key), node)] as const),
  ]);

const patchKind = (key: string, below: WorldNode | undefined, above: WorldNode): WorldNode =>
  KINDS.has(key) && above.kind === 'map' && !above.entries.has('kind') ? patchMap(below, above) : above;

function patchList(below: WorldNode | undefined, above: ListNode, name: string): ListNode {
  const items = below?.kind === 'list' ? [...below.items] : [];
  // Only items of the file below are patched: a name written twice in one file stays twice, to be reported.
  const inherited = items.length;
  for (const item of above.items) {
    const key = keyOf(item, name);
    const index = items.findIndex((other, at) => at < inherited && key !== undefined && keyOf(other, name) === key);
    const old = items[index];
    if (old?.kind === 'map' && item.kind === 'map') items[index] = { ...item, entries: patchItem(old, item.entries) };
    else items.push(item);
  }
  return { ...above, items };
}

/** Fields that the file writes for the market itself stand above those for every market. */
function spread(item: WorldNode, everyMarket: MapNode, written: ReadonlySet<WorldNode>): WorldNode {
  if (item.kind !== 'map') return item;
  const own = [...written].find((node) => node.place === item.place);
  const ownEntries = own?.kind === 'map' ? own.entries : [];
  const entries = patchItem(item, everyMarket.entries);
  return { ...item, entries: patchItem({ ...item, entries }, new Map(ownEntries)) };
}

function keyOf(node: WorldNode, name: string): string | undefined {
  const key = node.kind === 'map' ? node.entries.get(name) : undefined;
  return key?.kind === 'scalar' ? String(key.value) : undefined;
}

/** A world of the package that was read and checked when `perpsim serve` was built. */
export interface PreparedWorld {
  /** The files that it came from, and their texts then. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Makes its configuration, without a seed. */
  readonly config: () => ExchangeConfig;
}

/** By name. None here: `scripts/prepare-worlds.mjs` puts others in place of this module. */
const PREPARED: ReadonlyMap<string, PreparedWorld> = new Map();
