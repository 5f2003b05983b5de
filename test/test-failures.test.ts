import { type Envelope, TestStepResultStatus } from '@cucumber/messages';
import { expect, test } from 'vitest';
import { failureLines, failuresOfMessages, failuresOfVitest } from '../scripts/test-failures.ts';

/** This machine has everything but redis-server. */
const lacks = (needs: readonly string[]): string[] => needs.filter((name) => name === 'redis-server');

test('a failed test of vitest is named by file, titles and the first line of its error, without colours', () => {
  const failed = {
    status: 'failed',
    ancestorTitles: ['', 'orders', 'of a closed market'],
    title: 'are refused',
    failureMessages: ['\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at a.test.ts:3:1', 'Error: another'],
  };
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', title: 'passes' }, failed] },
    ],
  };
  expect(failureLines(failuresOfVitest(report, lacks))).toEqual([
    'failed: a.test.ts > orders > of a closed market > are refused: AssertionError: expected 1 to be 2',
  ]);
});

test('a file that did not load, and a test that was skipped without reason, are named as well', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: "\nCannot find module './b.ts'\n", assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'passed',
        assertionResults: [
          { status: 'skipped', title: 'left out' },
          { status: 'skipped', title: 'lacks its program', meta: { needs: ['redis-server'] } },
        ],
      },
    ],
  };
  expect(failureLines(failuresOfVitest(report, lacks))).toEqual([
    "failed: a.test.ts: Cannot find module './b.ts'",
    'failed: b.test.ts > left out: skipped',
  ]);
});

/** Messages of a scenario whose steps end so. */
function scenario(id: string, line: number, ...results: readonly { status: TestStepResultStatus; message?: string }[]) {
  const timestamp = { seconds: 0, nanos: 0 };
  const duration = timestamp;
  const messages: Envelope[] = [
    {
      pickle: {
        id: `pickle ${id}`,
        uri: 'features/a.feature',
        location: { line },
        name: `Scenario ${id}`,
        ...{ language: 'en', steps: [], tags: [], astNodeIds: [] },
      },
    },
    { testCase: { id: `case ${id}`, pickleId: `pickle ${id}`, testSteps: [] } },
    { testCaseStarted: { id, testCaseId: `case ${id}`, attempt: 0, timestamp } },
    ...results.map((result) => ({
      testStepFinished: {
        testCaseStartedId: id,
        testStepId: 's',
        timestamp,
        testStepResult: { ...result, duration },
      },
    })),
    { testCaseFinished: { testCaseStartedId: id, willBeRetried: false, timestamp } },
  ];
  return messages;
}

test('a failed scenario is named by file, line, name and the first line of what its worst step says', () => {
  const { PASSED, FAILED, SKIPPED, UNDEFINED } = TestStepResultStatus;
  const messages = [
    ...scenario('1', 4, { status: PASSED }),
    ...scenario('2', 9, { status: FAILED, message: 'the balance is 9\n    at step' }, { status: SKIPPED }),
    ...scenario('3', 15, { status: UNDEFINED }),
    ...scenario('4', 20, { status: SKIPPED }),
  ];
  expect(failureLines(failuresOfMessages(messages, true))).toEqual([
    'failed: features/a.feature:9 > Scenario 2: the balance is 9',
    'failed: features/a.feature:15 > Scenario 3: undefined',
  ]);
  expect(failuresOfMessages(messages)).toHaveLength(3);
});

test('twenty failed tests are named, the others counted', () => {
  const failures = Array.from({ length: 23 }, (_, index) => ({
    file: 'a.test.ts',
    titles: [`test ${index + 1}`],
    error: 'Error: no',
  }));
  const lines = failureLines(failures);
  expect(lines).toHaveLength(21);
  expect(lines.slice(-2)).toEqual(['failed: a.test.ts > test 20: Error: no', 'and 3 more']);
  expect(failureLines(failures.slice(0, 20)).at(-1)).toBe('failed: a.test.ts > test 20: Error: no');
});
