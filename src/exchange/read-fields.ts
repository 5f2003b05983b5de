import {
  Kind,
  KindGuard,
  type NumberOptions,
  type Static,
  type StringOptions,
  type TObject,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';
import { InvariantError } from '../kernel/errors.ts';
import { isList, isRecord } from '../kernel/entries.ts';
import { nearestAside } from '../kernel/nearest.ts';
import { ControlError } from './control-error.ts';

/**
 * Values that a person wrote by hand, held against the schema of the contract. Every refusal names the field by its whole path and says
 * what it takes; the wording is the field's own `description`. The schemas use the few kinds that are known here.
 */

/**
 * Returns a value that fits its schema, with its fields in the order of the schema and those left out that have a default.
 *
 * @throws ControlError for the first part that does not fit
 */
export function readFields<S extends TSchema>(schema: S, value: unknown, path: string): Static<S> {
  checkFields(schema, value, path);
  return filled(schema, value);
}

/** Throws ControlError for the first part of a value that does not fit. `path` is empty for the fields of a whole request. */
export function checkFields(schema: TSchema, value: unknown, path: string): void {
  const variant = KindGuard.IsUnion(schema) ? variantOf(schema, value, path) : schema;
  if (KindGuard.IsObject(variant)) return checkMembers(variant, value, path);
  if (!fits(value, variant)) throw wrong(path, `${takes(schema)}${hint(schema, value)}`);
  if (KindGuard.IsRecord(variant) && isRecord(value)) {
    const [item = Type.Any()] = Object.values(variant.patternProperties);
    for (const [name, member] of Object.entries(value)) checkFields(item, member, `${path}.${name}`);
  }
  // A list that does not have the length that fits may have been written by the thousand.
  if (KindGuard.IsArray(variant) && isList(value)) {
    value.forEach((item, index) => checkFields(variant.items, item, `${path}[${index}]`));
  }
}

/** Returns the refusal of a field with what it takes, as every refusal of the control plane says it. */
export const wrong = (field: string, text: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} must be ${text}`);

/** The option of a union that a value is to be held against; the union itself where that is left to its options. */
function variantOf(union: TUnion, value: unknown, path: string): TSchema {
  const objects = union.anyOf.filter((option) => KindGuard.IsObject(option));
  if (!isRecord(value)) {
    const isVariant = objects.length === union.anyOf.length;
    if (isVariant && value !== undefined) throw wrong(path, union.description ?? 'an object');
    return isVariant ? variantOf(union, {}, path) : union;
  }
  const nested = union.anyOf.find((option) => KindGuard.IsUnion(option));
  if (nested && KindGuard.IsUnion(nested)) return variantOf(nested, value, path);
  const [only, ...others] = objects;
  if (others.length === 0) return only ?? union;
  const kinds = objects.map(kindOf);
  const option = objects[kinds.indexOf(String(value['kind']))];
  if (option) return option;
  const kind = value['kind'];
  throw wrong(`${path}.kind`, `one of ${kinds.join(', ')}${typeof kind === 'string' ? nearestAside(kind, kinds) : ''}`);
}

const kindOf = ({ properties }: TObject): string => String(properties['kind']?.['const']);

function checkMembers(schema: TObject, value: unknown, path: string): void {
  if (!isRecord(value)) throw wrong(path, takes(schema));
  const known = Object.keys(schema.properties);
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const unknown = Object.keys(value).find((name) => !known.includes(name) && value[name] !== undefined);
  if (unknown !== undefined && schema.additionalProperties !== true) {
    const others = known.length === 0 ? 'there are none here' : `the fields here are ${known.join(', ')}`;
    const message = `unknown field "${unknown}"${nearestAside(unknown, known)}; ${others}`;
    throw new ControlError('INVALID_FORMAT', pathOf(unknown), message);
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    const member = value[name];
    if (member !== undefined) checkFields(field, member, pathOf(name));
    else if ((schema.required ?? []).includes(name)) checkMissing(field, pathOf(name));
  }
}

/** Of an object whose kind says what it takes, the kind is what is missing first. */
function checkMissing(field: TSchema, path: string): void {
  if (KindGuard.IsUnion(field)) variantOf(field, undefined, path);
  throw new ControlError('MISSING_REQUIRED_FIELD', path, `${path} is missing: it takes ${takes(field)}`);
}

const takes = (schema: TSchema): string =>
  schema.description ?? (KindGuard.IsObject(schema) ? 'an object' : 'another value');

/** The word that was probably meant. */
function hint(schema: TSchema, value: unknown): string {
  if (typeof value !== 'string' || !KindGuard.IsUnion(schema)) return '';
  return nearestAside(
    value,
    schema.anyOf.flatMap((option) => (KindGuard.IsLiteral(option) ? [String(option.const)] : [])),
  );
}

/** Whether a value is of the kind of a schema. What is inside a list or an object is looked at by `checkFields`. */
function fits(value: unknown, schema: TSchema): boolean {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.some((option) => fits(value, option));
  if (KindGuard.IsLiteral(schema)) return value === schema.const;
  if (KindGuard.IsNull(schema)) return value === null;
  if (KindGuard.IsBoolean(schema)) return typeof value === 'boolean';
  if (KindGuard.IsInteger(schema)) return Number.isSafeInteger(value) && inRange(Number(value), schema);
  if (KindGuard.IsNumber(schema)) return typeof value === 'number' && Number.isFinite(value) && inRange(value, schema);
  if (KindGuard.IsString(schema)) return typeof value === 'string' && stringFits(value, schema);
  if (KindGuard.IsObject(schema) || KindGuard.IsRecord(schema)) return isRecord(value);
  if (KindGuard.IsFunction(schema)) return typeof value === 'function';
  if (KindGuard.IsAny(schema)) return true;
  if (KindGuard.IsArray(schema)) {
    return isList(value) && value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? Infinity);
  }
  throw new InvariantError(`a schema of the control plane is of a kind the checker does not know: ${schema[Kind]}`);
}

function inRange(value: number, { minimum, maximum, exclusiveMinimum }: NumberOptions): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity) && value > (exclusiveMinimum ?? -Infinity);
}

function stringFits(value: string, { minLength, maxLength, pattern }: StringOptions): boolean {
  if (value.length < (minLength ?? 0) || value.length > (maxLength ?? Infinity)) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
}

/** The value with its defaults; it fits. */
function filled(schema: TSchema, value: unknown): unknown {
  const variant = KindGuard.IsUnion(schema) ? variantOf(schema, value, '') : schema;
  if (KindGuard.IsArray(variant) && isList(value)) return value.map((item) => filled(variant.items, item));
  if (!KindGuard.IsObject(variant) || !isRecord(value) || variant.additionalProperties === true) return value;
  const members = Object.entries(variant.properties).flatMap(([name, field]) => {
    const member: unknown = value[name] ?? field['default'];
    return member === undefined ? [] : [[name, filled(field, member)]];
  });
  return Object.fromEntries(members) as unknown;
}
