/**
 * What a run of the suite leaves behind, in one shape for every report. It is read out of Cucumber messages
 * (`read-messages.ts`), which stay the source: every report can be made from them again.
 */

/**
 * - `skipped`: the target lacks what the scenario needs; never counts as passed.
 * - `expected-failure`: failed, and the target's known-failing list says so.
 * - `unexpected-pass`: passed although that list says it fails; fails the run.
 * - `error`: the suite itself went wrong, so nothing is said of the target.
 */
export type Verdict = 'passed' | 'failed' | 'skipped' | 'expected-failure' | 'unexpected-pass' | 'error';

/** A run of the suite: what was run against what, and the verdict of each scenario. */
export interface Run {
  readonly facts: RunFacts;
  /** In the order of the features, whatever the order they ran in. */
  readonly scenarios: readonly ScenarioResult[];
}

export type TransportName = 'rest' | 'ws';

/** Facts about a run: what was run against what. */
export interface RunFacts {
  readonly suite: { readonly name: 'perpsim'; readonly version: string; readonly clauses: number };
  readonly target: TargetIdentity;
  readonly profile: string;
  readonly transport: TransportName;
  /** Of the order of scenarios; null when they ran as they are written. */
  readonly seed: string | null;
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** What narrowed the choice of scenarios, flag by flag, such as `--tags @auth`. */
  readonly selection: readonly string[];
  /** Flags beside target, order and selection that a scenario needs to run again as it did, such as `--no-control`; ready for a shell. */
  readonly given: readonly string[];
  readonly capabilities: readonly string[];
  /** Tokens that the run may spend and has spent; null where they are not counted. */
  readonly tokens: { readonly budget: number; readonly spent: number } | null;
  /** Tokens that it has spent on a deployment whose buckets it shares, budget or not; missing elsewhere. */
  readonly spentTokens?: number;
  /** What it was expected to take; missing where scenarios have exchanges of their own. */
  readonly forecast?: Forecast;
  /** Unix milliseconds of the machine that ran the suite, and how long it took. */
  readonly startedAt: number;
  readonly wallMs: number;
  /** Why the run ended early; null when it did not. */
  readonly stopped: string | null;
  /** What the run could not take back: open orders, positions, signers. Empty after a clean exit. */
  readonly leftBehind: readonly string[];
  /** Clauses that the whole profile must prove before the target counts as conformant. */
  readonly floor: number;
}

/** What a run is expected to take, said before it begins. */
export interface Forecast {
  readonly scenarios: number;
  readonly requests: number;
  /** Those of the probe included. */
  readonly tokens: number;
  /** Milliseconds that scenarios wait for, all of them added up. */
  readonly waitMs: number;
  /** Scenarios at a time, at most. */
  readonly lanes: number;
  /** Milliseconds from the first scenario to the last. */
  readonly ms: number;
  /** The least that the buckets of the target allow; null where nothing is limited. */
  readonly bucketMs: number | null;
}

export interface TargetIdentity {
  /** As a reader would call it: `perpsim in process`, or the URL. */
  readonly name: string;
  readonly kind: 'in-process' | 'simulator' | 'remote';
  readonly restUrl: string;
  readonly wsUrl: string | null;
  readonly serviceName: string;
  /** As the target reports it; null for a target that does not. */
  readonly version: string | null;
}

/** Result of one scenario; for an outline, of one row. */
export interface ScenarioResult {
  /** Stable between runs and machines: `features/trade/cancelOrders.feature:12`, the line of the row for an outline. */
  readonly id: string;
  readonly name: string;
  readonly feature: string;
  readonly uri: string;
  readonly line: number;
  /** The folder below `features`, which verdicts are summed by: `trade`, `auth`, `channels` ... */
  readonly area: string;
  /** Without `@`; a row carries those of its own Examples block. */
  readonly tags: readonly string[];
  readonly transport: TransportName;
  readonly verdict: Verdict;
  /** Why it was skipped, or why it is known to fail; null otherwise. */
  readonly reason: string | null;
  /** What the target lacked of what a skipped scenario needs; missing for the others. */
  readonly lacks?: readonly string[];
  /** Why earlier attempts of this run came to no verdict; missing where there were none. */
  readonly unsettled?: readonly string[];
  /** Terms of the market that the scenario used, and the figures that they stood for; missing where it used none. */
  readonly terms?: Readonly<Record<string, string>>;
  readonly steps: readonly StepResult[];
  /** Text of the failure, with the response that caused it; null unless something failed. */
  readonly error: string | null;
  readonly durationMs: number;
  readonly observed: Observed;
  /** Every byte that went over the wire; empty when the run kept only those of failures. */
  readonly trace: readonly TraceEntry[];
}

/** What a scenario lacks that was begun and says nothing of the target: see `features/support/interference.ts`. */
const UNSETTLED: readonly string[] = ['setup', 'moved'];

/** True for a scenario that could not be set up, or whose market has moved: run again, it may come to a verdict. */
export const isUnsettled = ({ lacks = [] }: Pick<ScenarioResult, 'lacks'>): boolean =>
  lacks.some((lack) => UNSETTLED.includes(lack));

export interface StepResult {
  /** With its keyword: `Given the world "quiet"`. */
  readonly text: string;
  readonly line: number;
  readonly verdict: 'passed' | 'failed' | 'skipped';
}

/** What a scenario saw on the wire, whatever it asserted. */
export interface Observed {
  /** Actions, aggregator routes and channels that were served with success. */
  readonly served: readonly string[];
  /** Codes of errors, of whole responses and of items, as `http/CODE` (`200/ORDER_NOT_FOUND` for an item). */
  readonly refused: readonly string[];
  readonly responses: number;
  /** Responses and frames that no Then examined. */
  readonly unexamined: number;
  /** Tokens of the address that were spent. */
  readonly tokens: number;
}

/** One thing on the wire, in the order it happened. */
export interface TraceEntry {
  readonly kind: 'http' | 'sent' | 'received' | 'closed' | 'control';
  /** `POST` and the like; for frames the name of the connection. */
  readonly method: string;
  readonly url: string;
  /** Body or frame that was sent, as it was. */
  readonly request: string | null;
  /** HTTP status, or the status of a reply; the close code for `closed`; null where there is none. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Body or frame that came, as it came. */
  readonly response: string | null;
  /** Who signed the request, and what an ordinary client would have been asked to do; null for unsigned ones. */
  readonly signed: SignedCall | null;
}

/** Enough to make the call again with a client. */
export interface SignedCall {
  readonly who: string;
  readonly wallet: string;
  readonly subAccountId: string;
  readonly action: string;
  readonly params: unknown;
}

/** Attachments of Cucumber messages that carry what Gherkin has no place for; their bodies are JSON. */
export const ATTACHED = {
  /** `RunFacts`, once, before the first scenario as far as they are known, and again at the end. */
  facts: 'application/vnd.perpsim.facts+json',
  /** `Observed` of a scenario. */
  observed: 'application/vnd.perpsim.observed+json',
  /** `FailedCheck[]` of a run: requests of the suite itself whose responses broke the contract. */
  checks: 'application/vnd.perpsim.checks+json',
  /** `TraceEntry[]` of a scenario. */
  trace: 'application/vnd.perpsim.trace+json',
  /** `Branches` of the contract's schemas that a scenario was the first of its process to see. */
  branches: 'application/vnd.perpsim.branches+json',
  /** `FigureCell[]` that a scenario has proven. */
  figures: 'application/vnd.perpsim.figures+json',
  /** Terms of the market that a scenario used, and their figures. */
  terms: 'application/vnd.perpsim.terms+json',
  /** `{ reason, lacks }` of a scenario that was skipped. */
  skipped: 'application/vnd.perpsim.skipped+json',
} as const;
