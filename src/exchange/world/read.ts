import { parseDecimal, parseUnits } from '../../kernel/decimal.ts';
import { keysOf } from '../../kernel/entries.ts';

/** Turns a node into a value, or notes what is wrong with it and returns undefined. */
export type Reader<T> = (node: WorldNode, problems: WorldProblem[]) => T | undefined;

/** Notes a problem at a node. */
export function report(problems: WorldProblem[], node: WorldNode, message: string): undefined {
  problems.push({ ...node.place, message });
  return undefined;
}

/** Notes a problem at a field: at the deepest node on the way there that was written, under the whole path. */
export function reportAt(
  problems: WorldProblem[],
  node: WorldNode,
  steps: readonly (string | number)[],
  message: string,
): void {
  let deepest = node;
  let { path } = node.place;
  for (const step of steps) {
    const next = childOf(deepest, step);
    if (next) deepest = next;
    path = next ? next.place.path : typeof step === 'number' ? itemPath(path, step) : memberPath(path, step);
    if (!next) break;
  }
  problems.push({ ...deepest.place, path, message });
}

/** A non-empty text that `shape` accepts; `hint` completes "must be". */
export function text(shape: RegExp = /\S/, hint = 'a non-empty text in quotes'): Reader<string> {
  return (node, problems) => {
    const given = textOf(node);
    return given !== undefined && shape.test(given) ? given : report(problems, node, `must be ${hint}`);
  };
}

/** The text of a node; a value that came from the command line is a text whatever it looks like. */
function textOf(node: WorldNode): string | undefined {
  if (node.kind !== 'scalar') return undefined;
  return typeof node.value === 'string' ? node.value : node.typed;
}

/** One of a list of words. */
export function oneOf<T extends string>(words: readonly T[]): Reader<T> {
  const problem = `must be one of ${words.map((word) => `"${word}"`).join(', ')}`;
  return (node, problems) => {
    const given = textOf(node);
    return words.find((word) => word === given) ?? report(problems, node, problem);
  };
}

/** A whole number from `low` to `high`, both included. */
export function integer(low: number, high: number): Reader<number> {
  return (node, problems) => {
    const value = node.kind === 'scalar' ? node.value : null;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= high
      ? value
      : report(problems, node, `must be a whole number from ${low} to ${high}, without quotes`);
  };
}

interface DecimalRange {
  readonly low?: string;
  readonly high?: string;
  /** Greater than `low` rather than at least. */
  readonly aboveLow?: boolean;
}

/** Decimal text of at most eight places within a range. */
export function decimal({ low, high, aboveLow = false }: DecimalRange = {}): Reader<string> {
  const least = low === undefined ? undefined : parseUnits(low);
  const most = high === undefined ? undefined : parseUnits(high);
  return (node, problems) => {
    const given = textOf(node);
    if (given === undefined || !parseDecimal(given)) {
      return report(problems, node, 'must be a decimal text in quotes, such as "0.05"');
    }
    const units = parseUnits(given);
    if (units === undefined) return report(problems, node, 'has more than eight decimals; round it');
    if (least !== undefined && (units < least || (aboveLow && units === least))) {
      return report(problems, node, `must be ${aboveLow ? 'above' : 'at least'} ${low}`);
    }
    if (most !== undefined && units > most) return report(problems, node, `must be at most ${high}`);
    return given;
  };
}

/** The value, or null where `null` is written. */
export const nullable =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (node, problems) =>
    node.kind === 'scalar' && node.value === null ? null : reader(node, problems);

/** A list of at least `least` items. All items are read, so that all their problems show. */
export function list<T>(reader: Reader<T>, least: number): Reader<readonly T[]> {
  return (node, problems) => {
    if (node.kind !== 'list') return report(problems, node, 'must be a list');
    if (node.items.length < least)
      return report(problems, node, `must have at least ${least} item${least > 1 ? 's' : ''}`);
    const items = node.items.map((item) => reader(item, problems)).filter((item) => item !== undefined);
    return items.length === node.items.length ? items : undefined;
  };
}

/** A map from any key to values of one kind. */
export function record<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (node, problems) => {
    if (node.kind !== 'map') return report(problems, node, 'must be a map');
    const members = new Map<string, T>();
    for (const [key, member] of node.entries) {
      const value = reader(member, problems);
      if (value !== undefined) members.set(key, value);
    }
    return members.size === node.entries.size ? Object.fromEntries(members) : undefined;
  };
}

/** true or false, without quotes. */
export const flag: Reader<boolean> = (node, problems) =>
  node.kind === 'scalar' && typeof node.value === 'boolean'
    ? node.value
    : report(problems, node, 'must be true or false, without quotes');

/** A map with exactly these fields. Those in `optional` may be left out: they then are what it says, or are not there. */
export function object<T extends object>(
  fields: { readonly [K in keyof T]-?: Reader<Exclude<T[K], undefined>> },
  optional: { readonly [K in keyof T]?: T[K] | undefined } = {},
): Reader<T> {
  const names = keysOf(fields);
  return (node, problems) => {
    if (node.kind !== 'map') return report(problems, node, `must be a map with the fields ${names.join(', ')}`);
    const before = problems.length;
    reportUnknown(node, names, problems);
    const value: Partial<T> = {};
    for (const name of names) {
      const member = node.entries.get(name);
      if (member) value[name] = fields[name](member, problems);
      else if (Object.hasOwn(optional, name)) {
        if (optional[name] !== undefined) value[name] = optional[name];
      } else problems.push({ ...node.place, path: memberPath(node.place.path, name), message: 'is missing; add it' });
    }
    return problems.length === before ? (value as T) : undefined;
  };
}

/** One of several maps, distinguished by their field `kind`. */
export function variant<T extends { readonly kind: string }>(readers: {
  readonly [K in T['kind']]: Reader<Extract<T, { kind: K }>>;
}): Reader<T> {
  const kinds = new Map(Object.entries<Reader<T>>(readers));
  const words = [...kinds.keys()].map((kind) => `"${kind}"`).join(', ');
  return (node, problems) => {
    const kind = node.kind === 'map' ? node.entries.get('kind') : undefined;
    if (!kind) return report(problems, node, `must be a map with a field kind, one of ${words}`);
    const reader = kind.kind === 'scalar' ? kinds.get(String(kind.value)) : undefined;
    return reader ? reader(node, problems) : report(problems, kind, `must be one of ${words}`);
  };
}

function reportUnknown(node: MapNode, names: readonly string[], problems: WorldProblem[]): void {
  for (const [key, member] of node.entries) {
    if (!names.includes(key))
      report(problems, member, `is not a field here; remove it, or use one of ${names.join(', ')}`);
  }
}

/**
 * A world file as a tree that remembers where each value was written, so that a problem found after
 * files were laid over each other still names the line to mend.
 */
export type WorldNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: 'map';
  readonly place: DocumentPlace;
  readonly entries: ReadonlyMap<string, WorldNode>;
}

export interface ListNode {
  readonly kind: 'list';
  readonly place: DocumentPlace;
  readonly items: readonly WorldNode[];
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly place: DocumentPlace;
  readonly value: string | number | boolean | null;
  /** The value as typed on the command line, where there are no quotes to tell a text from a number. */
  readonly typed?: string;
}

/** `path` is the field's path within its own file. Line and column count from 1; both are 0 for a world given as an object. */
export interface DocumentPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
}

/** One thing wrong with a world, and in `message` how to mend it. */
export interface WorldProblem extends DocumentPlace {
  readonly message: string;
}

/** Every problem of a file at once; the message has one line for each. */
export class FileProblemsError extends Error {
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    super(problems.map(problemText).join('\n'));
    this.problems = problems;
  }
}

/** Thrown with every problem of a world at once. */
export class WorldFileError extends FileProblemsError {
  override readonly name = 'WorldFileError';
}

/** A problem in one line, unless a key of the file holds more. */
export function problemText({ file, line, column, path, message }: WorldProblem): string {
  const where = line > 0 ? `${file}:${line}:${column}` : file;
  return `${where}: ${path ? `${path}: ` : ''}${message}`;
}

/** The path of a member: `markets[2].margin`. */
export const memberPath = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/** The path of a list item, counted from 0. */
export const itemPath = (path: string, index: number): string => `${path}[${index}]`;

/** The tree of a value that was not read from text. Anything JSON cannot hold becomes null, which no field accepts by mistake. */
export function nodeOfValue(value: unknown, file: string, path = ''): WorldNode {
  const place: DocumentPlace = { file, line: 0, column: 0, path };
  if (Array.isArray(value)) {
    return { kind: 'list', place, items: value.map((item, index) => nodeOfValue(item, file, itemPath(path, index))) };
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const entries = new Map(members.map(([key, member]) => [key, nodeOfValue(member, file, memberPath(path, key))]));
    return { kind: 'map', place, entries };
  }
  return { kind: 'scalar', place, value: isScalar(value) ? value : null };
}

/** Returns true for a text, a number, a boolean or null. */
export const isScalar = (value: unknown): value is ScalarNode['value'] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The node of a member or an item, if it was written. */
function childOf(node: WorldNode, step: string | number): WorldNode | undefined {
  if (node.kind === 'map') return node.entries.get(String(step));
  return node.kind === 'list' ? node.items[Number(step)] : undefined;
}

/** The deepest node that was written on the way down `steps`: where to point when the last ones are missing. */
export function nodeAt(node: WorldNode, steps: readonly (string | number)[]): WorldNode {
  let current = node;
  for (const step of steps) {
    const next = childOf(current, step);
    if (!next) break;
    current = next;
  }
  return current;
}

/** Readers that several parts of a world share. */

export const COUNT_MAX = 1_000_000_000_000;
export const MILLION = 1_000_000;
export const BILLION = 1_000_000_000;
export const DAY_MS = 86_400_000;
/** A tenth of the price in one step: beyond any market, and well inside exact integers. */
export const PPB_MAX = 100_000_000;

export const count = integer(1, COUNT_MAX);
export const stepMs = integer(1, DAY_MS);
export const ppb = integer(0, PPB_MAX);
export const perMillion = integer(0, MILLION);
export const amount = decimal({ low: '0' });
export const positive = decimal({ low: '0', aboveLow: true });
export const share = decimal({ low: '0', high: '1' });
export const positiveShare = decimal({ low: '0', high: '1', aboveLow: true });
export const indexPrice = decimal({ low: '0', high: '10000000', aboveLow: true });

/** The reader of a field `kind` with one word. */
export const kind = <K extends string>(word: K): Reader<K> => oneOf([word]);

/** Says what is wrong at a field, and how to mend it. */
export type Say = (steps: readonly (string | number)[], message: string) => void;
