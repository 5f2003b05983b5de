import { type Envelope, TestStepResultStatus } from '@cucumber/messages';

/** One scenario that ran; every row of an Examples block is one. */
export interface ScenarioResult {
  readonly name: string;
  /** File and line, as a reader finds it. */
  readonly where: string;
  /** With those of its Feature, its Rule and, for a row, its Examples block; no `@` in front. */
  readonly tags: readonly string[];
  readonly passed: boolean;
}

/**
 * The scenarios of a stream of Cucumber messages that ran to their end, each by its last attempt. Cucumber has put the
 * tags together already: a row carries those of its own Examples block and of no other.
 */
export function scenariosOf(envelopes: readonly Envelope[]): ScenarioResult[] {
  const pickles = new Map(envelopes.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle]] : [])));
  const pickleOfCase = new Map(
    envelopes.flatMap(({ testCase }) => (testCase ? [[testCase.id, testCase.pickleId]] : [])),
  );
  const caseOfStart = new Map<string, string>();
  const failed = new Set<string>();
  const results: ScenarioResult[] = [];
  for (const { testCaseStarted, testStepFinished, testCaseFinished } of envelopes) {
    if (testCaseStarted) caseOfStart.set(testCaseStarted.id, testCaseStarted.testCaseId);
    if (testStepFinished && testStepFinished.testStepResult.status !== TestStepResultStatus.PASSED) {
      failed.add(testStepFinished.testCaseStartedId);
    }
    if (!testCaseFinished || testCaseFinished.willBeRetried) continue;
    const start = testCaseFinished.testCaseStartedId;
    const pickle = pickles.get(pickleOfCase.get(caseOfStart.get(start) ?? '') ?? '');
    if (!pickle) throw new Error('a scenario finished that was never announced: the messages are cut off');
    results.push({
      name: pickle.name,
      where: `${pickle.uri}:${pickle.location?.line ?? 0}`,
      tags: pickle.tags.map(({ name }) => name.replace(/^@/, '')),
      passed: !failed.has(start),
    });
  }
  return results;
}
