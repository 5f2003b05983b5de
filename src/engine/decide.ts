import { CONTROL_DECIDERS } from './accounts/control.ts';
import type { Command } from './command.ts';
import type { Decision } from './decision.ts';
import type { Deciders } from './handlers.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { modifyOrder } from './orders/modify-order.ts';
import { placeOrder } from './orders/place-order.ts';
import type { State } from './state.ts';

const DECIDERS: Deciders<Command['type']> = {
  PlaceOrder: placeOrder,
  CancelOrder: cancelOrder,
  ModifyOrder: modifyOrder,
  ...CONTROL_DECIDERS,
};

/** decide: state + command -> first events, or one refusal. Reads only. */
export function decide(state: State, command: Command): Decision {
  const decider = DECIDERS[command.type] as (state: State, command: Command) => Decision;
  return decider(state, command);
}
