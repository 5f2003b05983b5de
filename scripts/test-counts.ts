import { type Envelope, type TestStepResult, TestStepResultStatus } from '@cucumber/messages';

/**
 * How many tests a report says ran, and how they ended. Only what passed counts as passed: skipped, pending,
 * undefined and unloadable tests are failures, because they have not been seen to pass.
 */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const NONE: Counts = { passed: 0, failed: 0 };

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
});

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Counts of the files whose path `belongs`. A file that failed without a failed test did not load: one failure. */
export function countVitest(report: VitestReport, belongs: (path: string) => boolean): Counts {
  return report.testResults
    .filter((file) => belongs(file.name))
    .map((file) => {
      const passed = file.assertionResults.filter((test) => test.status === 'passed').length;
      const failed = file.assertionResults.length - passed;
      return { passed, failed: failed === 0 && file.status !== 'passed' ? 1 : failed };
    })
    .reduce(addCounts, NONE);
}

/** Counts of a stream of Cucumber messages: each finished scenario that is not retried, by its worst step. */
export function countMessages(envelopes: readonly Envelope[]): Counts {
  const worst = new Map<string, boolean>();
  let counts = NONE;
  for (const { testStepFinished, testCaseFinished } of envelopes) {
    if (testStepFinished && !isPassed(testStepFinished.testStepResult)) {
      worst.set(testStepFinished.testCaseStartedId, false);
    }
    if (testCaseFinished && !testCaseFinished.willBeRetried) {
      const passed = worst.get(testCaseFinished.testCaseStartedId) ?? true;
      counts = addCounts(counts, passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
    }
  }
  return counts;
}

const isPassed = (result: TestStepResult): boolean => result.status === TestStepResultStatus.PASSED;

/** The line a pipeline reads. */
export const closingLine = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`;
