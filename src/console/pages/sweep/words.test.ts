import { expect, test } from 'vitest';
import { seedsText, setText, sweepCommand, valueText } from './words.ts';

test.each([
  [['1', '2', '3'], '1..3'],
  [['1', '2', '5', '7', '8'], '1..2,5,7..8'],
  [['9', '8'], '9,8'],
  [['01', '02', 'a'], '01,02,a'],
  [[], ''],
])('the seeds %j are written as %s', (seeds, text) => {
  expect(seedsText(seeds)).toBe(text);
});

test('a set of parameters is named by the last parts of its paths, unless two are equal', () => {
  expect(setText({ 'strategy.spread': '4', 'strategy.size': '0.1' })).toBe('spread 4, size 0.1');
  expect(setText({ 'a.size': '4', 'b.size': '1' })).toBe('a.size 4, b.size 1');
  expect(setText({})).toBe('as in the scenario');
});

test('the command makes the same sweep', () => {
  const plan = {
    id: 'i',
    scenario: 'my scenario',
    source: 's',
    seeds: ['1', '2'],
    parameters: [{ path: 'strategy.spread', values: ['2', '4'] }],
    jobs: 4,
  };
  expect(sweepCommand(plan)).toBe(`npx perpsim sweep 'my scenario' --seeds 1..2 --set strategy.spread=2,4`);
});

test.each([
  ['pnl', -12.345, '−12.35'],
  ['sharpe', 1.23456, '1.235'],
  ['fillRatio', 0.5, '50.00 %'],
  ['fills', 1234, '1,234'],
  ['fills', 12.25, '12.3'],
  ['adverseSelection10s', -0.5, '−0.50 bp'],
  ['somethingNew', 2, '2.000'],
])('%s of %d is shown as %s', (figure, value, text) => {
  expect(valueText(figure, value)).toBe(text);
});
