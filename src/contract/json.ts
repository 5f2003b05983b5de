/** What the strict parser makes of a body: integers above 2^53 are bigint, objects have no prototype (R-10, SEC-21). */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Returns true for a JSON object: no list and not null. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A value that is JSON already, so that a response takes its text as it is. `T` is what it holds. `JSON.stringify` gives
 * the same, but has to read the text first.
 */
export class JsonText<T = unknown> {
  readonly text: string;
  /** Known to the compiler only. */
  declare readonly holds: T;

  constructor(text: string) {
    this.text = text;
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText(JSON.stringify(value));
  }

  value(): T {
    return JSON.parse(this.text) as T;
  }

  toJSON(): T {
    return this.value();
  }
}

/** The JSON of a list: as many of its first values as have room in so many bytes. Values are ASCII. */
export function fittingList<T>(values: Iterable<T>, bytesMax: number): JsonText<T[]> {
  let list = '';
  for (const value of values) {
    const text = JSON.stringify(value);
    if (list.length + text.length + 3 > bytesMax) break;
    list += list === '' ? text : `,${text}`;
  }
  return new JsonText(`[${list}]`);
}
