import type { ClauseState } from '../../../suite/reporters/words.ts';
import type { TargetIdentity, TraceEntry, Verdict, TransportName } from '../../../suite/results/run.ts';

/**
 * A run as the page stores it. Every text is stored once, in `texts`, and referred to by its index. The messages of each
 * scenario have an element of their own, since a reader opens few of them.
 */
export interface PageData {
  readonly target: TargetIdentity;
  /** The command that runs one scenario again, up to its name. */
  readonly command: string;
  readonly texts: readonly string[];
  readonly features: readonly PackedFeature[];
  readonly scenarios: readonly PackedScenario[];
  readonly clauses: readonly PageClause[];
  readonly transitions: readonly PageTransition[];
  /** Actions and routes with their surface, in the order of surfaces and names. */
  readonly actions: readonly (readonly [name: string, surface: string])[];
}

export type PackedFeature = readonly [name: number, uri: string, area: string];

export type PackedScenario = readonly [
  feature: number,
  line: number,
  name: number,
  verdict: Verdict,
  transport: TransportName,
  tags: readonly number[],
  needs: readonly number[],
  /** Text and line, again and again. */
  steps: readonly number[],
  /** A letter for each step: p, f or s. */
  marks: string,
  /** Why it was skipped or is known to fail; -1 for none. */
  reason: number,
  /** -1 for none. */
  error: number,
  durationMs: number,
  served: readonly number[],
  refused: readonly number[],
  tokens: number,
  trace: TraceState,
];

/** Whether the page holds the trace, the run kept none, or it was left out to keep the page small. */
export type TraceState = 'kept' | 'none' | 'left-out';

/** The messages of a scenario, with its index. */
export interface PageTrace {
  readonly scenario: number;
  readonly entries: readonly TraceEntry[];
}

export interface PageClause {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly status: string;
  readonly surface: readonly string[];
  /** Null for a clause that belongs to no single action. */
  readonly action: string | null;
  readonly needs: readonly string[];
  readonly state: ClauseState;
  /** Why no scenario can cite it; null without a waiver. */
  readonly waiver: string | null;
  /** Indices of the scenarios of the run that cite it. */
  readonly scenarios: readonly number[];
}

/** A cell of a state machine. */
export interface PageTransition {
  readonly id: string;
  readonly machine: string;
  readonly from: string;
  readonly event: string;
  /** The state that follows, the code of the refusal, or why the event cannot happen. */
  readonly outcome: string;
  readonly state: ClauseState | 'cannot';
  readonly scenarios: readonly number[];
}

/** The elements of the page that scripts and markup both name. */
export const ELEMENT = { data: 'run', trace: (scenario: number): string => `trace-${scenario}` } as const;
