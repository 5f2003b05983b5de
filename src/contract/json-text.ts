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
