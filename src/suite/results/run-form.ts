import {
  isAnything,
  isListOf,
  isNumber,
  isShape,
  isTableOf,
  isText,
  isWordOf,
  orMissing,
  orNull,
} from '../../kernel/guards.ts';
import type { FailedCheck } from './failed-check.ts';
import type { Observed, RunFacts, ScenarioResult, TraceEntry } from './run.ts';

/** What parts of a run must be when they are read from messages or from a file. */

const isTexts = isListOf(isText);
export const isTerms = isTableOf(isText);
const isTransport = isWordOf('rest', 'ws');

export const isRunFacts = isShape<RunFacts>({
  suite: isShape({ name: isWordOf('perpsim'), version: isText, clauses: isNumber }),
  target: isShape<RunFacts['target']>({
    name: isText,
    kind: isWordOf('in-process', 'simulator', 'remote'),
    restUrl: isText,
    wsUrl: orNull(isText),
    serviceName: isText,
    version: orNull(isText),
  }),
  profile: isText,
  transport: isTransport,
  seed: orNull(isText),
  shard: orNull(isShape({ index: isNumber, of: isNumber })),
  selection: isTexts,
  given: isTexts,
  capabilities: isTexts,
  tokens: orNull(isShape({ budget: isNumber, spent: isNumber })),
  spentTokens: orMissing(isNumber),
  forecast: orMissing(
    isShape<NonNullable<RunFacts['forecast']>>({
      scenarios: isNumber,
      requests: isNumber,
      tokens: isNumber,
      waitMs: isNumber,
      lanes: isNumber,
      ms: isNumber,
      bucketMs: orNull(isNumber),
    }),
  ),
  startedAt: isNumber,
  wallMs: isNumber,
  stopped: orNull(isText),
  leftBehind: isTexts,
  floor: isNumber,
});

export const isObserved = isShape<Observed>({
  served: isTexts,
  refused: isTexts,
  responses: isNumber,
  unexamined: isNumber,
  tokens: isNumber,
});

export const isTrace = isListOf(
  isShape<TraceEntry>({
    kind: isWordOf('http', 'sent', 'received', 'closed', 'control'),
    method: isText,
    url: isText,
    request: orNull(isText),
    status: orNull(isNumber),
    headers: isTableOf(isText),
    response: orNull(isText),
    signed: orNull(
      isShape<NonNullable<TraceEntry['signed']>>({
        who: isText,
        wallet: isText,
        subAccountId: isText,
        action: isText,
        params: isAnything,
      }),
    ),
  }),
);

export const isFailedChecks = isListOf(
  isShape<FailedCheck>({
    stage: isWordOf('probe', 'clean-up'),
    action: isText,
    clauses: isTexts,
    error: isText,
    trace: isTrace,
  }),
);

export const isScenarioResults = isListOf(
  isShape<ScenarioResult>({
    id: isText,
    name: isText,
    feature: isText,
    uri: isText,
    line: isNumber,
    area: isText,
    tags: isTexts,
    transport: isTransport,
    verdict: isWordOf('passed', 'failed', 'skipped', 'expected-failure', 'unexpected-pass', 'error'),
    reason: orNull(isText),
    lacks: orMissing(isTexts),
    unsettled: orMissing(isTexts),
    terms: orMissing(isTerms),
    steps: isListOf(isShape({ text: isText, line: isNumber, verdict: isWordOf('passed', 'failed', 'skipped') })),
    error: orNull(isText),
    durationMs: isNumber,
    observed: isObserved,
    trace: isTrace,
  }),
);
