import { isList } from '../../kernel/entries.ts';
import type { Json } from '../json.ts';

/** Readers of JSON types. Each returns undefined for a value of another type. */

export const textOf = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);

/** A JSON integer. One beyond 2^53 is out of every range of a count or a time, so its last digits do not matter. */
export const wholeNumber = (value: Json): number | undefined =>
  typeof value === 'bigint' ? Number(value) : typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** Returns a JSON integer of any length, or undefined for any other value. */
export const wholeBigint = (value: Json): bigint | undefined =>
  typeof value === 'bigint' ? value : typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;

/** Returns an id as text, which clients send as text or as a number; undefined for any other value. */
export const idText = (value: Json): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : undefined;

/** Returns a list of texts, or undefined when the value is no list or one of its items cannot be read. */
export function listOf(value: Json, read: (item: Json) => string | undefined): readonly string[] | undefined {
  if (!isList(value)) return undefined;
  const list: string[] = [];
  for (const item of value) {
    const text = read(item);
    if (text === undefined) return undefined;
    list.push(text);
  }
  return list;
}
