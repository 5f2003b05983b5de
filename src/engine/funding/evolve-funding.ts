import { invariant } from '../../kernel/assert.ts';
import { accountOf } from '../evolve-order.ts';
import type { Handlers } from '../handlers.ts';
import { cashOf, post } from '../ledger.ts';
import { marketOf, settlementAsset } from '../risk/margin.ts';
import type { FundingEvent } from '../event.ts';
import { newFunding } from './funding-progress.ts';

export const FUNDING_HANDLERS: Handlers<FundingEvent['type']> = {
  FundingSettled: (state, { at, symbol, rate }) => {
    marketOf(state, symbol).funding = { ...newFunding(at), lastRate: rate, lastAt: at };
  },
  // Longs pay what shorts receive; the rest that rounding leaves is booked to the residue (INV-05, INV-35).
  FundingPaid: (state, { payment, account: no, symbol, position: positionNo, amount }) => {
    const account = accountOf(state, no);
    const position = account.positions.get(symbol);
    invariant(position?.no === positionNo, `position ${positionNo} is open when it is funded`);
    state.counters.payment = payment;
    position.netFunding += amount;
    post(state, settlementAsset(state), [cashOf(account, symbol, amount), { house: 'residue', amount: -amount }]);
  },
};
