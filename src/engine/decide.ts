import { CONTROL_DECIDERS } from './control-deciders.ts';
import { DELEGATION_DECIDERS } from './accounts/delegation.ts';
import { FUNDS_DECIDERS } from './accounts/funds.ts';
import { TERMS_DECIDERS } from './changed-terms.ts';
import type { Command } from './command.ts';
import type { Deciders, Decision } from './handlers.ts';
import { FAULT_DECIDERS } from './faults.ts';
import { FEE_DECIDERS } from './fees/fee-tiers.ts';
import { MARGIN_DECIDERS } from './risk/isolated.ts';
import { LATENCY_DECIDERS } from './latency.ts';
import { DELIST_DECIDERS } from './liquidation/stages/delist.ts';
import { DISCONNECT_DECIDERS, SCHEDULE_DECIDERS } from './orders/cancel-switch.ts';
import { cancelOrder, modifyOrder } from './orders/modify-order.ts';
import { CONDITIONAL_DECIDERS } from './orders/place-conditional.ts';
import { placeOrder } from './orders/place-order.ts';
import { TWAP_DECIDERS } from './orders/twap.ts';
import type { State } from './state.ts';
import { HISTORY_DECIDERS } from './world/history.ts';

const DECIDERS: Deciders<Command['type']> = {
  PlaceOrder: placeOrder,
  CancelOrder: cancelOrder,
  ModifyOrder: modifyOrder,
  ...CONDITIONAL_DECIDERS,
  ...TWAP_DECIDERS,
  ...SCHEDULE_DECIDERS,
  ...DISCONNECT_DECIDERS,
  ...MARGIN_DECIDERS,
  ...CONTROL_DECIDERS,
  ...FUNDS_DECIDERS,
  ...DELEGATION_DECIDERS,
  ...FEE_DECIDERS,
  ...TERMS_DECIDERS,
  ...DELIST_DECIDERS,
  ...FAULT_DECIDERS,
  ...HISTORY_DECIDERS,
  ...LATENCY_DECIDERS,
};

/** decide: state + command -> first events, or one refusal. Reads only. */
export function decide(state: State, command: Command): Decision {
  const decider = DECIDERS[command.type] as (state: State, command: Command) => Decision;
  return decider(state, command);
}
