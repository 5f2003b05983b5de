import { isRecord } from '../records.ts';
import { branch, type Check, type Compilation, type CheckListener } from './compilation.ts';
import type { FieldMode } from './finding.ts';
import { FORMATS, type FormatName, integerTest, isTime, textTest } from './formats.ts';
import type { FieldShape, ListShape, RecordShape, Shape, Word } from './shape.ts';
import { disagreement, type Fields, twinsAmong } from './twins.ts';
import { compileUnion, compileWords } from './union-check.ts';

/**
 * Shapes as functions: one pass over a response says what is wrong, as strictly as a mode wants it, and which branches of the
 * shape the response went through.
 */
export interface Compiled {
  readonly check: Check;
  /** Every way a response can go through the shape, as `trades[].side = buy`. */
  readonly branches: readonly string[];
}

/** How a shape is compiled where it is not a whole by itself. */
interface Circumstances extends Partial<Pick<Compilation, 'quiet'>> {
  /** Where the value stands, for the names of branches. */
  readonly at?: string;
}

export function compileShape(shape: Shape, mode: FieldMode, circumstances: Circumstances = {}): Compiled {
  const { at = '', quiet = new Set() } = circumstances;
  const compilation: Compilation = { mode, quiet, branches: [], compile: compileNode };
  const check = compileNode(shape, at, compilation);
  return { check, branches: compilation.branches };
}

function compileNode(shape: Shape, at: string, compilation: Compilation): Check {
  switch (shape.kind) {
    case 'record':
      return compileRecord(shape, at, compilation);
    case 'list':
      return compileList(shape, at, compilation);
    case 'map':
      return compileMap(shape.keys, shape.items, at, compilation);
    case 'one of':
      return compileUnion(shape.members, at, compilation);
    case 'words':
      return compileWords(shape, at, compilation);
    case 'exactly':
      return compileWord(shape.word, compilation.mode);
    case 'text':
      return compileText(shape, at, compilation);
    case 'integer': {
      const { words, fits } = integerTest(shape, compilation.mode);
      return typed(words, (value) => typeof value === 'number' && fits(value));
    }
    case 'ms':
      return typed('a time in Unix milliseconds', isTime);
    case 'number':
      return typed('a number', (value) => typeof value === 'number');
    case 'boolean':
      return compileFlag(at, compilation);
    case 'null':
      return typed('null', (value) => value === null);
    case 'anything':
      // Whatever stands here is checked by another shape.
      return () => undefined;
  }
}

const typed =
  (expected: string, fits: (value: unknown) => boolean): Check =>
  (value, path, { fault }) => {
    if (!fits(value)) fault(path, expected, value);
  };

const compileWord = (wanted: Word, mode: FieldMode): Check =>
  mode === 'strict'
    ? typed(JSON.stringify(wanted), (value) => value === wanted)
    : typed(`a ${typeof wanted}`, (value) => typeof value === typeof wanted);

function compileText(shape: Extract<Shape, { kind: 'text' }>, at: string, compilation: Compilation): Check {
  const { words, fits } = textTest(shape, compilation.mode);
  const check = typed(words, (value) => typeof value === 'string' && fits(value));
  if (shape.format !== 'decimal or empty') return check;
  const empty = branch(`${at} is empty`, compilation);
  const filled = branch(`${at} is filled`, compilation);
  return (value, path, listener) => {
    (value === '' ? empty : filled)(listener);
    check(value, path, listener);
  };
}

function compileFlag(at: string, compilation: Compilation): Check {
  const yes = branch(`${at} = true`, compilation);
  const no = branch(`${at} = false`, compilation);
  return (value, path, listener) => {
    if (typeof value !== 'boolean') return listener.fault(path, 'true or false', value);
    return (value ? yes : no)(listener);
  };
}

function compileList({ items, from = 0, to = Infinity }: ListShape, at: string, compilation: Compilation): Check {
  const filled = branch(`${at}[] has items`, compilation);
  const check = compileNode(items, `${at}[]`, compilation);
  const strict = compilation.mode === 'strict';
  const wanted = to === Infinity ? `a list of ${from} or more items` : `a list of ${from} items`;
  return (value, path, listener) => {
    if (!Array.isArray(value)) return listener.fault(path, 'a list', value);
    const list: readonly unknown[] = value;
    if (strict && (list.length < from || list.length > to)) listener.fault(path, wanted, value);
    if (list.length > 0) filled(listener);
    list.forEach((item, index) => check(item, `${path}[${index}]`, listener));
    return undefined;
  };
}

function compileRecord(shape: RecordShape, at: string, compilation: Compilation): Check {
  const strict = compilation.mode === 'strict';
  const fields = strict
    ? new Map([...shape.fields].filter(([, { presence }]) => presence !== 'elsewhere'))
    : shape.fields;
  const members = [...fields].map(([name, field]) => compileField(name, field, at, compilation));
  const twins = strict ? twinsAmong(new Set(fields.keys())) : [];
  return (value, path, listener) => {
    if (!isRecord(value)) return listener.fault(path, 'an object', value);
    for (const member of members) member(value, path, listener);
    if (strict) {
      for (const name of Object.keys(value)) {
        if (!fields.has(name)) listener.fault(below(path, name), 'absent: the contract has no such field', value[name]);
      }
    }
    for (const pair of twins) {
      const apart = disagreement(pair, value);
      if (apart) listener.fault(below(path, apart.name), apart.like, value[apart.name]);
    }
    return undefined;
  };
}

type FieldCheck = (fields: Fields, path: string, listener: CheckListener) => void;

function compileField(name: string, { shape, presence }: FieldShape, at: string, compilation: Compilation): FieldCheck {
  const place = below(at, name);
  if (presence === 'optional' && compilation.quiet.has(name)) {
    const check = compileNode(shape, place, { ...compilation, branches: [] });
    return (fields, path, listener) => {
      if (fields[name] !== undefined) check(fields[name], below(path, name), { ...listener, saw: () => undefined });
    };
  }
  const check = compileNode(shape, place, compilation);
  if (presence === 'required' || presence === 'written') {
    const mayLack = compilation.mode === 'tolerant' && presence === 'written';
    return (fields, path, listener) => {
      if (mayLack && fields[name] === undefined) return;
      check(fields[name], below(path, name), listener);
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
function compileMap(keys: FormatName, items: Shape, at: string, compilation: Compilation): Check {
  const { pattern, words } = FORMATS[keys];
  const filled = branch(`${at}{} has members`, compilation);
  const check = compileNode(items, `${at}{}`, compilation);
  const strict = compilation.mode === 'strict';
  return (value, path, listener) => {
    if (!isRecord(value)) return listener.fault(path, 'an object', value);
    const entries = Object.entries(value);
    if (entries.length > 0) filled(listener);
    for (const [name, member] of entries) {
      if (pattern.test(name)) check(member, below(path, name), listener);
      else if (strict) listener.fault(below(path, name), `absent: its name is not ${words}`, member);
    }
    return undefined;
  };
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
