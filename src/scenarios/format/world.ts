import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type MapNode,
  nodeOfValue,
  nullable,
  object,
  oneOf,
  type Reader,
  report,
  text,
  WorldFileError,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { QUEUE_MODELS, QUEUE_WEIGHTS } from '../../engine/world/history-terms.ts';
import type { World, WorldMarket } from '../../exchange/world/shape.ts';
import { worldOfTrees } from '../../exchange/world/world-file.ts';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { pathReader } from './paths.ts';
import type { MarketHistory } from '../scenario.ts';
import { noMarket } from './accounts.ts';
import type { Span } from './times.ts';

/** The world of a scenario without its price paths: what the other parts of the file may name. */
export interface Ground {
  /** Undefined once it has problems. */
  readonly world: World | undefined;
  readonly tree: MapNode;
  /** The name or absolute file, when the scenario names a world rather than writing one. */
  readonly name: string | null;
}

const WORLD_NAME = /^[a-z0-9][a-z0-9-]*$/;

/** Reads `world`: a name, a file relative to the scenario, or a map as in a world file. */
export function readGround(
  node: WorldNode | undefined,
  root: MapNode,
  folder: string,
  problems: WorldProblem[],
): Ground {
  const tree = node?.kind === 'map' ? node : extending(node ?? nodeOfValue('default', root.place.file, 'world'), root);
  const given = node?.kind === 'scalar' ? node.value : 'default';
  const name = node?.kind === 'map' ? null : typeof given === 'string' ? absolute(given, folder) : null;
  if (node && node.kind !== 'map' && name === null) {
    report(problems, node, 'must be the name of a world, the name of a file, or a map as in a world file');
    return { world: undefined, tree, name };
  }
  return { world: worldOf([tree], folder, problems), tree, name };
}

const absolute = (name: string, folder: string): string => (WORLD_NAME.test(name) ? name : resolve(folder, name));

const extending = (node: WorldNode, root: MapNode): MapNode => ({
  kind: 'map',
  place: root.place,
  entries: new Map([['extends', node]]),
});

function worldOf(trees: readonly [MapNode, ...MapNode[]], folder: string, problems: WorldProblem[]): World | undefined {
  try {
    return worldOfTrees(trees, folder);
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error;
    problems.push(
      ...error.problems.map((problem) => (problem.path === 'extends' ? { ...problem, path: 'world' } : problem)),
    );
    return undefined;
  }
}

interface Laid {
  readonly world: string | World | undefined;
  readonly histories: readonly MarketHistory[];
}

/** Lays `markets` over the world: price paths, histories and fields of a market as in a world file. */
export function layMarkets(
  node: WorldNode | undefined,
  { world, tree, name }: Ground,
  span: Span,
  folder: string,
  problems: WorldProblem[],
): Laid {
  if (!node || !world) return { world: name ?? world, histories: [] };
  if (node.kind !== 'map') {
    report(problems, node, 'must be a map of markets by symbol');
    return { world, histories: [] };
  }
  const histories: MarketHistory[] = [];
  const before = problems.length;
  const items = [...node.entries].flatMap(([symbol, member]): MapNode[] => {
    const market = world.markets.find((each) => each.symbol === symbol);
    if (!market) report(problems, member, noMarket(world));
    else if (member.kind !== 'map') report(problems, member, 'must be a map of fields of the market');
    else return [marketNode(symbol, member, { market, span, folder, problems, histories })];
    return [];
  });
  if (problems.length > before) return { world, histories };
  const markets: WorldNode = { kind: 'list', place: node.place, items };
  const overlay: MapNode = { kind: 'map', place: node.place, entries: new Map([['markets', markets]]) };
  return { world: worldOf([tree, overlay], folder, problems), histories };
}

interface MarketParts {
  readonly market: WorldMarket;
  readonly span: Span;
  readonly folder: string;
  readonly problems: WorldProblem[];
  readonly histories: MarketHistory[];
}

/** A market of the scenario as one of a world file. */
function marketNode(
  symbol: string,
  node: MapNode,
  { market, span, folder, problems, histories }: MarketParts,
): MapNode {
  const { path, history, ...rest } = Object.fromEntries(node.entries);
  const entries = new Map<string, WorldNode>([
    ['symbol', nodeOfValue(symbol, node.place.file)],
    ...Object.entries(rest),
  ]);
  if (path && entries.has('process')) report(problems, path, 'is written beside process; leave one of the two out');
  if (path && history) report(problems, path, 'is written beside history, which has prices of its own; leave one out');
  if (path) {
    const price = priceOf(rest['initialIndexPrice']) ?? market.initialIndexPrice;
    const process = pathReader({ ...span, folder }, { ...market, initialIndexPrice: price })(path, problems);
    if (process) entries.set('process', placed(nodeOfValue(process, path.place.file), path));
  }
  if (history) {
    const read = historyReader(symbol, folder)(history, problems);
    if (read) histories.push(read);
    const { file } = history.place;
    const { queue = 'behind', weight, through } = read ?? {};
    const liquidity = { kind: 'history', queue, ...(weight && { weight }), ...(through && { through }) };
    // A market of recorded data trades as it did, and its index follows the data unless the scenario says otherwise.
    if (!entries.has('liquidity')) entries.set('liquidity', placed(nodeOfValue(liquidity, file), history));
    if (!entries.has('process')) entries.set('process', placed(nodeOfValue({ kind: 'still' }, file), history));
  }
  return { ...node, entries };
}

const priceOf = (node: WorldNode | undefined): string | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'string' && /^\d+(?:\.\d+)?$/.test(node.value)
    ? node.value
    : undefined;

/** Every problem of a process that was made from a path belongs to the path. */
function placed(node: WorldNode, { place }: WorldNode): WorldNode {
  if (node.kind === 'scalar') return { ...node, place };
  if (node.kind === 'list')
    return { ...node, place, items: node.items.map((item) => placed(item, { ...node, place })) };
  const entries = [...node.entries].map(([key, member]) => [key, placed(member, { ...node, place })] as const);
  return { ...node, place, entries: new Map(entries) };
}

interface WrittenHistory {
  readonly trades: string | null;
  readonly tops: string | null;
  readonly depth: string | null;
  readonly candles: string | null;
  readonly orders: string | null;
  readonly queue: MarketHistory['queue'];
  readonly weight?: NonNullable<MarketHistory['weight']>;
  readonly through?: 'quantity' | 'whole';
  readonly priceScale?: number;
  readonly from: number | null;
}

const FILES = ['trades', 'tops', 'depth', 'candles', 'orders'] as const;

/** A field that does not go with another, and what to do. */
function contradictionIn(written: WrittenHistory, node: WorldNode): [node: WorldNode, message: string] | null {
  const at = (field: string): WorldNode => (node.kind === 'map' ? (node.entries.get(field) ?? node) : node);
  if (written.weight !== undefined && written.queue !== 'probability') {
    return [at('weight'), 'goes with queue: probability; leave it out'];
  }
  if (written.orders === null) {
    return written.priceScale === undefined
      ? null
      : [at('priceScale'), 'goes with orders, whose prices it divides; leave it out'];
  }
  const other = FILES.find((kind) => kind !== 'orders' && written[kind] !== null);
  return other === undefined
    ? null
    : [at(other), 'is written beside orders, which hold the book and the trades; leave one out'];
}

const priceScale: Reader<number> = (node, problems) => {
  const scale = node.kind === 'scalar' ? Number(node.value) : NaN;
  return /^10{0,8}$/.test(String(scale)) ? scale : report(problems, node, 'must be a power of ten from 1 to 100000000');
};

const HISTORY_FILE = /\.(?:(?:csv|jsonl|ndjson)(?:\.gz)?|zip|parquet)$/;

function historyReader(symbol: string, folder: string): Reader<MarketHistory> {
  const file: Reader<string> = (node, problems) => {
    const name = text(HISTORY_FILE, 'the name of a file ending in .csv, .jsonl, .gz, .zip or .parquet')(node, problems);
    if (name === undefined) return undefined;
    const path = resolve(folder, name);
    return existsSync(path)
      ? path
      : report(problems, node, `there is no file ${name}; name one, relative to the scenario`);
  };
  const time: Reader<number> = (node, problems) =>
    readStartTime(node.kind === 'scalar' ? node.value : null) ??
    report(problems, node, 'must be an ISO time such as 2026-01-05T00:00:00Z');
  const read = object<WrittenHistory>(
    {
      trades: nullable(file),
      tops: nullable(file),
      depth: nullable(file),
      candles: nullable(file),
      orders: nullable(file),
      queue: oneOf(QUEUE_MODELS),
      weight: oneOf(QUEUE_WEIGHTS),
      through: oneOf(['quantity', 'whole']),
      priceScale,
      from: nullable(time),
    },
    {
      ...{ trades: null, tops: null, depth: null, candles: null, orders: null },
      ...{ queue: 'behind', weight: undefined, through: undefined, priceScale: undefined, from: null },
    },
  );
  return (node, problems) => {
    const written = read(node, problems);
    if (!written) return undefined;
    const wrong = contradictionIn(written, node);
    if (wrong) return report(problems, ...wrong);
    if (FILES.some((kind) => written[kind] !== null)) return { symbol, ...written };
    return report(problems, node, 'names no file; give it trades, tops, depth, candles or orders');
  };
}
