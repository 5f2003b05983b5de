import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType } from '@sinclair/typebox/value';

/** A member that the schema does not know does no harm, and a format without a check of its own is a text all the same. */
const HARMLESS: readonly ValueErrorType[] = [
  ValueErrorType.ObjectAdditionalProperties,
  ValueErrorType.StringFormatUnknown,
];
const SHOWN_MAX = 60;

/** Returns the first member of a value that does not fit its schema, in words, or null when all that the schema needs is there. */
export function misfitOf(schema: TSchema, value: unknown, name: string): string | null {
  for (const { type, path, value: found, schema: part } of Value.Errors(schema, value)) {
    if (HARMLESS.includes(type)) continue;
    const at = `${name}${path.split('/').slice(1).map(stepText).join('')}`;
    return found === undefined ? `${at} is missing` : `${at} must be ${takes(part)} (got ${shown(found)})`;
  }
  return null;
}

const stepText = (step: string): string => (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`);

function takes({ type, pattern, const: word }: TSchema): string {
  if (word !== undefined) return JSON.stringify(word);
  switch (type) {
    case 'string':
      return typeof pattern === 'string' ? `a text of the form ${pattern}` : 'a text that is not empty';
    case 'integer':
      return 'a whole number in range';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return 'what the API describes';
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}...`;
}
