import { expect, test } from 'vitest';
import { FACTS, http, runOf, scenario } from './run.test-helper.ts';
import { readRunJson, runJson } from './run-json.ts';

test('a run reads back as it was written', () => {
  const run = runOf([scenario(8), scenario(9, { verdict: 'failed', trace: [http({ a: 'ü\n' }, { status: 'ok' })] })]);
  expect(readRunJson(runJson(run))).toEqual(run);
  expect(readRunJson(runJson(runOf([])))).toEqual(runOf([]));
});

test('traces of what passed stay in the messages', () => {
  const run = runOf([scenario(8, { trace: [http({}, {})] })]);
  expect(readRunJson(runJson(run)).scenarios).toEqual([scenario(8)]);
});

test('a scenario is a line, so that runs can be compared by text', () => {
  const lines = runJson(runOf([scenario(8), scenario(9)])).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines.slice(0, 3)).toEqual(['{"schema":1,', `"facts":${JSON.stringify(FACTS)},`, '"scenarios":[']);
  expect(lines[3]?.startsWith('{"id":"features/trade/cancelOrders.feature:8",')).toBe(true);
});

test.each([
  ['{', 'it is no JSON'],
  ['null', 'it is no run'],
  ['{"schema":1,"facts":{}}', 'it is no run'],
  ['{"facts":{},"scenarios":[]}', 'it has schema undefined, and this version reads 1: make it again from the messages'],
  ['{"schema":2,"facts":{},"scenarios":[]}', 'it has schema 2, and this version reads 1'],
])('%s is refused', (text, why) => {
  expect(() => readRunJson(text)).toThrow(why);
});
