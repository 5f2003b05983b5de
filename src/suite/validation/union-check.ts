import { isRecord } from '../records.ts';
import { branch, type Check, type Compilation, type CheckListener } from './compilation.ts';
import type { RecordShape, Shape, Word } from './shape.ts';

/** One of several shapes. The value shows which one it is meant to be, so that a finding names that shape alone. */
interface Variant {
  readonly label: string;
  readonly means: (value: unknown) => boolean;
  readonly taken: (listener: CheckListener) => void;
  readonly check: Check;
}

export function compileUnion(members: readonly Shape[], at: string, compilation: Compilation): Check {
  const records = members.filter((member) => member.kind === 'record');
  const tellApart = tellingApart(records);
  const several = records.length > 1;
  const variants = members.map((member): Variant => {
    const isRecordShape = member.kind === 'record';
    const { label, means } = isRecordShape ? tellApart(member) : plainVariant(member);
    return {
      label,
      means,
      taken: branch(`${at} is ${label}`, compilation),
      check: compilation.compile(member, isRecordShape && several ? `${at}(${label})` : at, compilation),
    };
  });
  const expected = `one of ${variants.map(({ label }) => label).join(', ')}`;
  const mayBeNew = compilation.mode === 'tolerant' && several;
  return (value, path, listener) => {
    const variant = variants.find(({ means }) => means(value));
    if (variant) {
      variant.taken(listener);
      return variant.check(value, path, listener);
    }
    // A variant that was added later is no fault of a deployment that has it.
    if (!(mayBeNew && isRecord(value))) listener.fault(path, expected, value);
    return undefined;
  };
}

const NOT_COUNTED = (): void => undefined;

/** A closed list of words; in tolerant mode words may have been added. */
export function compileWords(
  { words, areCounted }: Extract<Shape, { kind: 'words' }>,
  at: string,
  compilation: Compilation,
): Check {
  // Which error codes come where is counted for itself, and no response can carry them all.
  const taking = areCounted ? (name: string) => branch(name, compilation) : () => NOT_COUNTED;
  const known = new Map<unknown, (listener: CheckListener) => void>(
    words.map((word) => [word, taking(`${at} = ${labelOfWord(word)}`)]),
  );
  const kind = compilation.mode === 'tolerant' ? typeof words[0] : undefined;
  const expected = kind === undefined ? `one of ${words.map((word) => JSON.stringify(word)).join(', ')}` : `a ${kind}`;
  return (value, path, listener) => {
    const taken = known.get(value);
    if (taken) return taken(listener);
    if (typeof value !== kind) listener.fault(path, expected, value);
    return undefined;
  };
}

const labelOfWord = (word: Word): string => (word === '' ? '<empty>' : String(word));

type Telling = Pick<Variant, 'label' | 'means'>;

/** What is no object is told by its JSON type. */
function plainVariant(shape: Shape): Telling {
  switch (shape.kind) {
    case 'exactly':
      return { label: labelOfWord(shape.word), means: (value) => value === shape.word };
    case 'null':
      return { label: 'null', means: (value) => value === null };
    case 'list':
      return { label: 'array', means: Array.isArray };
    case 'integer':
    case 'ms':
      return { label: 'integer', means: (value) => typeof value === 'number' };
    case 'number':
      return { label: 'number', means: (value) => typeof value === 'number' };
    case 'boolean':
      return { label: 'boolean', means: (value) => typeof value === 'boolean' };
    case 'map':
      return { label: 'object', means: isRecord };
    default:
      return { label: 'string', means: (value) => typeof value === 'string' };
  }
}

/** Objects are distinguished by a field that each of them fixes, or by the fields that only one of them needs. */
function tellingApart(records: readonly RecordShape[]): (record: RecordShape) => Telling {
  if (records.length === 1) return () => ({ label: 'object', means: isRecord });
  const names = [...(records[0]?.fields.keys() ?? [])];
  const shared = names.find((name) => records.every((record) => wordsOf(record, name).length > 0));
  if (shared !== undefined) {
    return (record) => {
      const words = wordsOf(record, shared);
      return {
        label: words.join('|'),
        means: (value) => isRecord(value) && words.some((word) => word === value[shared]),
      };
    };
  }
  return (record) => {
    const needed = [...record.fields].filter(([, { presence }]) => presence === 'required').map(([name]) => name);
    const [only = ''] = needed.filter((name) => !records.some((other) => other !== record && other.fields.has(name)));
    return { label: only, means: (value) => isRecord(value) && Object.hasOwn(value, only) };
  };
}

/** The words a field is fixed to; none when it is free. */
function wordsOf({ fields }: RecordShape, name: string): readonly Word[] {
  const shape = fields.get(name)?.shape;
  if (shape?.kind === 'exactly') return [shape.word];
  return shape?.kind === 'words' ? shape.words : [];
}
