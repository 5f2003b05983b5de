import { broken } from '../kernel/errors.ts';
import { ACCOUNT_HANDLERS } from './accounts/evolve-accounts.ts';
import { DELEGATION_HANDLERS } from './accounts/delegation.ts';
import { FUNDS_HANDLERS } from './accounts/funds.ts';
import { setLevels, spendCharge, useNonce } from './admission.ts';
import { TERMS_HANDLERS } from './changed-terms.ts';
import type { EngineEvent } from './event.ts';
import { MARKET_HANDLERS } from './evolve-market.ts';
import { DISCONNECT_HANDLERS, SCHEDULE_HANDLERS } from './orders/cancel-switch.ts';
import { CONDITIONAL_HANDLERS, ORDER_HANDLERS } from './orders/evolve-order.ts';
import { TIMER_HANDLERS } from './evolve-timers.ts';
import { positionSeeded, traded } from './book/matching.ts';
import { FAULT_HANDLERS } from './faults.ts';
import { FEE_HANDLERS } from './fees/fee-tiers.ts';
import { FUNDING_HANDLERS } from './funding.ts';
import type { Handlers } from './handlers.ts';
import { MARGIN_HANDLERS } from './risk/isolated.ts';
import { LATENCY_HANDLERS } from './latency.ts';
import { LIQUIDATION_HANDLERS } from './liquidation/liquidation-states.ts';
import { LOTTERY_HANDLERS } from './lottery.ts';
import { TWAP_HANDLERS } from './orders/twap.ts';
import { SAMPLING_HANDLERS } from './account-value.ts';
import type { State } from './state.ts';
import type { TimeMs } from '../kernel/units.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: T }>;

/** One handler for each event; each area of the engine brings its own. */
const HANDLERS: Handlers<EngineEvent['type']> = {
  ClockMoved: (state, { to }) => {
    state.now = to;
  },
  NonceUsed: nonceUsed,
  Charged: spendCharge,
  LevelsSet: (state, { levels }) => setLevels(state, levels),
  ExchangeStatusSet: (state, { status }) => {
    state.status = status;
  },
  Traded: traded,
  PositionSeeded: positionSeeded,
  ...TIMER_HANDLERS,
  ...ORDER_HANDLERS,
  ...CONDITIONAL_HANDLERS,
  ...TWAP_HANDLERS,
  ...SCHEDULE_HANDLERS,
  ...DISCONNECT_HANDLERS,
  ...MARGIN_HANDLERS,
  ...LIQUIDATION_HANDLERS,
  ...MARKET_HANDLERS,
  ...FUNDING_HANDLERS,
  ...FEE_HANDLERS,
  ...TERMS_HANDLERS,
  ...FAULT_HANDLERS,
  ...LATENCY_HANDLERS,
  ...LOTTERY_HANDLERS,
  ...SAMPLING_HANDLERS,
  ...ACCOUNT_HANDLERS,
  ...FUNDS_HANDLERS,
  ...DELEGATION_HANDLERS,
};

function nonceUsed(state: State, { wallet, account, nonce, charge }: EventOf<'NonceUsed'>): void {
  useNonce(state, wallet, account, nonce);
  if (charge) spendCharge(state, charge);
}

/** Moves time to that of a timer, so that its work is decided then; the event that says so comes first of what it causes. */
export function reach(state: State, at: TimeMs): void {
  if (at < state.now) broken(`time ${at} comes after ${state.now}`);
  state.now = at;
}

/**
 * The only writer of state. It holds no rules and cannot refuse, because an event states what has happened. It
 * changes the state in place, so that a large book need not be copied. Time never goes back (DET-02).
 */
export function evolve(state: State, event: EngineEvent): void {
  reach(state, event.at);
  state.eventSeq += 1;
  // The most frequent kinds first: looking into the table costs more than some of their handlers.
  switch (event.type) {
    case 'ClockMoved':
      state.now = event.to;
      return;
    case 'NonceUsed':
      nonceUsed(state, event);
      return;
    case 'OrderPlaced':
      HANDLERS.OrderPlaced(state, event);
      return;
    case 'OrderRested':
      HANDLERS.OrderRested(state, event);
      return;
    case 'OrderCancelled':
      HANDLERS.OrderCancelled(state, event);
      return;
    case 'OrderModified':
      HANDLERS.OrderModified(state, event);
      return;
    case 'Traded':
      traded(state, event);
      return;
    case 'IndexMoved':
      HANDLERS.IndexMoved(state, event);
      return;
    case 'MarkMoved':
      HANDLERS.MarkMoved(state, event);
      return;
    case 'SampleArmed':
      HANDLERS.SampleArmed(state, event);
      return;
    case 'PopulationActed':
      HANDLERS.PopulationActed(state, event);
      return;
    default:
  }
  const handle = HANDLERS[event.type] as (state: State, event: EngineEvent) => void;
  handle(state, event);
}
