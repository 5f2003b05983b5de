import { compareKeys } from './canonical-json.ts';
import { hashFigures } from './sha256.ts';

/**
 * The keys of a record in the order in which they were set: a node of a tree in which each key leads on. Events and
 * inputs have few shapes and come by the million, so each is sorted once.
 */
export interface Shape {
  readonly key: string;
  readonly before: Shape | null;
  /** A few of the shapes with one more key, each followed by the one before it; all others are in `more`. */
  first: Shape | null;
  sibling: Shape | null;
  count: number;
  more: Map<string, Shape> | null;
  order: Order | null;
}

/** How the members of records of one shape are written. */
export interface Order {
  /** Places of the members in the order of their sorted keys. */
  readonly places: readonly number[];
  /** The first eight bytes of the SHA-256 of the sorted keys as JSON: two figures of four bytes. */
  readonly low: number;
  readonly high: number;
}

/** The keys that a number in binary form stands for; see `shapesFrom`. */
export interface NamedShape {
  readonly id: number;
  readonly keys: readonly string[];
}

const newShape = (key: string, before: Shape | null): Shape => ({
  key,
  before,
  first: null,
  sibling: null,
  count: 0,
  more: null,
  order: null,
});

/** Of a record without members. */
export const FIRST_SHAPE = newShape('', null);

/** Keys from outside are unbounded, so records beyond this number of shapes are sorted each time. */
const SHAPES_MAX = 10_000;
let shapeCount = 0;

/** The shape with one more key. */
export function next(shape: Shape, key: string): Shape {
  for (let one = shape.first; one !== null; one = one.sibling) if (one.key === key) return one;
  return lookedUp(shape, key);
}

function lookedUp(shape: Shape, key: string): Shape {
  const known = shape.more?.get(key);
  if (known) return known;
  const found = newShape(key, shape);
  if (shapeCount >= SHAPES_MAX) return found;
  shapeCount += 1;
  if (shape.count < FEW) {
    found.sibling = shape.first;
    shape.first = found;
    shape.count += 1;
  } else {
    shape.more ??= new Map();
    shape.more.set(key, found);
  }
  return found;
}

/** So many keys are found faster one by one. */
const FEW = 8;

export const orderOf = (shape: Shape): Order => (shape.order ??= newOrder(shape));

function newOrder(shape: Shape): Order {
  const keys: string[] = [];
  for (let at = shape; at.before; at = at.before) keys.push(at.key);
  keys.reverse();
  const places = keys.map((_, place) => place).sort((a, b) => compareKeys(keys[a], keys[b]));
  const sorted = places.map((place) => keys[place] ?? '');
  const { low, high } = hashFigures(JSON.stringify(sorted));
  remember(idOf(low, high), sorted);
  return { places, low, high };
}

/** One number for the eight bytes: its 53 bits tell shapes apart within a process. */
export const idOf = (low: number, high: number): number => high * 0x1_0000_0000 + low;

const known = new Map<number, string>();
const inOrder: NamedShape[] = [];

function remember(id: number, keys: readonly string[]): void {
  const text = JSON.stringify(keys);
  const before = known.get(id);
  if (before === text) return;
  if (before !== undefined) throw new Error(`the keys ${text} and ${before} have one hash`);
  known.set(id, text);
  inOrder.push({ id, keys });
}

/**
 * The shapes that this process has written, in the order of their first record, without the first `count`: what a reader
 * in another thread has to learn before it reads records of them.
 */
export const shapesFrom = (count: number): readonly NamedShape[] => inOrder.slice(count);
