import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { DECIMAL_TEXT_MAX, normalizeDecimal, unitsOfShort } from './decimal.ts';
import { RandomInputs } from './random-inputs.test-helper.ts';

const TEXTS = 15_000;
const ALPHABET = '0000123456789..-+e x';
const GRAMMAR = /^-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const Exact = Decimal.clone({ precision: 200, toExpNeg: -200, toExpPos: 200 });

/** Random texts, most of them decimals; some are longer than the exchange reads. */
function* texts(purpose: string): Generator<string> {
  const draw = new RandomInputs('9', purpose);
  for (let index = 0; index < TEXTS; index += 1) {
    const length = draw.chance(10_000) ? draw.between(120, 135) : draw.between(0, 18);
    const size = draw.chance(900_000) ? 15 : ALPHABET.length;
    let text = '';
    for (let at = 0; at < length; at += 1) text += ALPHABET.charAt(draw.between(0, size - 1));
    yield text;
  }
}

test('the one spelling of a decimal text is that of its exact value', () => {
  let own = 0;
  for (const text of texts('spelling')) {
    const isDecimal = GRAMMAR.test(text) && text.length <= DECIMAL_TEXT_MAX;
    const expected = isDecimal ? new Exact(text).plus(0).toString() : undefined;
    expect([text, normalizeDecimal(text)]).toEqual([text, expected]);
    if (expected === text) own += 1;
  }
  expect(own).toBeGreaterThan(1_500);
});

test('a short text read digit by digit has its exact units, and any other is left to exact arithmetic', () => {
  let read = 0;
  for (const text of texts('units')) {
    const units = unitsOfShort(text);
    if (units < 0) continue;
    expect([text, units]).toEqual([text, new Exact(text).times(100_000_000).toNumber()]);
    read += 1;
  }
  expect(read).toBeGreaterThan(3_000);
});
