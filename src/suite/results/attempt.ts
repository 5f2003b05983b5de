import type { Pickle, TestCase, TestStepResult, TestStepResultStatus } from '@cucumber/messages';
import { type GherkinIndex, MessagesError } from './gherkin-index.ts';
import type { Observed, StepResult, TraceEntry, Verdict } from './run.ts';

/** Why a scenario was skipped, and what the target lacked of what it needs, as it was attached. */
export interface Skipped {
  readonly reason: string;
  readonly lacks: readonly string[];
}

/** One attempt at a scenario, by the messages received so far. */
export interface Attempt {
  readonly pickle: Pickle;
  readonly testCase: TestCase;
  readonly startedMs: number;
  /** By the id of the step of the test case; hooks are steps as well. */
  readonly results: Map<string, TestStepResult>;
  readonly trace: TraceEntry[];
  observed: Observed;
  skipped: Skipped | null;
  /** Figures of the market by their terms; null where there are none. */
  terms: Readonly<Record<string, string>> | null;
}

export const NOTHING_OBSERVED: Observed = { served: [], refused: [], responses: 0, unexamined: 0, tokens: 0 };

/** What each status of Cucumber says of a step that a scenario is made of. */
const OUTCOME: Readonly<Record<TestStepResultStatus, 'passed' | 'failed' | 'skipped' | 'broken'>> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  // The suite cannot say what it has no sentence for.
  UNDEFINED: 'broken',
  AMBIGUOUS: 'broken',
  PENDING: 'broken',
  UNKNOWN: 'broken',
};

/** A step or a hook, what it came to, and its own words. */
interface StepOutcome {
  /** Text with keyword; null for a hook. */
  readonly text: string | null;
  readonly line: number;
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'broken';
  readonly status: TestStepResultStatus;
  readonly message: string;
}

/** Verdict, steps and error of an attempt that has ended. */
export function judged(
  attempt: Attempt,
  gherkin: GherkinIndex,
): { readonly verdict: Verdict; readonly steps: readonly StepResult[]; readonly error: string | null } {
  const outcomes = attempt.testCase.testSteps.map((step): StepOutcome => {
    const result = attempt.results.get(step.id);
    if (!result) throw new MessagesError(`the messages are cut off: a step of "${attempt.pickle.name}" never ended`);
    const { status, message = '' } = result;
    const outcome = OUTCOME[status];
    const own = attempt.pickle.steps.find(({ id }) => id === step.pickleStepId);
    if (!own) return { text: null, line: 0, outcome, status, message };
    const { keyword, line } = gherkin.stepOf(attempt.pickle, own.astNodeIds);
    return { text: `${keyword}${own.text}`, line, outcome, status, message };
  });
  const verdict = verdictOf(outcomes, attempt.skipped !== null);
  const steps = outcomes.flatMap(({ text, line, outcome }) =>
    text === null ? [] : [{ text, line, verdict: outcome === 'broken' ? ('failed' as const) : outcome }],
  );
  return { verdict, steps, error: verdict === 'failed' || verdict === 'error' ? errorOf(outcomes, verdict) : null };
}

/**
 * A sentence that is missing outweighs everything: such a scenario never says what it means to. A step that failed
 * outweighs a hook that failed, since hooks run after it and often fail because of it. A hook fails for the target where it
 * found a response wrong, and otherwise for the suite.
 */
function verdictOf(outcomes: readonly StepOutcome[], skipped: boolean): Verdict {
  if (outcomes.some(({ outcome }) => outcome === 'broken')) return 'error';
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
  if (failed.some(({ text, message }) => text !== null || isOfTarget(message))) return 'failed';
  if (failed.length > 0) return 'error';
  return skipped || outcomes.some(({ outcome }) => outcome === 'skipped') ? 'skipped' : 'passed';
}

/** The errors of the steps. A failure shows the response that caused it, an error of the suite its stack. */
function errorOf(outcomes: readonly StepOutcome[], verdict: 'failed' | 'error'): string {
  const wrong = outcomes.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken');
  const texts = wrong.map(({ text, outcome, status, message }) => {
    const where = text ?? (isOfTarget(message) ? 'what no sentence spoke of' : 'a hook of the suite');
    const why = verdict === 'failed' ? withoutStack(message) : message;
    const said = outcome === 'broken' ? `${status.toLowerCase()} step` : 'failed';
    return why === '' ? `${where}: ${said}` : `${where}\n${why}`;
  });
  return texts.join('\n\n');
}

const withoutStack = (message: string): string =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .*:\d+:\d+\)?$/.test(line))
    .join('\n')
    .trimEnd();

/** Something of the target is wrong that no sentence of the scenario spoke of, such as the shape of a response. */
export class NotAsSpecified extends Error {
  override readonly name = 'NotAsSpecified';
}

/** Whether a failure that Cucumber reports is one of these: the target has failed, and not the suite. */
const isOfTarget = (message: string): boolean => message.startsWith('NotAsSpecified');
