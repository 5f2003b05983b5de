import { type Envelope, type TestStepResult, TestStepResultStatus } from '@cucumber/messages';

/**
 * How many tests a report says ran, and how they ended. Only what passed counts as passed. Skipped are tests that need a
 * program which this machine lacks. Pending, undefined, unloadable and otherwise skipped tests are failures, because
 * they have not been seen to pass.
 */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export interface VitestTest {
  readonly status: string;
  readonly ancestorTitles?: readonly string[];
  readonly title?: string;
  /** Stacks of its errors, message first. */
  readonly failureMessages?: readonly string[];
  readonly meta?: { readonly needs?: readonly string[] };
}

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why a file did not load. */
    readonly message?: string;
    readonly assertionResults: readonly VitestTest[];
  }[];
}

/** Returns those of the named programs that are missing and whose tests may be skipped. */
export type Lacks = (needs: readonly string[]) => readonly string[];

/** Says whether a test was skipped for lack of a program. */
export const isSkipped = ({ status, meta }: VitestTest, lacks: Lacks): boolean =>
  status === 'skipped' && lacks(meta?.needs ?? []).length > 0;

/** Counts of all files. A file that failed without a failed test did not load: one failure. */
export function countVitest(report: VitestReport, lacks: Lacks): Counts {
  return report.testResults
    .map((file) => {
      const passed = file.assertionResults.filter((test) => test.status === 'passed').length;
      const skipped = file.assertionResults.filter((test) => isSkipped(test, lacks)).length;
      const failed = file.assertionResults.length - passed - skipped;
      const isUnloaded = failed === 0 && file.status !== 'passed';
      return { passed, failed: isUnloaded ? 1 : failed, skipped };
    })
    .reduce(addCounts, NONE);
}

/** Tests of one file that lack the same programs: skipped, or failed in CI. */
export interface Skip {
  /** Path of the file, as the report has it. */
  readonly file: string;
  readonly title: string;
  readonly tests: number;
  readonly missing: readonly string[];
}

/** What a report says did not pass for lack of a program, by group of tests: a suite, or a test outside of suites. */
export function skipsOf(report: VitestReport, lacks: Lacks): Skip[] {
  const skips = new Map<string, Skip>();
  for (const { name: file, assertionResults } of report.testResults) {
    for (const test of assertionResults.filter(({ status }) => status !== 'passed')) {
      const missing = lacks(test.meta?.needs ?? []);
      if (missing.length === 0) continue;
      const title = test.ancestorTitles?.find((one) => one !== '') ?? test.title ?? '';
      const key = JSON.stringify([file, title, missing]);
      skips.set(key, { file, title, missing, tests: (skips.get(key)?.tests ?? 0) + 1 });
    }
  }
  return [...skips.values()].sort((a, b) => (`${a.file} ${a.title}` < `${b.file} ${b.title}` ? -1 : 1));
}

/** How a scenario ended that is not retried. */
interface Ended {
  /** Id of its last attempt. */
  readonly attempt: string;
  readonly end: keyof Counts;
  /** The first of its worst steps; absent when it passed. */
  readonly worst?: TestStepResult;
}

/**
 * Each finished scenario of a stream of Cucumber messages, by its worst step.
 *
 * @param maySkip - whether something is missing here that excuses scenarios whose worst step says that it is skipped
 */
export function endedScenarios(envelopes: readonly Envelope[], maySkip = false): Ended[] {
  const worst = new Map<string, Pick<Ended, 'end' | 'worst'>>();
  const ended: Ended[] = [];
  for (const { testStepFinished, testCaseFinished } of envelopes) {
    if (testStepFinished && !isPassed(testStepFinished.testStepResult)) {
      const { testCaseStartedId, testStepResult } = testStepFinished;
      const end = maySkip && isSkip(testStepResult) ? 'skipped' : 'failed';
      // Steps behind one that has failed are skipped too.
      const known = worst.get(testCaseStartedId);
      if (!known || (known.end === 'skipped' && end === 'failed'))
        worst.set(testCaseStartedId, { end, worst: testStepResult });
    }
    if (testCaseFinished && !testCaseFinished.willBeRetried) {
      const attempt = testCaseFinished.testCaseStartedId;
      ended.push({ attempt, end: 'passed', ...worst.get(attempt) });
    }
  }
  return ended;
}

/** Counts of a stream of Cucumber messages; `maySkip` as for `endedScenarios`. */
export const countMessages = (envelopes: readonly Envelope[], maySkip = false): Counts =>
  endedScenarios(envelopes, maySkip)
    .map(({ end }) => ({ ...NONE, [end]: 1 }))
    .reduce(addCounts, NONE);

const isPassed = (result: TestStepResult): boolean => result.status === TestStepResultStatus.PASSED;
const isSkip = (result: TestStepResult): boolean => result.status === TestStepResultStatus.SKIPPED;

/** The line a pipeline reads. Skipped tests are named where there are any. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
