import { describe, expect, test } from 'vitest';
import { aroundStep, offStep, overMost, underLeast } from './advice.ts';

describe('a figure beside its step', () => {
  test.each([
    ['94500.37', '1', '94500', '94501'],
    ['94500', '1', '94500', '94500'],
    ['0.123456', '0.00001', '0.12345', '0.12346'],
    ['-0.5', '1', '-1', '0'],
    ['7', '2.5', '5', '7.5'],
  ])('%s lies between multiples of %s', (figure, step, below, above) => {
    expect(aroundStep(figure, step)).toEqual({ below, above });
  });

  test.each([
    ['94500.37', '1', '94,500.37 is no multiple of the tick 1; use 94,500 or 94,501'],
    ['0.4', '1', '0.4 is no multiple of the tick 1; use 1'],
    ['-0.5', '1', '−0.5 is no multiple of the tick 1; use 1'],
  ])('%s off the tick %s says what to use', (figure, size, sentence) => {
    expect(offStep(figure, { name: 'tick', size })).toBe(sentence);
  });

  test('a multiple, and a text that is no decimal, have no sentence', () => {
    expect(offStep('94500', { name: 'tick', size: '1' })).toBeUndefined();
    expect(offStep('much', { name: 'tick', size: '1' })).toBeUndefined();
  });
});

test('a figure beyond its limits says the limit', () => {
  expect(underLeast('0.0005', 'the least size', '0.001')).toBe(
    '0.0005 is less than the least size 0.001; use 0.001 or more',
  );
  expect(overMost('15', 'what a market order may have', '10')).toBe(
    '15 is more than what a market order may have, 10; use 10 or less',
  );
});
