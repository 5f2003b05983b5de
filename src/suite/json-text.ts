/** A request as JSON. An integer that a number cannot hold comes as a bigint and keeps its digits. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${MARK}${inner}` : inner)).replace(
    MARKED,
    '$1',
  );

/** Begins the text that stands for such an integer until the whole is written. */
const MARK = '\u0000';
const MARKED = /"\\u0000(\d+)"/g;
