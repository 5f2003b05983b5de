import type { Command } from './command.ts';
import { control } from './accounts/control.ts';
import type { Decision } from './decision.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { modifyOrder } from './orders/modify-order.ts';
import { placeOrder } from './orders/place-order.ts';
import type { State } from './state.ts';

/** decide: state + command -> first events, or one refusal. Reads only. */
export function decide(state: State, command: Command): Decision {
  switch (command.type) {
    case 'PlaceOrder':
      return placeOrder(state, command);
    case 'CancelOrder':
      return cancelOrder(state, command);
    case 'ModifyOrder':
      return modifyOrder(state, command);
    default:
      return control(state, command);
  }
}
