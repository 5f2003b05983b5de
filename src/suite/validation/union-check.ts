import type { TSchema } from '@sinclair/typebox';
import { ERRORS } from '../../kernel/errors.ts';
import { isRecord } from '../records.ts';
import { branch, type Check, type Compilation, type CheckListener, resolved } from './compilation.ts';

/** One of several shapes. The value shows which one it is meant to be, so that a finding names that shape alone. */
interface Variant {
  readonly label: string;
  readonly means: (value: unknown) => boolean;
  readonly taken: (listener: CheckListener) => void;
  readonly check: Check;
}

export function compileUnion(given: readonly TSchema[], at: string, compilation: Compilation): Check {
  const members = given.map((member) => resolved(member, compilation));
  if (members.every(isLiteral)) return compileEnumeration(members, at, compilation);
  const tellApart = tellingApart(members.filter(isObject), compilation);
  const variants = members.map((member): Variant => {
    const { label, means } = isObject(member) ? tellApart(member) : { label: labelOf(member), means: kindTest(member) };
    const several = isObject(member) && members.filter(isObject).length > 1;
    return {
      label,
      means,
      taken: branch(`${at} is ${label}`, compilation),
      check: compilation.compile(member, several ? `${at}(${label})` : at, compilation),
    };
  });
  const expected = `one of ${variants.map(({ label }) => label).join(', ')}`;
  const mayBeNew = compilation.mode === 'tolerant' && members.filter(isObject).length > 1;
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

const CODES = Object.keys(ERRORS).length;
const NOT_COUNTED = (): void => undefined;

/** A closed list of words; in tolerant mode words may have been added. */
function compileEnumeration(members: readonly TSchema[], at: string, compilation: Compilation): Check {
  // Which codes come where is counted for itself, and no response can carry them all.
  const taking = members.length === CODES ? () => NOT_COUNTED : (name: string) => branch(name, compilation);
  const words = new Map<unknown, (listener: CheckListener) => void>(
    members.map((member) => [member.const, taking(`${at} = ${wordOf(member.const)}`)]),
  );
  const [first] = words.keys();
  const kind = compilation.mode === 'tolerant' ? typeof first : undefined;
  const expected =
    kind === undefined ? `one of ${[...words.keys()].map((word) => JSON.stringify(word)).join(', ')}` : `a ${kind}`;
  return (value, path, listener) => {
    const taken = words.get(value);
    if (taken) return taken(listener);
    if (typeof value !== kind) listener.fault(path, expected, value);
    return undefined;
  };
}

const wordOf = (value: unknown): string => (value === '' ? '<empty>' : String(value));

const isLiteral = (schema: TSchema): boolean => 'const' in schema;
const isObject = (schema: TSchema): boolean => schema.type === 'object';
const labelOf = (schema: TSchema): string => (isLiteral(schema) ? wordOf(schema.const) : String(schema.type));

function kindTest(schema: TSchema): (value: unknown) => boolean {
  if (isLiteral(schema)) return (value) => value === schema.const;
  switch (schema.type as string) {
    case 'null':
      return (value) => value === null;
    case 'array':
      return Array.isArray;
    case 'integer':
      return (value) => typeof value === 'number';
    default:
      return (value) => typeof value === schema.type;
  }
}

type Telling = (schema: TSchema) => Pick<Variant, 'label' | 'means'>;

/** Objects are distinguished by a field that each of them fixes, or by the fields that only one of them needs. */
function tellingApart(objects: readonly TSchema[], compilation: Compilation): Telling {
  if (objects.length === 1) return () => ({ label: 'object', means: isRecord });
  const [first] = objects;
  const shared = Object.keys(first ? propertiesOf(first) : {}).find((name) =>
    objects.every((object) => wordsOf(object, name, compilation).length > 0),
  );
  if (shared !== undefined) {
    return (schema) => {
      const words = wordsOf(schema, shared, compilation);
      return {
        label: words.join('|'),
        means: (value) => isRecord(value) && words.includes(value[shared]),
      };
    };
  }
  return (schema) => {
    const needed = (schema.required ?? []) as readonly string[];
    const [only = ''] = needed.filter(
      (name) => !objects.some((other) => other !== schema && name in propertiesOf(other)),
    );
    return { label: only, means: (value) => isRecord(value) && Object.hasOwn(value, only) };
  };
}

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  (schema.properties ?? {}) as Readonly<Record<string, TSchema>>;

/** The words a field is fixed to; none when it is free. */
function wordsOf(schema: TSchema, name: string, compilation: Compilation): readonly unknown[] {
  const field = propertiesOf(schema)[name];
  if (!field) return [];
  const member = resolved(field, compilation);
  const literals = Array.isArray(member.anyOf) ? (member.anyOf as readonly TSchema[]) : [member];
  return literals.every(isLiteral) ? literals.map((literal) => literal.const as unknown) : [];
}
