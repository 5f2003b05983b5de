import type { Refusal } from '../kernel/errors.ts';
import type { EngineEvent } from './event.ts';

/** What became of one command: refused with nothing changed, or the events it caused until all settled. */
export type CommandOutcome =
  | { readonly refusal: Refusal; readonly events: readonly [] }
  | { readonly refusal: null; readonly events: readonly EngineEvent[] };

/** What became of one input. `events` are all of it, also those of timers that fell due before its commands. */
export interface InputOutcome {
  /** One for each command, in order. */
  readonly outcomes: readonly CommandOutcome[];
  readonly events: readonly EngineEvent[];
  /** Sequence numbers of the first and last event; `last` is `first - 1` when there was none. */
  readonly first: number;
  readonly last: number;
}
