import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';

/**
 * How far away an account is from the exchange. The control plane sets it; the engine only remembers it, and the
 * runtime holds requests, responses and pushes back by what it says.
 */

/** One duration of exchange time in whole milliseconds, drawn anew each time. */
export type LatencySpec =
  | { readonly kind: 'constant'; readonly ms: TimeMs }
  | { readonly kind: 'uniform'; readonly fromMs: TimeMs; readonly toMs: TimeMs }
  /** A draw below 0 counts as 0. */
  | { readonly kind: 'normal'; readonly meanMs: TimeMs; readonly deviationMs: TimeMs }
  /** At least `minMs`; `meanMs` is the mean of the whole duration. */
  | { readonly kind: 'exponential'; readonly meanMs: TimeMs; readonly minMs: TimeMs }
  /** One of these durations, each as likely as the others. */
  | { readonly kind: 'samples'; readonly ms: readonly TimeMs[] };

/** Null holds nothing back. */
export interface LatencyModel {
  /** From sending a request to its arrival at the exchange. */
  readonly entry: LatencySpec | null;
  /** From the response leaving the exchange to its arrival. */
  readonly response: LatencySpec | null;
  /** From a push leaving the exchange to its arrival. */
  readonly data: LatencySpec | null;
}

export interface LatencyControl {
  readonly type: 'SetLatency';
  readonly account: AccountNo;
  /** Null takes it away. */
  readonly model: LatencyModel | null;
}

export interface LatencySetEvent {
  readonly type: 'LatencySet';
  readonly account: AccountNo;
  readonly model: LatencyModel | null;
}
