import type { Refusal } from '../kernel/errors.ts';
import type { EngineEvent } from './event.ts';

/** The outcome of one command: refused with nothing changed, or all events it caused until nothing was due. */
export type CommandOutcome =
  | { readonly refusal: Refusal; readonly events: readonly [] }
  | { readonly refusal: null; readonly events: readonly EngineEvent[] };

/** The outcome of one input. `events` includes those of timers that fell due before its commands. */
export interface InputOutcome {
  /** One for each command, in order. */
  readonly outcomes: readonly CommandOutcome[];
  readonly events: readonly EngineEvent[];
  /** Sequence numbers of the first and last event; `last` is `first - 1` when there was none. */
  readonly first: number;
  readonly last: number;
}
