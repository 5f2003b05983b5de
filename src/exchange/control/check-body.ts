import { Kind, KindGuard, type NumberOptions, type StringOptions, type TObject, type TSchema } from '@sinclair/typebox';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { parseStrictJson } from '../../contract/strict-json.ts';
import { InvariantError } from '../../kernel/errors.ts';
import type { HttpRequest } from '../exchange.ts';
import { type ControlFault, fault } from './fault.ts';
import { nearestAside } from '../../kernel/nearest.ts';

/**
 * Reads the body of a control request and holds it against its schema. Every refusal names the field and says
 * what it takes; the wording is the field's own `description`.
 */
export function readBody(request: HttpRequest, schema: TObject): JsonObject | ControlFault {
  const type = request.headers['content-type'];
  const required = schema.required ?? [];
  if (request.body.length === 0 && type === undefined && required.length === 0) return {};
  // Only JSON: a page of another site can send plain forms without asking, but never this type.
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type ?? '')) {
    return fault(415, 'INVALID_FORMAT', 'content-type', 'send the header "Content-Type: application/json"');
  }
  const read = parseStrictJson(request.body);
  if ('error' in read) return fault(400, 'INVALID_FORMAT', 'body', `the body is not JSON: ${read.error}`);
  if (!isObject(read.value)) return fault(400, 'INVALID_FORMAT', 'body', 'the body must be a JSON object');
  return checkFields(read.value, schema);
}

/**
 * Path and query of a control request as one set of fields, each a text. A route that takes none passes over the query, as
 * any address does.
 */
export function readAddress(values: Readonly<Record<string, string>>, query: string, schema: TObject) {
  if (Object.keys(schema.properties).length === 0) return {};
  // A Map, so that `__proto__` is a name like any other.
  const fields = new Map(Object.entries(values));
  for (const [name, value] of new URLSearchParams(query)) {
    if (fields.has(name)) return fault(400, 'INVALID_FORMAT', name, `${name} is given twice`);
    fields.set(name, value);
  }
  return checkFields(Object.fromEntries(fields), schema);
}

function checkFields(body: JsonObject, schema: TObject): JsonObject | ControlFault {
  const known = Object.keys(schema.properties);
  for (const name of Object.keys(body)) {
    if (!known.includes(name)) {
      const takes = known.length === 0 ? 'no fields' : known.join(', ');
      return fault(
        400,
        'INVALID_FORMAT',
        name,
        `unknown field "${name}"${nearestAside(name, known)}: this route takes ${takes}`,
      );
    }
  }
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = body[name];
    if (value === undefined) {
      if (!(schema.required ?? []).includes(name)) continue;
      return fault(400, 'MISSING_REQUIRED_FIELD', name, `${name} is missing: it takes ${valueOf(field)}`);
    }
    if (!fits(value, field)) return fault(400, 'INVALID_VALUE', name, `${name} must be ${valueOf(field)}`);
  }
  return body;
}

const valueOf = (field: TSchema): string => field.description ?? 'another value';

/** The few kinds of schema that the route table uses. */
function fits(value: Json, schema: TSchema): boolean {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.some((option) => fits(value, option));
  if (KindGuard.IsLiteral(schema)) return value === schema.const;
  if (KindGuard.IsNull(schema)) return value === null;
  if (KindGuard.IsBoolean(schema)) return typeof value === 'boolean';
  if (KindGuard.IsInteger(schema)) return Number.isSafeInteger(value) && inRange(Number(value), schema);
  if (KindGuard.IsNumber(schema)) return typeof value === 'number' && Number.isFinite(value) && inRange(value, schema);
  if (KindGuard.IsString(schema)) return typeof value === 'string' && stringFits(value, schema);
  // The reader of a list checks its items, because it can name the field.
  if (KindGuard.IsArray(schema)) return Array.isArray(value);
  if (KindGuard.IsObject(schema)) return isObject(value) && objectFits(value, schema);
  throw new InvariantError(`the route table uses a schema the checker does not know: ${schema[Kind]}`);
}

/** Fields that the schema names; the reader of the object checks the others. */
const objectFits = (object: JsonObject, { properties }: TObject): boolean =>
  Object.entries(properties).every(([name, field]) => object[name] === undefined || fits(object[name], field));

function inRange(value: number, { minimum, maximum, exclusiveMinimum }: NumberOptions): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity) && value > (exclusiveMinimum ?? -Infinity);
}

function stringFits(value: string, { minLength, maxLength, pattern }: StringOptions): boolean {
  if (value.length < (minLength ?? 0) || value.length > (maxLength ?? Infinity)) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(value);
}
