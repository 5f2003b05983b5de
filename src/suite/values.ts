import assert from 'node:assert/strict';

/**
 * Cells of a feature table. Written: text stays text; `true`, `false`, `null`, and anything that begins with
 * `[` or `{` is JSON; `number 5` is a JSON number, with all its digits; `text true` is that text; `<empty>` is the empty text;
 * `<absent>` leaves the key out.
 */
export const ABSENT = Symbol('absent');

export function valueOfCell(cell: string): unknown {
  if (cell === '<absent>') return ABSENT;
  if (cell === '<empty>') return '';
  if (cell === 'true' || cell === 'false' || cell === 'null' || /^[[{]/.test(cell)) return JSON.parse(cell);
  if (cell.startsWith('number ')) return numberOf(cell.slice('number '.length));
  if (cell.startsWith('text ')) return cell.slice('text '.length);
  return cell;
}

/** An integer that a number cannot hold is a bigint. */
function numberOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return /^\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** What a kind of value looks like, for values that a scenario cannot know. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  '<any>': (value) => value !== undefined,
  '<id>': (value) => typeof value === 'string' && /^[1-9][0-9]*$/.test(value),
  '<decimal>': (value) => typeof value === 'string' && /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(value),
  '<two decimals>': (value) => typeof value === 'string' && /^(0|[1-9][0-9]*)\.[0-9]{2}$/.test(value),
  '<ms>': (value) => typeof value === 'number' && Number.isSafeInteger(value) && value > 1_000_000_000_000,
  '<integer>': (value) => typeof value === 'number' && Number.isSafeInteger(value),
  '<boolean>': (value) => typeof value === 'boolean',
  '<text>': (value) => typeof value === 'string' && value !== '',
  '<address>': (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
  '<request id>': (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value),
};

/** What a cell ends with whose value may be left out. */
const OR_ABSENT = ' or absent';

/** Returns what a cell says of a value that is there, and whether it may be left out. */
export const optionalCell = (cell: string): { readonly cell: string; readonly mayBeAbsent: boolean } =>
  cell.endsWith(OR_ABSENT)
    ? { cell: cell.slice(0, -OR_ABSENT.length), mayBeAbsent: true }
    : { cell, mayBeAbsent: false };

/** Asserts that a value is what a cell says: a kind, an absence, the very value, or one of these ` or absent`. */
export function assertCell(actual: unknown, given: string, where: string): void {
  const { cell, mayBeAbsent } = optionalCell(given);
  if (mayBeAbsent && actual === undefined) return;
  const kind = Object.hasOwn(KINDS, cell) ? KINDS[cell] : undefined;
  if (kind) {
    if (kind(actual)) return;
    const message = `${where} should be ${cell}, is ${show(actual)}`;
    throw new assert.AssertionError({ message, actual, expected: cell, operator: 'kind' });
  }
  const length = /^<(\d+) items?>$/.exec(cell);
  if (length) {
    assert.ok(Array.isArray(actual), `${where} should be a list, is ${show(actual)}`);
    assert.equal(actual.length, Number(length[1]), `${where} should have ${length[1]} items`);
    return;
  }
  const expected = valueOfCell(cell);
  if (expected === ABSENT) assert.equal(actual, undefined, `${where} should be absent, is ${show(actual)}`);
  else assert.deepEqual(actual, expected, `${where} should be ${show(expected)}, is ${show(actual)}`);
}

const show = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

/** A request as JSON. An integer that a number cannot hold comes as a bigint and keeps its digits. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${MARK}${inner}` : inner)).replace(
    MARKED,
    '$1',
  );

/** Begins the text that stands for such an integer until the whole is written. */
const MARK = '\u0000';
const MARKED = /"\\u0000(\d+)"/g;
