import type { Envelope } from '@cucumber/messages';
import { expect, test } from 'vitest';
import { attempt, CASES, DOCUMENT, SCENARIO } from '../results/messages.test-helper.ts';
import { ATTACHED } from '../results/run.ts';
import { Retries } from './retries.ts';

const MOVED = [ATTACHED.skipped, { reason: 'the market has moved', lacks: ['moved'] }] as const;
const ABSENT = [ATTACHED.skipped, { reason: 'needs clock', lacks: ['clock'] }] as const;
const SKIPPED = { before: 'PASSED', 'c1-1': 'PASSED', 'c1-2': 'SKIPPED', 'c1-3': 'SKIPPED', after: 'PASSED' };
const ID = 'features/trade/cancelOrders.feature:8';

function begun(): Retries {
  const retries = new Retries();
  for (const one of [DOCUMENT, SCENARIO, ...CASES]) retries.receive(one);
  return retries;
}

/** Whether the end of the attempt says that it will be repeated. */
function isRepeated(retries: Retries, messages: readonly Envelope[]): boolean | undefined {
  return messages.map((one) => retries.receive(one)).at(-1)?.testCaseFinished?.willBeRetried;
}

test('a scenario whose market has moved is tried three times in all', () => {
  const retries = begun();
  const tries = [1, 2, 3].map((id) => {
    const again = isRepeated(retries, attempt('c1', SKIPPED, [MOVED], { id: `try ${id}` }));
    return [again, [...retries.take()]];
  });
  expect(tries).toEqual([
    [true, [ID]],
    [true, [ID]],
    [false, []],
  ]);
});

test.each([
  ['needs what the target does not offer', attempt('c1', SKIPPED, [ABSENT])],
  ['passed', attempt('c1', { ...SKIPPED, 'c1-2': 'PASSED', 'c1-3': 'PASSED' })],
  ['failed although its market has moved', attempt('c1', { ...SKIPPED, after: ['FAILED', 'no'] }, [MOVED])],
])('a scenario that %s is tried once', (_what, messages) => {
  const retries = begun();
  expect(isRepeated(retries, messages)).toBe(false);
  expect([...retries.take()]).toEqual([]);
});
