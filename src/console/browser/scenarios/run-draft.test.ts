import { expect, test } from 'vitest';
import { problemsOf, setOf } from './run-draft.ts';

test('a draft without any text runs the scenario as it is', () => {
  const draft = { seed: '', numbers: { 'strategy.spread': ' ' } };
  expect(problemsOf(draft)).toEqual({});
  expect(setOf(draft)).toEqual([]);
});

test('each field says what it takes', () => {
  expect(problemsOf({ seed: 'a b', numbers: { 'strategy.spread': '2,4', 'strategy.size': '0.5' } })).toEqual({
    seed: '1 to 64 letters, digits, dots, _ and -, such as 7',
    'strategy.spread': 'a number, such as 2.5',
  });
});

test('numbers are sent as a job takes them', () => {
  expect(setOf({ seed: '', numbers: { 'strategy.spread': ' 4 ', 'strategy.size': '' } })).toEqual([
    'strategy.spread=4',
  ]);
});
