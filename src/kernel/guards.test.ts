import { expect, test } from 'vitest';
import { isFlag, isListOf, isNumber, isShape, isTableOf, isText, isWordOf, orMissing, orNull } from './guards.ts';

interface Held {
  readonly name: string;
  readonly size: number | null;
  readonly side?: 'buy' | 'sell';
  readonly levels: readonly { readonly price: string }[];
}

const isHeld = isShape<Held>({
  name: isText,
  size: orNull(isNumber),
  side: orMissing(isWordOf('buy', 'sell')),
  levels: isListOf(isShape({ price: isText })),
});

const HELD = { name: 'a', size: null, side: 'buy', levels: [{ price: '1' }], newer: true };

test('a shape accepts its members and any others', () => {
  const { side: _side, ...without } = HELD;
  expect([HELD, without, { ...HELD, size: 2, levels: [] }].map(isHeld)).toEqual([true, true, true]);
});

test.each([
  ['a member that is not there', { ...HELD, name: undefined }],
  ['null where a member may only be missing', { ...HELD, side: null }],
  ['a word that is none of them', { ...HELD, side: 'both' }],
  ['a text in place of a number', { ...HELD, size: '2' }],
  ['a list with one wrong item', { ...HELD, levels: [{ price: '1' }, { price: 1 }] }],
  ['a record in place of a list', { ...HELD, levels: { 0: { price: '1' } } }],
  ['a list in place of a record', [HELD]],
  ['null', null],
])('a shape refuses %s', (_what, value) => {
  expect(isHeld(value)).toBe(false);
});

test('a table holds members of one kind', () => {
  const is = isTableOf(orNull(isFlag));
  expect([{}, { a: true, b: null }].map(is)).toEqual([true, true]);
  expect([{ a: true, b: 1 }, [true], null].map(is)).toEqual([false, false, false]);
});
