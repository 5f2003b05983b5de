import { type Envelope, TestStepResultStatus } from '@cucumber/messages';
import { expect, test } from 'vitest';
import { closingLine, countMessages, countVitest } from '../scripts/test-counts.ts';

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map((item) => ({ status: item })),
});

const all = (): boolean => true;

test('only passed tests count as passed', () => {
  const report = { testResults: [file('a.test.ts', 'failed', 'passed', 'failed', 'skipped', 'todo', 'passed')] };
  expect(countVitest(report, all)).toEqual({ passed: 2, failed: 3 });
});

test('a file that did not load is one failure', () => {
  expect(countVitest({ testResults: [file('a.test.ts', 'failed')] }, all)).toEqual({ passed: 0, failed: 1 });
  expect(countVitest({ testResults: [file('a.test.ts', 'failed', 'passed')] }, all)).toEqual({ passed: 1, failed: 1 });
});

test('files are counted for the project they belong to', () => {
  const report = {
    testResults: [file('a.test.ts', 'passed', 'passed'), file('b.property.test.ts', 'passed', 'passed')],
  };
  expect(countVitest(report, (name) => name.endsWith('.property.test.ts'))).toEqual({ passed: 1, failed: 0 });
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
  expect(countMessages(messages)).toEqual({ passed: 1, failed: 2 });
});

test('an attempt that is retried is not counted', () => {
  const messages = [
    step('1', TestStepResultStatus.FAILED),
    finished('1', true),
    step('2', TestStepResultStatus.PASSED),
    finished('2'),
  ];
  expect(countMessages(messages)).toEqual({ passed: 1, failed: 0 });
});

test('the closing line has one form', () => {
  expect(closingLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
});
