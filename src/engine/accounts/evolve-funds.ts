import { invariant } from '../../kernel/assert.ts';
import type { Handlers } from '../handlers.ts';
import { accountOf } from '../evolve-order.ts';
import { post } from '../ledger.ts';
import type { State, Withdrawal } from '../state.ts';
import type { FundsEvent } from './funds-events.ts';

export const FUNDS_HANDLERS: Handlers<FundsEvent['type']> = {
  Transferred: (state, { transfer, from, to, asset, amount }) => {
    state.counters.transfer = transfer;
    post(state, asset, [
      { account: from, amount: -amount },
      { account: to, amount },
    ]);
  },
  WithdrawalRequested: (state, { type: _type, at: _at, value: _value, ...withdrawal }) => {
    const { transfer, account, asset, amount } = withdrawal;
    state.counters.transfer = transfer;
    state.plannedWithdrawals.delete(account);
    state.withdrawals.set(transfer, withdrawal);
    post(state, asset, [
      { account, amount: -amount },
      { pending: account, amount },
    ]);
  },
  WithdrawalSettled: (state, { transfer, outcome }) => {
    const withdrawal = state.withdrawals.get(transfer);
    invariant(withdrawal, `withdrawal ${transfer} is pending`);
    state.withdrawals.delete(transfer);
    if (outcome === 'success') payOut(state, withdrawal);
    else giveBack(state, withdrawal);
  },
  WithdrawalPlanned: (state, { account, outcome }) => {
    state.plannedWithdrawals.set(account, outcome);
  },
  CollateralExchanged: (state, { at, transfer, account, source, taken, target, received, unfinished }) => {
    state.counters.transfer = transfer;
    if (unfinished) state.unfinishedSales.set(account, at);
    else state.unfinishedSales.delete(account);
    post(state, source, [
      { account, amount: -taken },
      { house: 'conversions', amount: taken },
    ]);
    post(state, target, [
      { account, amount: received },
      { house: 'conversions', amount: -received },
    ]);
  },
  AccountRenamed: (state, { account, name }) => {
    accountOf(state, account).name = name;
  },
};

function payOut(state: State, { account, asset, amount, fee }: Withdrawal): void {
  post(state, asset, [
    { pending: account, amount: -amount },
    { house: 'withdrawalFees', amount: fee },
    { house: 'external', amount: amount - fee },
  ]);
}

function giveBack(state: State, { account, asset, amount }: Withdrawal): void {
  post(state, asset, [
    { pending: account, amount: -amount },
    { account, amount },
  ]);
}
