import { createReadStream } from 'node:fs';
import type {
  Attachment,
  AttachmentContentEncoding,
  Envelope,
  Pickle,
  TestCase,
  TestCaseFinished,
  TestCaseStarted,
  Timestamp,
} from '@cucumber/messages';
import { type Attempt, judged, NOTHING_OBSERVED, type Skipped } from './attempt.ts';
import { type FailedCheck, resultOfCheck } from './failed-check.ts';
import { areaOf, GherkinIndex, MessagesError, stableUri } from './gherkin-index.ts';
import { ATTACHED, type Run, type RunFacts, type ScenarioResult } from './run.ts';
import { isFailedChecks, isObserved, isRunFacts, isTerms, isTrace } from './run-form.ts';
import { type Guard, isListOf, isShape, isText } from '../../kernel/guards.ts';

/** A scenario without its transport, which only the facts of the run hold. */
type Ended = Omit<ScenarioResult, 'transport'>;

/** Receives messages one by one, so that a big file need not be in memory as a whole. */
export class RunReader {
  readonly #gherkin = new GherkinIndex();
  readonly #pickles = new Map<string, Pickle>();
  readonly #cases = new Map<string, TestCase>();
  readonly #running = new Map<string, Attempt>();
  /** Why attempts that were repeated came to no verdict, by the id of the scenario. */
  readonly #unsettled = new Map<string, readonly string[]>();
  readonly #ended: Ended[] = [];
  #facts: RunFacts | undefined;
  #checks: readonly FailedCheck[] = [];
  #finished = false;

  receive(envelope: Envelope): void {
    const { gherkinDocument, pickle, testCase, testCaseStarted, testStepFinished, testCaseFinished } = envelope;
    if (gherkinDocument) this.#gherkin.add(gherkinDocument);
    if (pickle) this.#pickles.set(pickle.id, pickle);
    if (testCase) this.#cases.set(testCase.id, testCase);
    if (testCaseStarted) this.#begin(testCaseStarted);
    if (envelope.attachment) this.#attach(envelope.attachment);
    if (testStepFinished) {
      const { testCaseStartedId, testStepId, testStepResult } = testStepFinished;
      this.#attempt(testCaseStartedId).results.set(testStepId, testStepResult);
    }
    if (testCaseFinished) this.#end(testCaseFinished);
    if (envelope.testRunFinished) this.#finished = true;
  }

  /** Something has failed so far. */
  hasFailed(): boolean {
    return this.#ended.some(({ verdict }) => verdict === 'failed' || verdict === 'error');
  }

  /** The scenario that ended last. */
  lastEnded(): Pick<ScenarioResult, 'id' | 'name' | 'verdict'> | undefined {
    return this.#ended.at(-1);
  }

  /**
   * The results received so far, in the order of the features.
   *
   * @param given facts of a run whose messages carry none, such as one that Cucumber was started for directly
   * @throws MessagesError for messages that are cut off, and for such without facts where none are given
   */
  run(given?: RunFacts): Run {
    if (!this.#finished) throw new MessagesError('the messages are cut off: they do not say that the run has ended');
    const unended = this.#running.values().next().value;
    if (unended) throw new MessagesError(`the messages are cut off: "${unended.pickle.name}" never ended`);
    const facts = this.#facts ?? given;
    if (!facts) throw new MessagesError(`the messages do not say what was run: nothing attached as ${ATTACHED.facts}`);
    const scenarios = this.#ended.map((ended): ScenarioResult => ({
      ...ended,
      transport: facts.transport,
      ...reasonOf(ended, facts),
    }));
    const checks = this.#checks.map((check) => resultOfCheck(check, facts.transport));
    return { facts, scenarios: [...checks, ...scenarios].sort(inFeatureOrder) };
  }

  #begin({ id, testCaseId, timestamp }: TestCaseStarted): void {
    const testCase = this.#cases.get(testCaseId);
    const pickle = this.#pickles.get(testCase?.pickleId ?? '');
    if (!testCase || !pickle) {
      throw new MessagesError('the messages are cut off: a scenario began that was never announced');
    }
    this.#running.set(id, {
      pickle,
      testCase,
      startedMs: millisOf(timestamp),
      results: new Map(),
      trace: [],
      observed: NOTHING_OBSERVED,
      skipped: null,
      terms: null,
    });
  }

  #attempt(id: string): Attempt {
    const attempt = this.#running.get(id);
    if (!attempt) throw new MessagesError('the messages are cut off: a scenario went on that never began');
    return attempt;
  }

  #attach(attachment: Attachment): void {
    const { mediaType, testCaseStartedId } = attachment;
    if (mediaType === ATTACHED.facts) {
      this.#facts = bodyOf(attachment, isRunFacts);
      return;
    }
    if (mediaType === ATTACHED.checks) this.#checks = bodyOf(attachment, isFailedChecks);
    if (testCaseStartedId === undefined) return;
    const attempt = this.#attempt(testCaseStartedId);
    if (mediaType === ATTACHED.observed) attempt.observed = bodyOf(attachment, isObserved);
    if (mediaType === ATTACHED.trace) attempt.trace.push(...bodyOf(attachment, isTrace));
    if (mediaType === ATTACHED.terms) attempt.terms = bodyOf(attachment, isTerms);
    attempt.skipped = skippedOf(attachment) ?? attempt.skipped;
  }

  #end({ testCaseStartedId, timestamp, willBeRetried }: TestCaseFinished): void {
    const attempt = this.#attempt(testCaseStartedId);
    this.#running.delete(testCaseStartedId);
    const { pickle, observed, trace, startedMs } = attempt;
    const uri = stableUri(pickle.uri);
    const line = pickle.location?.line ?? 0;
    const id = `${uri}:${line}`;
    const unsettled = this.#unsettled.get(id);
    if (willBeRetried) {
      if (attempt.skipped) this.#unsettled.set(id, [...(unsettled ?? []), attempt.skipped.reason]);
      return;
    }
    this.#ended.push({
      id,
      name: pickle.name,
      feature: this.#gherkin.featureOf(pickle),
      uri,
      line,
      area: areaOf(uri),
      tags: pickle.tags.map(({ name }) => name.replace(/^@/, '')),
      reason: attempt.skipped?.reason ?? null,
      ...(attempt.skipped && { lacks: attempt.skipped.lacks }),
      ...(unsettled && { unsettled }),
      ...(attempt.terms !== null && { terms: attempt.terms }),
      ...judged(attempt, this.#gherkin),
      durationMs: Math.round((millisOf(timestamp) - startedMs) * 1_000) / 1_000,
      observed,
      trace,
    });
  }
}

/** A reason belongs to what was skipped and to nothing else; what a run skipped when it stopped shares its reason. */
function reasonOf({ verdict, reason }: Ended, { stopped }: RunFacts): Pick<ScenarioResult, 'reason'> {
  return { reason: verdict === 'skipped' ? (reason ?? stopped ?? 'no reason given') : null };
}

/** Files in the order of their paths, scenarios in the order of their lines: the same for every run and every shard. */
export function inFeatureOrder(
  a: Pick<ScenarioResult, 'uri' | 'line'>,
  b: Pick<ScenarioResult, 'uri' | 'line'>,
): number {
  if (a.uri !== b.uri) return a.uri < b.uri ? -1 : 1;
  return a.line - b.line;
}

const DECODED: Readonly<Record<AttachmentContentEncoding, (body: string) => string>> = {
  IDENTITY: (body) => body,
  BASE64: (body) => Buffer.from(body, 'base64').toString('utf8'),
};

const isSkipped = isShape<Skipped>({ reason: isText, lacks: isListOf(isText) });

/** Says why a scenario was skipped; undefined for what else was attached. @throws MessagesError for one of another form */
export const skippedOf = (attachment: Attachment): Skipped | undefined =>
  attachment.mediaType === ATTACHED.skipped ? bodyOf(attachment, isSkipped) : undefined;

function bodyOf<T>({ body, contentEncoding, mediaType }: Attachment, is: Guard<T>): T {
  const text = DECODED[contentEncoding](body);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new MessagesError(`the messages are damaged: what is attached as ${mediaType} is no JSON`);
  }
  if (is(parsed)) return parsed;
  throw new MessagesError(`the messages are damaged: what is attached as ${mediaType} is of another form`);
}

const millisOf = ({ seconds, nanos }: Timestamp): number => seconds * 1_000 + nanos / 1_000_000;

/**
 * The run in a file of Cucumber messages, read line by line: messages grow with every byte that was on the wire.
 *
 * @param receive receives every message as well, for what a run does not hold
 * @throws MessagesError as `RunReader.run`, and for a line that is no message; the system's error for a file that cannot be read
 */
export async function readRunFile(
  path: string,
  facts?: RunFacts,
  receive: (envelope: Envelope) => void = () => undefined,
): Promise<Run> {
  const reader = new RunReader();
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (line === '') continue;
    const envelope = envelopeOf(line, number);
    reader.receive(envelope);
    receive(envelope);
  }
  return reader.run(facts);
}

/** Cut at line feeds alone: JSON may hold every other character that some take for the end of a line. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function envelopeOf(line: string, number: number): Envelope {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new MessagesError(`the messages are cut off: line ${number} is no whole message`);
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new MessagesError(`line ${number} is no Cucumber message`);
  }
  return message;
}
