import { NOTHING_OBSERVED } from './attempt.ts';
import type { ScenarioResult, TraceEntry, TransportName } from './run.ts';

/**
 * A request of the suite itself, outside every scenario, whose response broke the contract. It counts as a
 * failure of the run in every report, under the clauses that it breaks.
 */
export interface FailedCheck {
  readonly stage: 'probe' | 'clean-up';
  /** The action or frame that was sent. */
  readonly action: string;
  readonly clauses: readonly string[];
  /** What was wrong, in one line or more. */
  readonly error: string;
  /** Requests and responses that show it. */
  readonly trace: readonly TraceEntry[];
}

const FEATURES: Readonly<Record<FailedCheck['stage'], string>> = {
  probe: 'Probing the target',
  'clean-up': 'Cleaning up after the run',
};

/** The check among the scenarios of a run. Its id names no feature, so it cannot be run by itself. */
export function resultOfCheck(
  { stage, action, clauses, error, trace }: FailedCheck,
  transport: TransportName,
): ScenarioResult {
  return {
    id: `${stage}:${action}`,
    name: `${action} responds as the contract says`,
    feature: FEATURES[stage],
    uri: stage,
    line: 0,
    area: stage,
    tags: clauses.map((id) => `clause:${id}`),
    transport,
    verdict: 'failed',
    reason: null,
    steps: [],
    error,
    durationMs: 0,
    observed: NOTHING_OBSERVED,
    trace,
  };
}

/** True for what is no scenario of a feature file, but a check of the suite's own requests. */
export const isCheck = ({ uri }: Pick<ScenarioResult, 'uri'>): boolean => Object.hasOwn(FEATURES, uri);
