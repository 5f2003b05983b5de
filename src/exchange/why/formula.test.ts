import { describe, expect, test } from 'vitest';
import { evaluate, filledIn } from './explanation.ts';

const VALUES = new Map([
  ['a', '1.5'],
  ['b[BTC-USDT]', '-2'],
  ['status', 'closed'],
  ['quote', "it's"],
]);
const valueOf = (name: string): string => VALUES.get(name) ?? `no ${name}`;

describe('a formula', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 2 - 3', '5'],
    ['1 / 8', '0.125'],
    ['-a', '-1.5'],
    ['a * b[BTC-USDT]', '-3'],
    ['abs(b[BTC-USDT])', '2'],
    ['max(a, b[BTC-USDT], 0)', '1.5'],
    ['min(a, 1)', '1'],
    ['round(2.5)', '2'],
    ['round(3.5)', '4'],
    ['round(-2.5)', '-2'],
    ['roundDown(-0.1)', '-1'],
    ['roundUp(1 / 3, 8)', '0.33333334'],
    ['roundDown(2 / 3, 2)', '0.66'],
    ['1.0 = 1', 'yes'],
    ['a > 2 or a < 2', 'yes'],
    ['a > 2 and a < 2', 'no'],
    [`status = 'closed'`, 'yes'],
    [`status != 'closed' or a >= 1.5`, 'yes'],
  ])('%s is %s', (formula, value) => {
    expect(evaluate(formula, valueOf)).toBe(value);
  });

  test.each([
    ['1 / 0', 'a formula does not divide by zero'],
    ['1 / 3', 'a step rounds what no decimal can write'],
    ['1 +', 'a formula has a value where one is needed'],
    ['1 2', 'a formula ends where it should'],
    ['1 ? 2', 'not a formula'],
    ['status + 1', 'only numbers are counted with'],
    [`status > 'open'`, 'words have no order'],
  ])('%s is none: %s', (formula, why) => {
    expect(() => evaluate(formula, valueOf)).toThrow(why);
  });

  test('is written with its numbers, negative ones in parentheses and words in quotes', () => {
    expect(filledIn(`max(a, b[BTC-USDT]) = 'a' and status != quote`, valueOf)).toBe(
      `max(1.5, (-2)) = 'a' and 'closed' != 'it"s'`,
    );
  });
});
