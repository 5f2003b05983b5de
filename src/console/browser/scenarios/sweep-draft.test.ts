import { expect, test } from 'vitest';
import { runsOf, valuesAround } from './sweep-draft.ts';

test('counts the runs of every combination', () => {
  expect(runsOf({ seeds: '10', varied: [] })).toEqual({ runs: 10 });
  const varied = [
    { path: 'strategy.spread', values: '2, 4,8' },
    { path: 'strategy.size', values: '0.05,0.1' },
  ];
  expect(runsOf({ seeds: '5', varied })).toEqual({ runs: 30 });
});

test('names the field that is wrong', () => {
  expect(runsOf({ seeds: '0', varied: [] })).toMatchObject({ field: 'seeds' });
  expect(runsOf({ seeds: '2', varied: [{ path: 'strategy.spread', values: '' }] })).toMatchObject({ field: 0 });
  expect(runsOf({ seeds: '2', varied: [{ path: 'strategy.spread', values: '2,x' }] })).toMatchObject({ field: 0 });
  expect(runsOf({ seeds: '2', varied: [{ path: 'strategy.spread', values: '2,2' }] })).toEqual({
    field: 0,
    problem: 'each value once',
  });
});

test('proposes values around that of the scenario', () => {
  expect(valuesAround('4')).toBe('2,4,8');
  expect(valuesAround('1')).toBe('1,2');
  expect(valuesAround('0.05')).toBe('0.025,0.05,0.1');
  expect(valuesAround('0')).toBe('0');
});
