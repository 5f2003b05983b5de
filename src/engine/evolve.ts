import { invariant } from '../kernel/assert.ts';
import { ACCOUNT_HANDLERS } from './accounts/evolve-accounts.ts';
import { useNonce } from './admission/nonce.ts';
import type { EngineEvent } from './event.ts';
import { MARKET_HANDLERS } from './evolve-market.ts';
import { ORDER_HANDLERS } from './evolve-order.ts';
import { TIMER_HANDLERS } from './evolve-timers.ts';
import { traded } from './evolve-trade.ts';
import type { Handlers } from './handlers.ts';
import type { State } from './state.ts';

/** One handler for each event; each area of the engine brings its own. */
const HANDLERS: Handlers<EngineEvent['type']> = {
  ClockMoved: (state, { to }) => {
    state.now = to;
  },
  NonceUsed: (state, { wallet, account, nonce }) => useNonce(state, wallet, account, nonce),
  ExchangeStatusSet: (state, { status }) => {
    state.status = status;
  },
  Traded: traded,
  ...TIMER_HANDLERS,
  ...ORDER_HANDLERS,
  ...MARKET_HANDLERS,
  ...ACCOUNT_HANDLERS,
};

/**
 * The only writer of state. It holds no rules and cannot refuse: what an event says has happened. In
 * place, so that a large book costs nothing to keep. Time never goes back (DET-02).
 */
export function evolve(state: State, event: EngineEvent): void {
  invariant(event.at >= state.now, `event at ${event.at} comes after ${state.now}`);
  state.now = event.at;
  state.eventSeq += 1;
  const handle = HANDLERS[event.type] as (state: State, event: EngineEvent) => void;
  handle(state, event);
}
