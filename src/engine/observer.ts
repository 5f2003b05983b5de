import type { Refusal } from '../kernel/errors.ts';
import type { Command } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Order } from './orders/order.ts';
import type { State } from './state.ts';

/**
 * Observes the engine while it works, for explanations and streams: a refusal leaves no trace in events or state, and
 * the inputs of a figure can change with the next event. It reads and never writes.
 */
export interface EngineObserver {
  /** A command of a request was refused; the state is the one that refused it. */
  refused(state: State, command: Command, refusal: Refusal): void;
  /** Right after an event took effect; `state.eventSeq` is its sequence. */
  happened(state: State, event: EngineEvent): void;
  /** A conditional order is due and is not taken; it ends next. The state is the one that refuses it. */
  unfired?(state: State, order: Order, refusal: Refusal): void;
  /** A command or a timer has been applied with all its consequences, and nothing is due. */
  quiescent?(): void;
  /** Exchange time is about to move on to `to`: everything before it has happened, timers due at it have not fired. */
  passing?(to: TimeMs): void;
}
