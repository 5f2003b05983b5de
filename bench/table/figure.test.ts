import { expect, test } from 'vitest';
import { figure, micros, milliseconds, rate, ratio, short, side } from './figure.ts';

test('values are shown with three digits and without an exponent', () => {
  expect([0.12345, 1.2345, 12.345, 123.45, 123_456, -1.2345].map(short)).toEqual([
    '0.123',
    '1.23',
    '12.3',
    '123',
    '123456',
    '-1.23',
  ]);
  expect(rate(999.6)).toBe('1000/s');
  expect(rate(155_432)).toBe('155.4k/s');
  expect(milliseconds(0.0312)).toBe('0.031 ms');
  expect(micros(21.04)).toBe('21 us');
});

test('a figure is the median of its rounds', () => {
  expect(figure('row', [3, 1, 2], 'three')).toEqual({
    row: 'row',
    value: 2,
    rounds: [3, 1, 2],
    measured: 'three',
    yardstick: '',
  });
});

test('a ratio is the median of the ratios of the rounds, with both sides in their own units', () => {
  const own = side([100, 10, 120], rate, '2 refused');
  const yardstick = side([50, 20, 60], rate);
  expect(ratio('row', own, yardstick)).toEqual({
    row: 'row',
    value: 2,
    rounds: [2, 0.5, 2],
    measured: '100/s, 2 refused',
    yardstick: '50/s',
  });
});
