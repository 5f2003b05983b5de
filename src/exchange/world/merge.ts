import type { ListNode, MapNode, WorldNode, WorldProblem } from './node.ts';
import { report } from './read.ts';

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
export function layOver(base: MapNode | undefined, file: MapNode, problems: WorldProblem[]): MapNode {
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
