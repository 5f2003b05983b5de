import { isRecord } from '../records.ts';
import { type FormatName, FORMATS } from './formats.ts';

/**
 * What a part of a response is. The suite has these shapes from the lists of `docs/contract/responses`, which are written from the
 * specification; the schemas of the exchange play no part in them.
 */
export type Shape =
  | { readonly kind: 'anything' | 'boolean' | 'null' | 'number' | 'ms' }
  | { readonly kind: 'text'; readonly format: FormatName; readonly maxLength?: number }
  | { readonly kind: 'integer'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'exactly'; readonly word: Word }
  | { readonly kind: 'words'; readonly words: readonly Word[]; readonly areCounted: boolean }
  | ListShape
  | { readonly kind: 'map'; readonly keys: FormatName; readonly items: Shape }
  | RecordShape
  | { readonly kind: 'one of'; readonly members: readonly Shape[] };

export type Word = string | number | boolean;

export interface ListShape {
  readonly kind: 'list';
  readonly items: Shape;
  /** Left out: any number of items. */
  readonly from?: number;
  readonly to?: number;
}

export interface RecordShape {
  readonly kind: 'record';
  readonly fields: ReadonlyMap<string, FieldShape>;
}

export interface FieldShape {
  readonly shape: Shape;
  /**
   * `written`: the simulator always writes it, another deployment may leave it out.
   * `elsewhere`: the simulator never writes it, another deployment may.
   */
  readonly presence: 'required' | 'written' | 'optional' | 'elsewhere';
}

/** What a type of the lists may name: records, and the words of `error code`. */
export interface Names {
  readonly record: (name: string) => RecordShape | undefined;
  readonly errorCodes: readonly string[];
}

/** A type that is not written as docs/contract/README.md says. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** The key of a record under which the fields of other records stand. */
const INCLUDES = 'includes';

/** Reads a type: a text such as `list of decimal`, or a map of fields. */
export function shapeOf(type: unknown, names: Names): Shape {
  if (isRecord(type)) return recordOf(type, names);
  if (typeof type !== 'string') throw new ShapeError(`${JSON.stringify(type)} is no type`);
  return shapeOfText(type.trim(), names);
}

/** Reads the fields of a record, with those of the records that it includes. */
export function recordOf(type: Readonly<Record<string, unknown>>, names: Names): RecordShape {
  const fields = new Map<string, FieldShape>();
  for (const [key, value] of Object.entries(type)) {
    const added = key === INCLUDES ? includedOf(value, names).fields : [fieldOf(key, value, names)];
    for (const [name, field] of added) {
      if (fields.has(name)) throw new ShapeError(`the field ${name} is there twice`);
      fields.set(name, field);
    }
  }
  return { kind: 'record', fields };
}

function fieldOf(key: string, type: unknown, names: Names): readonly [string, FieldShape] {
  const { name, presence } = presenceOf(key);
  return [name, { shape: shapeOf(type, names), presence }];
}

function includedOf(name: unknown, { record }: Names): RecordShape {
  const included = record(String(name));
  if (!included) throw new ShapeError(`no record is called ${String(name)}`);
  return included;
}

/** Splits `leverage?` into the name of the field and its presence. */
function presenceOf(key: string): { readonly name: string } & Pick<FieldShape, 'presence'> {
  if (key.endsWith('?!')) return { name: key.slice(0, -2), presence: 'written' };
  if (key.endsWith('?-')) return { name: key.slice(0, -2), presence: 'elsewhere' };
  if (key.endsWith('?')) return { name: key.slice(0, -1), presence: 'optional' };
  return { name: key, presence: 'required' };
}

const PLAIN: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['anything', { kind: 'anything' }],
  ['not shown', { kind: 'anything' }],
  ['boolean', { kind: 'boolean' }],
  ['null', { kind: 'null' }],
  ['number', { kind: 'number' }],
  ['integer', { kind: 'integer' }],
  ['ms', { kind: 'ms' }],
  ['ms or 0', { kind: 'one of', members: [{ kind: 'exactly', word: 0 }, { kind: 'ms' }] }],
  [
    'frame id',
    {
      kind: 'one of',
      members: [{ kind: 'text', format: 'text' }, { kind: 'number' }],
    },
  ],
]);

function shapeOfText(text: string, names: Names): Shape {
  const plain = PLAIN.get(text);
  if (plain) return plain;
  if (isFormat(text)) return { kind: 'text', format: text };
  if (text === 'error code') return { kind: 'words', words: names.errorCodes, areCounted: false };
  return (
    composedOf(text, names) ?? unionOf(text, names) ?? boundedOf(text) ?? wordsOf(text) ?? recordNamed(text, names)
  );
}

const isFormat = (text: string): text is FormatName => Object.hasOwn(FORMATS, text);

/** `X or null`, `list of X`, `list of 2 X`, `list of 1.. X`, `map of symbol to X`. */
function composedOf(text: string, names: Names): Shape | undefined {
  if (text.endsWith(' or null')) {
    return { kind: 'one of', members: [shapeOf(text.slice(0, -' or null'.length), names), { kind: 'null' }] };
  }
  const [, from, open, item] = /^list of (?:(\d+)(\.\.)? )?(.+)$/.exec(text) ?? [];
  if (item !== undefined) {
    const items = shapeOf(item, names);
    if (from === undefined) return { kind: 'list', items };
    return { kind: 'list', items, from: Number(from), ...(open === undefined && { to: Number(from) }) };
  }
  const [, keys = '', member] = /^map of (\w+) to (.+)$/.exec(text) ?? [];
  if (member === undefined) return undefined;
  if (!isFormat(keys)) throw new ShapeError(`${keys} is no kind of text`);
  return { kind: 'map', keys, items: shapeOf(member, names) };
}

/** `integer 1..5`, `integer 0..`, `text of at most 50`, `name of at most 50`. */
function boundedOf(text: string): Shape | undefined {
  const [, from, to] = /^integer (\d+)\.\.(\d*)$/.exec(text) ?? [];
  if (from !== undefined) return { kind: 'integer', from: Number(from), ...(to !== '' && { to: Number(to) }) };
  const [, format = '', maxLength] = /^(\w+) of at most (\d+)$/.exec(text) ?? [];
  return maxLength !== undefined && isFormat(format)
    ? { kind: 'text', format, maxLength: Number(maxLength) }
    : undefined;
}

/** `one of buy, sell` and `exactly ok`. */
function wordsOf(text: string): Shape | undefined {
  const [, exact] = /^exactly (.+)$/.exec(text) ?? [];
  if (exact !== undefined) return { kind: 'exactly', word: wordOf(exact) };
  const [, list] = /^one of (.+)$/.exec(text) ?? [];
  if (list === undefined) return undefined;
  return { kind: 'words', words: list.split(',').map((word) => wordOf(word.trim())), areCounted: true };
}

/** A word of a list: a number, `true`, `false`, `''` for the empty text, or a text. */
function wordOf(text: string): Word {
  if (text === "''") return '';
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** `A | B`. */
function unionOf(text: string, names: Names): Shape | undefined {
  const members = text.split(' | ');
  return members.length === 1
    ? undefined
    : { kind: 'one of', members: members.map((member) => shapeOf(member, names)) };
}

function recordNamed(text: string, names: Names): RecordShape {
  const record = names.record(text);
  if (!record) throw new ShapeError(`${text} is no type, and no record is called so`);
  return record;
}
