import type { Command, ControlCommand } from '../engine/command.ts';
import type { CommandOutcome, InputOutcome } from '../engine/engine.ts';
import type { OrderNo } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import { inTurns } from './in-turns.ts';
import { isBeyond, type Moment } from './moments.ts';
import type { Applied, Draft } from './sequencer.ts';

/** The run that what was asked for is repeated in. */
export interface RepeatTarget {
  /** Orders with a number from this one on are not there yet. */
  readonly nextOrder: OrderNo;
  /** Moves its time, and lets the world act as it does there. */
  moveTo(time: TimeMs): Promise<void>;
  submit(draft: Draft): InputOutcome;
}

/** What came of it. */
export interface Repeated {
  /** Inputs of clients and of the control plane that were repeated. */
  readonly inputs: number;
  /** Commands that were taken in one of the runs and refused in the other. */
  readonly otherwise: number;
}

/**
 * Repeats in another run what clients and the control plane asked for after a moment, at the same exchange times. The world acts anew.
 * Orders have other numbers there, so a command that names one names the order that the same request has placed there. Rate limits
 * are not charged for reads again.
 */
export async function repeatAfter(
  moment: Moment,
  original: Iterable<Applied>,
  target: RepeatTarget,
): Promise<Repeated> {
  const { nextOrder } = target;
  const orders = new Map<OrderNo, OrderNo>();
  let [inputs, otherwise] = [0, 0];
  for await (const applied of inTurns(original)) {
    const { input, outcome } = applied;
    if (isBeyond(moment, applied) && (input.kind === 'request' || input.kind === 'control')) {
      await target.moveTo(input.at);
      const own = target.submit(draftOf(input, (no) => (no < nextOrder ? no : (orders.get(no) ?? NO_ORDER))));
      inputs += 1;
      for (const [place, { refusal, events }] of outcome.outcomes.entries()) {
        const other = own.outcomes[place];
        if ((other?.refusal === null) !== (refusal === null)) otherwise += 1;
        for (const [at, no] of placedIn(events).entries()) {
          const counterpart = placedIn(other?.events ?? [])[at];
          if (counterpart !== undefined) orders.set(no, counterpart);
        }
      }
    }
  }
  return { inputs, otherwise };
}

/** No order has this number. */
const NO_ORDER = 0;

const placedIn = (events: CommandOutcome['events']): readonly OrderNo[] =>
  events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.order.no] : []));

type Repeatable = Extract<Applied['input'], { readonly kind: 'request' | 'control' }>;

function draftOf(input: Repeatable, orderHere: (no: OrderNo) => OrderNo): Draft {
  const { at: _at, levels: _levels, ...draft } = input;
  if (draft.kind === 'control') {
    return { ...draft, commands: draft.commands.map((command) => mapped(command, orderHere) as ControlCommand) };
  }
  return { ...draft, commands: draft.commands.map((command) => mapped(command, orderHere)) };
}

function mapped(command: Command, orderHere: (no: OrderNo) => OrderNo): Command {
  if (!('order' in command) || typeof command.order !== 'object' || !('no' in command.order)) return command;
  return { ...command, order: { no: orderHere(command.order.no) } } as Command;
}
