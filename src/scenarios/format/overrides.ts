import {
  type MapNode,
  memberPath,
  type DocumentPlace,
  type ScalarNode,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';

/** Values by path of a field: what `--set` and the parameters of a sweep say. */
export type Overrides = Readonly<Record<string, string>>;

/** Fields of a trader that are not parameters of its strategy. */
export const TRADER_FIELDS = ['name', 'account', 'use', 'symbol', 'params', 'from', 'until'];

const NO_STRATEGY =
  'the scenario has no strategy; name one that has, or set strategy.use, strategy.account and strategy.symbol as well';

/** Returns a tree with the values of the overrides in it. A path through something that is no map or list is a problem. */
export function overridden(tree: MapNode, overrides: Overrides, problems: WorldProblem[]): MapNode {
  let current: WorldNode = tree;
  const hasStrategy = tree.entries.has('strategy') || Object.hasOwn(overrides, 'strategy.use');
  for (const [path, value] of Object.entries(overrides)) {
    const place: DocumentPlace = { file: `--set ${path}=${value}`, line: 0, column: 0, path: '' };
    const steps = stepsOf(path);
    if (!steps) problems.push({ ...place, message: 'is not a path; write it as strategy.spread or timeline[0].at' });
    else if (steps[0] === 'strategy' && !hasStrategy) problems.push({ ...place, message: NO_STRATEGY });
    else current = put(current, withParams(steps), { value, place, problems });
  }
  return current.kind === 'map' ? current : tree;
}

interface Given {
  readonly value: string;
  readonly place: DocumentPlace;
  readonly problems: WorldProblem[];
}

type PathPart = string | number;

function stepsOf(path: string): readonly PathPart[] | undefined {
  if (!/^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/.test(path)) return undefined;
  return [...path.matchAll(/[^.[\]]+|\[\d+\]/g)].map(([step]) =>
    step.startsWith('[') ? Number(step.slice(1, -1)) : step,
  );
}

/** `strategy.spread` means a parameter: no field of a trader has that name. */
function withParams([first, second, ...rest]: readonly PathPart[]): readonly PathPart[] {
  if (first === 'strategy' && typeof second === 'string' && !TRADER_FIELDS.includes(second)) {
    return [first, 'params', second, ...rest];
  }
  return [first, second, ...rest].filter((step) => step !== undefined);
}

function put(node: WorldNode | undefined, [step, ...rest]: readonly PathPart[], given: Given): WorldNode {
  const path = node?.place.path ?? '';
  if (step === undefined) return scalar(node, given);
  if (typeof step === 'number') {
    const item = node?.kind === 'list' ? node.items[step] : undefined;
    if (node?.kind !== 'list' || !item) {
      const has = node?.kind === 'list' ? `has ${node.items.length} items, counted from 0` : 'is not a list';
      const nothing: WorldNode = { kind: 'list', place: given.place, items: [] };
      return refused(node ?? nothing, given, `${path || 'the scenario'} ${has}; name an item that is there`);
    }
    return { ...node, items: node.items.map((other, index) => (index === step ? put(item, rest, given) : other)) };
  }
  // `bob:` with nothing behind it takes fields as if it were not there.
  if (node && node.kind !== 'map' && !(node.kind === 'scalar' && node.value === null)) {
    return refused(node, given, `${path} has no field ${step}: it is not a map; name a field that is there`);
  }
  const entries = new Map(node?.kind === 'map' ? node.entries : []);
  const below = entries.get(step) ?? empty(rest, given.place, memberPath(path, step));
  entries.set(step, put(below, rest, given));
  return { kind: 'map', place: node?.place ?? { ...given.place, path }, entries };
}

/** What stands where a path leads on but nothing was written. */
function empty(rest: readonly PathPart[], place: DocumentPlace, path: string): WorldNode {
  const own = { ...place, path };
  if (typeof rest[0] === 'number') return { kind: 'list', place: own, items: [] };
  return rest.length > 0
    ? { kind: 'map', place: own, entries: new Map() }
    : { kind: 'scalar', place: own, value: null };
}

function refused(node: WorldNode, { place, problems }: Given, message: string): WorldNode {
  problems.push({ ...place, message });
  return node;
}

/** A value is a text where a text was written; elsewhere it is what it looks like, and fields of text take it as typed. */
function scalar(node: WorldNode | undefined, { value, place }: Given): ScalarNode {
  const path = node?.place.path ?? '';
  const isText = node?.kind === 'scalar' && typeof node.value === 'string';
  return { kind: 'scalar', place: { ...place, path }, value: isText ? value : valueOf(value), typed: value };
}

function valueOf(text: string): ScalarNode['value'] {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
