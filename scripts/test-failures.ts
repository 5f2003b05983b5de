import { stripVTControlCharacters } from 'node:util';
import type { Envelope } from '@cucumber/messages';
import { endedScenarios, isSkipped, type Lacks, type VitestReport } from './test-counts.ts';

/** A test that did not pass. */
export interface Failure {
  /** Path of its file as the report has it, with the line of a scenario. */
  readonly file: string;
  /** From the outermost group to the test; none for a file that did not load. */
  readonly titles: readonly string[];
  /** The first line of what it says. */
  readonly error: string;
}

/** What did not pass, by name; without tests that were skipped because a program is missing. */
export function failuresOfVitest(report: VitestReport, lacks: Lacks): Failure[] {
  return report.testResults.flatMap(({ name: file, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status !== 'passed' && !isSkipped(test, lacks));
    if (failed.length === 0 && status !== 'passed') return [{ file, titles: [], error: firstLine(message, status) }];
    return failed.map(({ ancestorTitles = [], title = '', failureMessages = [], status: end }) => ({
      file,
      titles: [...ancestorTitles, title].filter((each) => each !== ''),
      error: firstLine(failureMessages[0], end),
    }));
  });
}

/** What `countMessages` counts as failed, by name. */
export function failuresOfMessages(envelopes: readonly Envelope[], maySkip = false): Failure[] {
  const pickles = new Map(envelopes.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle]] : [])));
  const pickleOfCase = new Map(
    envelopes.flatMap(({ testCase }) => (testCase ? [[testCase.id, testCase.pickleId]] : [])),
  );
  const caseOfAttempt = new Map(
    envelopes.flatMap(({ testCaseStarted }) =>
      testCaseStarted ? [[testCaseStarted.id, testCaseStarted.testCaseId]] : [],
    ),
  );
  return endedScenarios(envelopes, maySkip)
    .filter(({ end }) => end === 'failed')
    .map(({ attempt, worst }) => {
      const pickle = pickles.get(pickleOfCase.get(caseOfAttempt.get(attempt) ?? '') ?? '');
      const line = pickle?.location ? `:${pickle.location.line}` : '';
      return {
        file: `${pickle?.uri ?? 'a feature'}${line}`,
        titles: [pickle?.name ?? 'a scenario'],
        error: firstLine(worst?.message, worst?.status.toLowerCase() ?? 'failed'),
      };
    });
}

/** How many failed tests are named at the end of a run. */
const NAMED_MAX = 20;

/** Lines that name the failed tests, for pipelines that keep the end of the output alone. */
export function failureLines(failures: readonly Failure[]): string[] {
  const lines = failures
    .slice(0, NAMED_MAX)
    .map(({ file, titles, error }) => `failed: ${[file, ...titles].join(' > ')}: ${error}`);
  return failures.length > NAMED_MAX ? [...lines, `and ${failures.length - NAMED_MAX} more`] : lines;
}

const firstLine = (text: string | undefined, otherwise: string): string =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? otherwise;
