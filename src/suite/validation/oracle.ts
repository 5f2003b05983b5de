import { contractValue } from '../coverage/package-contract.ts';
import { isRecord } from '../records.ts';
import type { Surface } from './finding.ts';
import { type Names, recordOf, type RecordShape, type Shape, ShapeError, shapeOf, type Word } from './shape.ts';

/**
 * What the contract says of responses: the lists of `docs/contract/responses`, which are written from the specification. The suite
 * judges a deployment by them alone; a test compares them with the schemas of the exchange.
 */
export interface Oracle {
  /** By the name that reports use: an action for its result, the path of a GET route, a message of the streams, an envelope. */
  readonly responses: ReadonlyMap<string, Shape>;
  /** Names of the actions of each surface, in the order of the lists. */
  readonly actions: Readonly<Record<Surface, ReadonlySet<string>>>;
  /** Paths of the GET routes. */
  readonly routes: readonly string[];
  readonly channels: readonly ChannelRule[];
  readonly errors: ReadonlyMap<string, ErrorRule>;
}

/** What identifies a channel on the wire. */
export interface ChannelRule {
  readonly name: string;
  /** Types under which a client subscribes. */
  readonly types: readonly Word[];
  /** What a push says of itself. */
  readonly methods: readonly Word[];
  readonly pushes: readonly Word[];
  readonly isPrivate: boolean;
}

export interface ErrorRule {
  readonly category: string;
  readonly retryable: boolean;
  /** Statuses that may come with the code, the usual one first. */
  readonly statuses: readonly number[];
  /** What the specification states for every deployment. */
  readonly stated: ReadonlySet<'http' | 'retryable'>;
}

const FOLDER = 'docs/contract/responses';
const LISTS = ['records', 'trade', 'info', 'envelopes', 'streams'] as const;
type ListName = (typeof LISTS)[number];

type Types = Readonly<Record<string, unknown>>;

let known: Oracle | undefined;

/** Returns the lists of the package, which are read when they are first needed. */
export const oracle = (): Oracle => (known ??= readOracle((name) => contractValue(`${FOLDER}/${name}.yaml`)));

/**
 * Reads the lists.
 * @param valueOf the value of a list by its name, such as `trade`
 */
export function readOracle(valueOf: (name: string) => unknown): Oracle {
  const lists = LISTS.map((name): readonly [ListName, Types] => [name, mapIn(valueOf(name), name)]);
  const rulings = readRulings(valueOf('silent'));
  const recordRulings = rulings.filter(({ owner }) => owner.kind === 'record' || owner.kind === 'new record');
  const responseRulings = rulings.filter(({ owner }) => owner.kind === 'response');
  const errors = errorRules(mapIn(valueOf('errors'), 'errors'), rulings);
  const records = lists.flatMap(([, list]) => Object.entries(sectionOf(list, 'records')));
  const names = namesOf(new Map(records), recordRulings, [...errors.keys()]);
  const responses = lists.flatMap(([, list]) => Object.entries(sectionOf(list, 'responses')));
  const whole = responseRulings.flatMap(({ owner, type }) => (type === undefined ? [] : [[owner.name, type] as const]));
  const shapes = new Map(
    [...responses, ...whole].map(([name, type]) => [name, responseShape(name, type, responseRulings, names)] as const),
  );
  const namesIn = (wanted: ListName): readonly string[] =>
    lists.flatMap(([name, list]) => (name === wanted ? Object.keys(sectionOf(list, 'responses')) : []));
  const isRoute = (name: string): boolean => name.startsWith('/');
  const info = namesIn('info');
  const [, streams = {}] = lists.find(([name]) => name === 'streams') ?? [];
  return {
    responses: shapes,
    actions: { trade: new Set(namesIn('trade')), info: new Set(info.filter((name) => !isRoute(name))) },
    routes: info.filter(isRoute),
    channels: channelRules(shapes, textsIn(streams['private'])),
    errors,
  };
}

const mapIn = (value: unknown, name: string): Types => {
  if (!isRecord(value)) throw new ShapeError(`${FOLDER}/${name}.yaml should be a map`);
  return value;
};
const sectionOf = (list: Types, name: string): Types => (isRecord(list[name]) ? list[name] : {});
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Adds the name of what could not be read to the error. */
function located<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ShapeError ? new ShapeError(`${FOLDER}: ${name}: ${error.message}`) : error;
  }
}

function responseShape(name: string, type: unknown, rulings: readonly SilentRuling[], names: Names): Shape {
  return located(name, () => {
    const shape = shapeOf(type, names);
    const own = rulings.filter(({ owner, type: whole }) => owner.name === name && whole === undefined);
    if (own.length === 0) return shape;
    if (shape.kind !== 'record') throw new ShapeError('a ruling is about fields of what has none');
    return ruled(shape, own, names);
  });
}

/** Records by name, each read once. */
function namesOf(
  records: ReadonlyMap<string, unknown>,
  rulings: readonly SilentRuling[],
  errorCodes: readonly string[],
): Names {
  const read = new Map<string, RecordShape>();
  const names: Names = {
    errorCodes,
    record: (name) => {
      const before = read.get(name);
      if (before) return before;
      const isNew = rulings.some(({ owner }) => owner.kind === 'new record' && owner.name === name);
      const type = isNew ? {} : records.get(name);
      if (!isRecord(type)) return undefined;
      const record = located(name, () => {
        const own = rulings.filter(({ owner }) => owner.name === name);
        return ruled(recordOf(type, names), own, names);
      });
      read.set(name, record);
      return record;
    },
  };
  return names;
}

/** What the project decided where the specification does not show a field, with the ruling that says so. */
export interface SilentRuling {
  readonly owner: { readonly kind: 'record' | 'new record' | 'response' | 'error'; readonly name: string };
  /** Added, or in the place of those of the same name. */
  readonly fields: Types;
  /** Fields that the simulator never writes. */
  readonly leavesOut: readonly string[];
  /** Of a response that the specification does not show at all. */
  readonly type?: unknown;
  /** Status of an error code. */
  readonly http?: number;
  readonly ruling: string;
  readonly why: string;
}

const OWNERS = ['record', 'new record', 'response', 'error'] as const;

/** Reads `silent.yaml`. */
export function readRulings(value: unknown): readonly SilentRuling[] {
  if (!Array.isArray(value)) throw new ShapeError(`${FOLDER}/silent.yaml should be a list`);
  return value.map((entry: unknown, index) => {
    const parts = isRecord(entry) ? entry : {};
    const { fields = {}, leavesOut = [], type, http, ruling, why } = parts;
    const kind = OWNERS.find((one) => typeof parts[one] === 'string');
    if (kind === undefined || typeof ruling !== 'string' || typeof why !== 'string' || !isRecord(fields)) {
      throw new ShapeError(`${FOLDER}/silent.yaml: entry ${index + 1} needs a record or response, ruling and why`);
    }
    const owner = { kind, name: String(parts[kind]) };
    return { owner, fields, leavesOut: textsIn(leavesOut), type, ...(isNumber(http) && { http }), ruling, why };
  });
}

/** The record with its fields as the rulings have them. */
function ruled(record: RecordShape, rulings: readonly SilentRuling[], names: Names): RecordShape {
  const fields = new Map(record.fields);
  for (const { owner, fields: own, leavesOut } of rulings) {
    for (const [name, field] of recordOf(own, names).fields) fields.set(name, field);
    for (const name of leavesOut) {
      const field = fields.get(name);
      if (!field) throw new ShapeError(`${owner.name} has no ${name} that could be left out`);
      fields.set(name, { ...field, presence: 'elsewhere' });
    }
  }
  return { kind: 'record', fields };
}

function errorRules(list: Types, rulings: readonly SilentRuling[]): ReadonlyMap<string, ErrorRule> {
  return new Map(
    Object.entries(list).map(([code, rule]) => {
      const { category, retryable, http, also = [], stated = [] } = isRecord(rule) ? rule : {};
      const usual = rulings.find(({ owner }) => owner.kind === 'error' && owner.name === code)?.http ?? http;
      const statuses: readonly unknown[] = [usual, ...listOf(also)];
      if (typeof category !== 'string' || typeof retryable !== 'boolean' || !statuses.every(isNumber)) {
        throw new ShapeError(`${FOLDER}/errors.yaml: ${code} needs category, retryable and http`);
      }
      const facts = textsIn(stated).filter((fact) => fact === 'http' || fact === 'retryable');
      return [code, { category, retryable, statuses, stated: new Set(facts) }];
    }),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Channels are those that have pushes; their words stand in their frames. */
function channelRules(shapes: ReadonlyMap<string, Shape>, hidden: readonly string[]): readonly ChannelRule[] {
  return [...shapes.keys()].flatMap((response) => {
    const name = /^(\w+)Push$/.exec(response)?.[1];
    if (name === undefined) return [];
    return {
      name,
      types: wordsAt(shapes.get(`${name}Subscribed`), ['result', 'type']),
      methods: wordsAt(shapes.get(response), ['method']),
      pushes: wordsAt(shapes.get(response), ['channel']),
      isPrivate: hidden.includes(name),
    };
  });
}

function wordsAt(shape: Shape | undefined, path: readonly string[]): readonly Word[] {
  const [name, ...rest] = path;
  if (name !== undefined) return shape?.kind === 'record' ? wordsAt(shape.fields.get(name)?.shape, rest) : [];
  if (shape?.kind === 'exactly') return [shape.word];
  return shape?.kind === 'words' ? shape.words : [];
}
