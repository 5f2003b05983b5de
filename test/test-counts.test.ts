import { type Envelope, TestStepResultStatus } from '@cucumber/messages';
import { describe, expect, test } from 'vitest';
import { closingLine, countMessages, countVitest, skipsOf } from '../scripts/test-counts.ts';

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map((item) => ({ status: item })),
});

/** This machine has everything but redis-server. */
const lacks = (needs: readonly string[]): string[] => needs.filter((name) => name === 'redis-server');
const nothing = (): string[] => [];

test('only passed tests count as passed', () => {
  const report = { testResults: [file('a.test.ts', 'failed', 'passed', 'failed', 'skipped', 'todo', 'passed')] };
  expect(countVitest(report, lacks)).toEqual({ passed: 2, failed: 3, skipped: 0 });
});

test('a file that did not load is one failure', () => {
  const unloaded = { testResults: [file('a.test.ts', 'failed')] };
  expect(countVitest(unloaded, lacks)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  const broken = { testResults: [file('a.test.ts', 'failed', 'passed')] };
  expect(countVitest(broken, lacks)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

describe('a test that is skipped', () => {
  const needing = (...needs: string[]) => ({
    status: 'skipped',
    meta: { needs },
    ancestorTitles: ['queue'],
    title: 'a',
  });
  const withTests = (...assertionResults: object[]) => ({
    testResults: [
      { name: 'queue.test.ts', status: 'passed', assertionResults: assertionResults as { status: string }[] },
    ],
  });

  test('counts as skipped when a program that it needs is missing', () => {
    const report = withTests(needing('redis-server'), needing('curl', 'redis-server'), { status: 'passed' });
    expect(countVitest(report, lacks)).toEqual({ passed: 1, failed: 0, skipped: 2 });
  });

  test('counts as failed when its program is there, and where nothing excuses it', () => {
    expect(countVitest(withTests(needing('curl')), lacks)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countVitest(withTests(needing('redis-server')), nothing)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('is named with those of its group that lack the same', () => {
    const report = withTests(needing('redis-server'), needing('redis-server'), needing('curl'), { status: 'passed' });
    expect(skipsOf(report, lacks)).toEqual([
      { file: 'queue.test.ts', title: 'queue', tests: 2, missing: ['redis-server'] },
    ]);
  });
});

const step = (testCaseStartedId: string, status: TestStepResultStatus): Envelope => ({
  testStepFinished: {
    testCaseStartedId,
    testStepId: 's',
    timestamp: { seconds: 0, nanos: 0 },
    testStepResult: { status, duration: { seconds: 0, nanos: 0 } },
  },
});
const finished = (testCaseStartedId: string, willBeRetried = false): Envelope => ({
  testCaseFinished: { testCaseStartedId, willBeRetried, timestamp: { seconds: 0, nanos: 0 } },
});

test('a scenario passes when all its steps do, and a skipped or undefined step fails it', () => {
  const { PASSED, SKIPPED, UNDEFINED } = TestStepResultStatus;
  const messages = [
    step('1', PASSED),
    finished('1'),
    step('2', PASSED),
    step('2', SKIPPED),
    finished('2'),
    step('3', UNDEFINED),
    finished('3'),
  ];
  expect(countMessages(messages)).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test('a scenario that says that it is skipped counts as failed, or as skipped where something is missing', () => {
  const messages = [
    ...[step('1', TestStepResultStatus.SKIPPED), finished('1')],
    ...[step('2', TestStepResultStatus.FAILED), step('2', TestStepResultStatus.SKIPPED), finished('2')],
    ...[step('3', TestStepResultStatus.SKIPPED), step('3', TestStepResultStatus.FAILED), finished('3')],
    ...[step('4', TestStepResultStatus.PASSED), finished('4')],
  ];
  expect(countMessages(messages)).toEqual({ passed: 1, failed: 3, skipped: 0 });
  expect(countMessages(messages, true)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test('an attempt that is retried is not counted', () => {
  const messages = [
    step('1', TestStepResultStatus.FAILED),
    finished('1', true),
    step('2', TestStepResultStatus.PASSED),
    finished('2'),
  ];
  expect(countMessages(messages)).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test('the closing line names skipped tests where there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(closingLine({ passed: 12, failed: 1, skipped: 8 })).toBe('12 passed, 1 failed, 8 skipped');
});
