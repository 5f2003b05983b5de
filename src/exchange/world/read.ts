import { parseDecimal, parseUnits } from '../../kernel/decimal.ts';
import { childOf, itemPath, type MapNode, memberPath, type WorldNode, type WorldProblem } from './node.ts';

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
export function text<T extends string = string>(shape: RegExp = /\S/, hint = 'a non-empty text in quotes'): Reader<T> {
  return (node, problems) => {
    const given = textOf(node);
    return given !== undefined && shape.test(given) ? (given as T) : report(problems, node, `must be ${hint}`);
  };
}

/** The text of a node; a value that came from the command line is a text whatever it looks like. */
function textOf(node: WorldNode): string | undefined {
  if (node.kind !== 'scalar') return undefined;
  return typeof node.value === 'string' ? node.value : node.typed;
}

/** One of a list of words. */
export const oneOf = <T extends string>(words: readonly T[]): Reader<T> =>
  text<T>(new RegExp(`^(?:${words.join('|')})$`), `one of ${words.map((word) => `"${word}"`).join(', ')}`);

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
    const items = node.items.map((item) => reader(item, problems));
    return items.includes(undefined) ? undefined : (items as T[]);
  };
}

/** A map from any key to values of one kind. */
export function record<T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (node, problems) => {
    if (node.kind !== 'map') return report(problems, node, 'must be a map');
    const members = [...node.entries].map(([key, member]) => [key, reader(member, problems)] as const);
    return members.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(members as [string, T][]);
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
  const names = Object.keys(fields);
  return (node, problems) => {
    if (node.kind !== 'map') return report(problems, node, `must be a map with the fields ${names.join(', ')}`);
    const before = problems.length;
    reportUnknown(node, names, problems);
    const value: Partial<T> = {};
    for (const name of names as (keyof T & string)[]) {
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
export function variant<T extends { readonly kind: string }>(
  readers: { readonly [K in T['kind']]: Reader<Extract<T, { kind: K }>> },
): Reader<T> {
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
