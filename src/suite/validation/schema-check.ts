import type { TSchema } from '@sinclair/typebox';
import { isRecord } from '../records.ts';
import { branch, type Check, type Compilation, type CheckListener, resolved } from './compilation.ts';
import type { FieldMode } from './finding.ts';
import { integerTest, mayBeEmpty, textTest } from './formats.ts';
import { disagreement, type Fields, twinsAmong } from './twins.ts';
import { compileUnion } from './union-check.ts';

/**
 * Schemas of the catalogue as functions: one pass over a response says what is wrong, as strictly as a mode wants it, and
 * which branches of the schema the response went through. Validators of JSON Schema know no modes and no branches, and say
 * of a union only that nothing fits.
 */
export interface Compiled {
  readonly check: Check;
  /** Every way a response can go through the schema, as `trades[].side = buy`. */
  readonly branches: readonly string[];
}

const NOTHING_NAMED = (name: string): TSchema => {
  throw new Error(`the schema refers to ${name}, which is not defined`);
};

/** How a schema is compiled where it is not a whole by itself. */
interface Circumstances extends Partial<Pick<Compilation, 'named' | 'quiet'>> {
  /** Where the value stands, for the names of branches. */
  readonly at?: string;
}

export function compileSchema(schema: TSchema, mode: FieldMode, circumstances: Circumstances = {}): Compiled {
  const { at = '', named = NOTHING_NAMED, quiet = new Set() } = circumstances;
  const compilation: Compilation = { mode, named, quiet, branches: [], compile: compileNode };
  const check = compileNode(schema, at, compilation);
  return { check, branches: compilation.branches };
}

function compileNode(given: TSchema, at: string, compilation: Compilation): Check {
  const schema = resolved(given, compilation);
  if (Array.isArray(schema.anyOf)) return compileUnion(schema.anyOf as readonly TSchema[], at, compilation);
  if ('const' in schema) return compileLiteral(schema.const, compilation.mode);
  switch (schema.type as string | undefined) {
    case 'object':
      return compileObject(schema, at, compilation);
    case 'array':
      return compileArray(schema, at, compilation);
    case 'string':
      return compileText(schema, at, compilation);
    case 'integer':
      return compileInteger(schema, compilation.mode);
    case 'number':
      return typed('a number', (value) => typeof value === 'number');
    case 'boolean':
      return compileFlag(at, compilation);
    case 'null':
      return typed('null', (value) => value === null);
    case undefined:
      // Whatever stands here is checked by another schema.
      return () => undefined;
    default:
      throw new Error(`no check for ${JSON.stringify(schema)}`);
  }
}

const typed =
  (expected: string, fits: (value: unknown) => boolean): Check =>
  (value, path, { fault }) => {
    if (!fits(value)) fault(path, expected, value);
  };

const compileLiteral = (wanted: unknown, mode: FieldMode): Check =>
  mode === 'strict'
    ? typed(JSON.stringify(wanted), (value) => value === wanted)
    : typed(`a ${typeof wanted}`, (value) => typeof value === typeof wanted);

function compileText(schema: TSchema, at: string, compilation: Compilation): Check {
  const { words, fits } = textTest(schema, compilation.mode);
  const check = typed(words, (value) => typeof value === 'string' && fits(value));
  if (!mayBeEmpty(schema)) return check;
  const empty = branch(`${at} is empty`, compilation);
  const filled = branch(`${at} is filled`, compilation);
  return (value, path, listener) => {
    (value === '' ? empty : filled)(listener);
    check(value, path, listener);
  };
}

function compileInteger(schema: TSchema, mode: FieldMode): Check {
  const { words, fits } = integerTest(schema, mode);
  return typed(words, (value) => typeof value === 'number' && fits(value));
}

function compileFlag(at: string, compilation: Compilation): Check {
  const yes = branch(`${at} = true`, compilation);
  const no = branch(`${at} = false`, compilation);
  return (value, path, listener) => {
    if (typeof value !== 'boolean') return listener.fault(path, 'true or false', value);
    return (value ? yes : no)(listener);
  };
}

function compileArray(schema: TSchema, at: string, compilation: Compilation): Check {
  const { items, minItems = 0, maxItems = Infinity } = schema as unknown as ArraySchema;
  const filled = branch(`${at}[] has items`, compilation);
  const check = compileNode(items, `${at}[]`, compilation);
  const bounded = compilation.mode === 'strict';
  return (value, path, listener) => {
    if (!Array.isArray(value)) return listener.fault(path, 'a list', value);
    const list = value as readonly unknown[];
    if (bounded && (list.length < minItems || list.length > maxItems)) {
      listener.fault(path, `a list of ${minItems} to ${maxItems} items`, value);
    }
    if (list.length > 0) filled(listener);
    list.forEach((item, index) => check(item, `${path}[${index}]`, listener));
    return undefined;
  };
}
interface ArraySchema {
  readonly items: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
}

/**
 * Fields that the contract writes always and the specification words as optional, or does not know: second spellings,
 * and what an envelope may carry.
 */
const OPTIONAL_ELSEWHERE: ReadonlySet<string> = new Set([
  'requestId',
  'timestamp',
  'category',
  'retryable',
  'updateTime',
  'quantityPrecision',
  'QuantityPrecision',
  'tier_id',
  'tier_name',
  'errorCode',
  'tsMs',
]);

function compileObject(schema: TSchema, at: string, compilation: Compilation): Check {
  const { properties = {}, required = [], patternProperties } = schema as ObjectSchema;
  if (patternProperties) return compileRecord(patternProperties, at, compilation);
  const strict = compilation.mode === 'strict';
  const members = Object.entries(properties).map(([name, member]) =>
    compileMember(name, member, required.includes(name), at, compilation),
  );
  const known = new Set(Object.keys(properties));
  const twins = strict ? twinsAmong(known) : [];
  return (value, path, listener) => {
    if (!isRecord(value)) return listener.fault(path, 'an object', value);
    for (const member of members) member(value, path, listener);
    if (strict) {
      for (const name of Object.keys(value)) {
        if (!known.has(name)) listener.fault(below(path, name), 'absent: the contract has no such field', value[name]);
      }
    }
    for (const pair of twins) {
      const apart = disagreement(pair, value);
      if (apart) listener.fault(below(path, apart.name), apart.like, value[apart.name]);
    }
    return undefined;
  };
}

type MemberCheck = (fields: Fields, path: string, listener: CheckListener) => void;

function compileMember(
  name: string,
  schema: TSchema,
  isRequired: boolean,
  at: string,
  compilation: Compilation,
): MemberCheck {
  const place = below(at, name);
  const check = compileNode(schema, place, compilation);
  if (isRequired) {
    const mayLack = compilation.mode === 'tolerant' && OPTIONAL_ELSEWHERE.has(name);
    return (fields, path, listener) => {
      if (mayLack && fields[name] === undefined) return;
      check(fields[name], below(path, name), listener);
    };
  }
  if (compilation.quiet.has(name)) {
    return (fields, path, listener) => {
      if (fields[name] !== undefined) check(fields[name], below(path, name), listener);
    };
  }
  const present = branch(`${place} present`, compilation);
  const absent = branch(`${place} absent`, compilation);
  return (fields, path, listener) => {
    if (fields[name] === undefined) return absent(listener);
    present(listener);
    return check(fields[name], below(path, name), listener);
  };
}

/** An object whose keys are data, such as symbols. */
function compileRecord(
  patternProperties: Readonly<Record<string, TSchema>>,
  at: string,
  compilation: Compilation,
): Check {
  const [entry] = Object.entries(patternProperties);
  if (!entry) throw new Error(`a record without a pattern at ${at}`);
  const [pattern, item] = entry;
  const expression = new RegExp(pattern);
  const filled = branch(`${at}{} has members`, compilation);
  const check = compileNode(item, `${at}{}`, compilation);
  const strict = compilation.mode === 'strict';
  return (value, path, listener) => {
    if (!isRecord(value)) return listener.fault(path, 'an object', value);
    const entries = Object.entries(value);
    if (entries.length > 0) filled(listener);
    for (const [name, member] of entries) {
      if (expression.test(name)) check(member, below(path, name), listener);
      else if (strict) listener.fault(below(path, name), `absent: its name is not like ${pattern}`, member);
    }
    return undefined;
  };
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
