import { expect, test } from 'vitest';
import { diffRuns, diffText, isSame } from './diff.ts';
import { FACTS, http, runOf, scenario } from './run.test-helper.ts';

const OTHER = { target: { ...FACTS.target, name: 'http://other.example/v1' } };
const PLACE = { params: { action: 'placeOrders' } };
const traced = (line: number, response: unknown) => scenario(line, { trace: [http(PLACE, response)] });

test('a run does not differ from itself', () => {
  const run = runOf([traced(8, { orderId: '5', price: '1' }), scenario(9)]);
  const diff = diffRuns(run, structuredClone(run));
  expect(diff).toEqual({
    left: 'perpsim in process',
    right: 'perpsim in process',
    scenarios: 2,
    compared: 1,
    verdicts: [],
    responses: [],
  });
  expect(isSame(diff)).toBe(true);
  expect(diffText(diff)).toBe(`left   perpsim in process
right  perpsim in process

no difference in 2 scenarios
the responses of 1 scenario were compared
`);
});

const LEFT = runOf([
  scenario(8),
  scenario(9, { verdict: 'skipped', reason: 'needs clock' }),
  traced(10, { price: '1', side: 'buy' }),
  scenario(12, { uri: 'features/auth/nonce.feature' }),
]);
const RIGHT = runOf(
  [scenario(8, { verdict: 'failed', error: 'no' }), scenario(9), traced(10, { price: '2', side: 'buy' }), scenario(30)],
  OTHER,
);

test('verdicts, scenarios of only one run, and responses are listed in the order of the features', () => {
  const diff = diffRuns(LEFT, RIGHT);
  expect(diff.verdicts).toEqual([
    { id: 'features/auth/nonce.feature:12', name: 'case 12', left: 'passed', right: null, reason: null },
    { id: 'features/trade/cancelOrders.feature:8', name: 'case 8', left: 'passed', right: 'failed', reason: null },
    {
      id: 'features/trade/cancelOrders.feature:9',
      name: 'case 9',
      left: 'skipped',
      right: 'passed',
      reason: 'needs clock',
    },
    { id: 'features/trade/cancelOrders.feature:30', name: 'case 30', left: null, right: 'passed', reason: null },
  ]);
  expect(diff.responses).toEqual([
    {
      id: 'features/trade/cancelOrders.feature:10',
      name: 'case 10',
      differences: [{ about: 'POST /v1/trade placeOrders', path: 'price', left: '"1"', right: '"2"' }],
    },
  ]);
  expect(isSame(diff)).toBe(false);
  expect(diffText(diff)).toBe(`left   perpsim in process
right  http://other.example/v1

4 verdicts differ:
  features/auth/nonce.feature:12  case 12: passed, not run
  features/trade/cancelOrders.feature:8  case 8: passed, failed
  features/trade/cancelOrders.feature:9  case 9: skipped, passed (needs clock)
  features/trade/cancelOrders.feature:30  case 30: not run, passed

features/trade/cancelOrders.feature:10  case 10
  POST /v1/trade placeOrders  price
    left   "1"
    right  "2"

5 scenarios: 4 other verdicts, 1 scenario with other responses
the responses of 1 scenario were compared
`);
});

test('responses can be excluded', () => {
  const diff = diffRuns(LEFT, RIGHT, 'verdicts');
  expect(diff).toMatchObject({ compared: null, responses: [] });
  expect(diffText(diff).endsWith('\n5 scenarios: 4 other verdicts, 0 scenarios with other responses\n')).toBe(true);
});

test('what was not compared is not called the same', () => {
  const diff = diffRuns(runOf([traced(8, {})]), runOf([scenario(8)]));
  expect(diff.compared).toBe(0);
  expect(diffText(diff)).toContain('\nno responses were compared: their traces are kept with --trace all\n');
});

test('moments are held against each other only where both have a clock', () => {
  const trace = (second: number) => [http(PLACE, { timestamp: 1_767_323_045_000 }), http(PLACE, { timestamp: second })];
  const at = (second: number, capabilities: readonly string[]) =>
    runOf([scenario(8, { trace: trace(second) })], { capabilities });
  const differs = (mine: readonly string[], theirs: readonly string[]): boolean =>
    !isSame(diffRuns(at(1_767_323_045_000, mine), at(1_767_323_045_009, theirs)));
  expect(differs(['clock'], ['clock'])).toBe(true);
  expect(differs(['clock'], [])).toBe(false);
});

test('of many differences in one scenario the text shows the first', () => {
  const response = (price: string) => Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`price${i}`, price]));
  const text = diffText(diffRuns(runOf([traced(8, response('1'))]), runOf([traced(8, response('2'))])));
  expect(text).toContain(' placeOrders  price4\n');
  expect(text).not.toContain('price5');
  expect(text).toContain('\n  and 4 more\n');
});
