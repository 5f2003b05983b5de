import type { Envelope, TestCaseFinished } from '@cucumber/messages';
import { stableUri } from '../results/gherkin-index.ts';
import { skippedOf } from '../results/read-messages.ts';
import { isUnsettled } from '../results/run.ts';

/**
 * How often a scenario is tried in all, where it could not be set up or its market has moved. A bound, so that a market which never
 * rests leaves it without a verdict.
 */
const TRIES = 3;

/** Statuses of a step that make a verdict, whatever else was attached. */
const VERDICTS: ReadonlySet<string> = new Set(['FAILED', 'AMBIGUOUS', 'UNDEFINED', 'PENDING', 'UNKNOWN']);

/** One attempt that is under way. */
interface Attempt {
  readonly id: string;
  lacks: readonly string[];
  hasVerdict: boolean;
}

/**
 * Reads the messages of a run as they pass, and finds the scenarios that came to no verdict: their attempt is marked as one that will be
 * repeated, which readers of messages leave out.
 */
export class Retries {
  /** Scenarios by the id of a pickle, pickles by that of a test case. */
  readonly #scenarios = new Map<string, string>();
  readonly #pickles = new Map<string, string>();
  readonly #running = new Map<string, Attempt>();
  readonly #tries = new Map<string, number>();
  #again = new Set<string>();

  /** The message to pass on. */
  receive(envelope: Envelope): Envelope {
    const { pickle, testCase, testCaseStarted, attachment, testStepFinished, testCaseFinished } = envelope;
    if (pickle) this.#scenarios.set(pickle.id, `${stableUri(pickle.uri)}:${pickle.location?.line ?? 0}`);
    if (testCase) this.#pickles.set(testCase.id, testCase.pickleId);
    if (testCaseStarted) {
      const id = this.#scenarios.get(this.#pickles.get(testCaseStarted.testCaseId) ?? '') ?? '';
      this.#running.set(testCaseStarted.id, { id, lacks: [], hasVerdict: false });
    }
    if (attachment) {
      const attempt = this.#running.get(attachment.testCaseStartedId ?? '');
      if (attempt) attempt.lacks = skippedOf(attachment)?.lacks ?? attempt.lacks;
    }
    if (testStepFinished && VERDICTS.has(testStepFinished.testStepResult.status)) {
      const attempt = this.#running.get(testStepFinished.testCaseStartedId);
      if (attempt) attempt.hasVerdict = true;
    }
    if (!testCaseFinished || !this.#mayRepeat(testCaseFinished)) return envelope;
    const { testCaseStartedId, timestamp } = testCaseFinished;
    return { testCaseFinished: { testCaseStartedId, timestamp, willBeRetried: true } };
  }

  /** The ids of the scenarios that are to be tried again, once for each attempt. */
  take(): ReadonlySet<string> {
    const again = this.#again;
    this.#again = new Set();
    return again;
  }

  #mayRepeat({ testCaseStartedId }: TestCaseFinished): boolean {
    const attempt = this.#running.get(testCaseStartedId);
    this.#running.delete(testCaseStartedId);
    if (!attempt || attempt.hasVerdict || !isUnsettled(attempt)) return false;
    const tries = (this.#tries.get(attempt.id) ?? 0) + 1;
    this.#tries.set(attempt.id, tries);
    if (tries >= TRIES) return false;
    this.#again.add(attempt.id);
    return true;
  }
}
