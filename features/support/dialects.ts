import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAt } from '../../src/suite/paths.ts';
import type { TraceEntry } from '../../src/suite/results/run.ts';
import { parsed } from '../../src/suite/transports/transport.ts';

/**
 * Strict foreign decoders as data: each file of `fixtures/dialects` says what one expects of responses and frames, and what of that the
 * contract forbids. A reader decodes every message with all of them.
 */

/** What a decoder expects. `of` names messages, `at` a field: `[]` is any item of a list, `**.` any place. */
export interface DialectRule {
  /** `response`, `error`, `reply`, `refusal`, `push`, `push:trades` and the like, or `any` for all of these. */
  readonly of: string;
  readonly at?: string;
  /** The field, wherever it is there, has one of these forms. */
  readonly is?: readonly Form[];
  /** The field, wherever it is there, has one of these words. */
  readonly words?: readonly string[];
  /** These fields are there. */
  readonly has?: readonly string[];
  /** These fields are equal, or none is there. */
  readonly same?: readonly string[];
  /** The message has no other fields. */
  readonly only?: readonly string[];
}

/** A field that the dialect cannot have, and the clause or ruling that says so. */
export interface Forbidden {
  readonly of: string;
  readonly at: string;
  readonly source: string;
  readonly why: string;
}

/** One file of `fixtures/dialects`. */
export interface Dialect {
  readonly name: string;
  readonly about: string;
  readonly rules: readonly DialectRule[];
  /** Left out: the dialect reads everything. */
  readonly forbidden?: readonly Forbidden[];
}

/** How a value is written, as far as a decoder can tell. */
type Form =
  | 'null'
  | 'boolean'
  | 'integer'
  | 'fraction'
  | 'empty'
  | 'integer text'
  | 'decimal text'
  | 'time text'
  | 'text';

/** Reads the dialects of a folder, in the order of their names. */
export const dialectsIn = (folder: string): readonly Dialect[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Dialect);

/** Decodes messages with dialects, and remembers what each of them has refused. */
export class DialectReader {
  /** What no dialect may refuse: one text for each. */
  readonly findings: string[] = [];
  /** Forbidden fields that were met, as `dialect: of at`. */
  readonly met = new Set<string>();
  /** Messages that were decoded, by kind. */
  readonly counts = new Map<string, number>();
  readonly #dialects: readonly Dialect[];
  /** Forms of fields that were judged: most messages have none that is new. */
  readonly #known = new Set<string>();

  constructor(dialects: readonly Dialect[]) {
    this.#dialects = dialects;
  }

  /** Decodes a response or a frame of a trace. */
  receive({ kind, method, url, request, status, response }: TraceEntry): void {
    if (response === null || (kind !== 'http' && kind !== 'received') || method === 'HEAD') return;
    const path = new URL(url, 'http://target').pathname;
    if (kind === 'http' && !/\/v1\/(?:trade|info)$/.test(path)) return;
    const message = parsed(response);
    if (!isFields(message)) return;
    const action = /"action":"(\w+)"/.exec(request ?? '')?.[1] ?? '';
    this.decode(kind === 'http' ? (status === 200 ? `response:${action}` : 'error') : kindOfFrame(message), message);
  }

  /** Decodes one message of a kind, such as `push:trades`. */
  decode(kind: string, message: Fields): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    // The pongs of bare pings have a form of their own, and no dialect speaks of them.
    if (kind === 'pong') return;
    for (const dialect of this.#dialects) {
      for (const rule of dialect.rules) if (isOf(rule.of, kind)) this.#hold(dialect, rule, kind, message);
    }
    this.#walk(kind, '', message);
  }

  #hold(
    dialect: Dialect,
    { at = '', words, has = [], same = [], only }: DialectRule,
    kind: string,
    message: Fields,
  ): void {
    const word = words ? valueAt(message, at) : undefined;
    if (words && word !== undefined && !(typeof word === 'string' && words.includes(word))) {
      this.#refuse(dialect, kind, at, `has the word ${JSON.stringify(word)}`);
    }
    for (const path of has) if (valueAt(message, path) === undefined) this.#refuse(dialect, kind, path, 'is absent');
    const [first = '', ...others] = same;
    for (const path of others) {
      const [one, other] = [valueAt(message, first), valueAt(message, path)].map((value) => JSON.stringify(value));
      if (one !== other) this.#refuse(dialect, kind, first, `is ${one}, and ${path} is ${other}`);
    }
    for (const name of only ? Object.keys(message) : []) {
      if (!only?.includes(name)) this.#refuse(dialect, kind, name, 'is a field that it does not know');
    }
  }

  /** Visits the fields of a message; the form of a field is judged when it is new for its kind and place. */
  #walk(kind: string, path: string, value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) this.#walk(kind, `${path}[]`, item);
    } else if (isFields(value)) {
      for (const name in value) this.#walk(kind, path === '' ? nameOf(name) : `${path}.${nameOf(name)}`, value[name]);
    } else this.#judge(kind, path, formOf(value));
  }

  #judge(kind: string, path: string, form: Form): void {
    const key = `${kind} ${path} ${form}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    for (const dialect of this.#dialects) {
      for (const { of, at = '', is } of dialect.rules) {
        if (is && !is.includes(form) && isOf(of, kind) && isAt(at, path))
          this.#refuse(dialect, kind, path, `is ${form}`);
      }
    }
  }

  #refuse({ name, forbidden = [] }: Dialect, kind: string, path: string, what: string): void {
    const known = forbidden.find(({ of, at }) => isOf(of, kind) && isAt(at, path));
    if (known) this.met.add(`${name}: ${known.of} ${known.at}`);
    else this.findings.push(`the dialect ${name} cannot read a ${kind}: ${path} ${what}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kinds of frames by their contents: a push by its `method`, a reply by its `status`. */
function kindOfFrame(frame: Fields): string {
  const { data, method, status } = frame;
  if ('channel' in frame || 'data' in frame) {
    const event = isFields(data) ? data['eventType'] : undefined;
    if (method === 'subAccountEvent') {
      return typeof event === 'string' && event.startsWith('order') ? 'push:orderEvent' : 'push:accountEvent';
    }
    return `push:${PUSHES[String(method)] ?? String(method)}`;
  }
  if (status === undefined) return 'pong';
  return status === 200 ? 'reply' : 'refusal';
}

const PUSHES: Readonly<Record<string, string>> = {
  market_price_update: 'marketPrices',
  trade: 'trades',
  orderbook_depth_update: 'orderbook',
  candle_update: 'candles',
  liquidation: 'liquidations',
};

const isOf = (of: string, kind: string): boolean => of === 'any' || kind === of || kind.startsWith(`${of}:`);

const isAt = (at: string, path: string): boolean =>
  at.startsWith('**.') ? path === at.slice(3) || path.endsWith(at.slice(2)) : path === at;

/** Symbols, assets and ids as names of fields are places of a map. */
const nameOf = (name: string): string => (/^[a-z_]\w*$/.test(name) ? name : '{}');

function formOf(value: unknown): Form {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  if (typeof value !== 'string') return 'boolean';
  if (value === '') return 'empty';
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return value.includes('.') ? 'decimal text' : 'integer text';
  return /^\d{4}-\d\d-\d\dT/.test(value) ? 'time text' : 'text';
}
