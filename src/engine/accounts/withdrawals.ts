import { armTimer, type Decision, type JobResult, NOTHING_DUE } from '../handlers.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { isRefusal, refuse } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { EngineEvent } from '../event.ts';
import { canPart, valueOfQuantity } from '../risk/collateral.ts';
import { summaryOf } from '../risk/margin.ts';
import type { State, Withdrawal } from '../state.ts';
import type { WithdrawalOutcome } from './funds-events.ts';
import { readAmount } from './transfers.ts';

/** How long a withdrawal is pending before it leaves the exchange, unless the control plane ends it sooner. */
export const WITHDRAWAL_MS: TimeMs = 60_000;

/** Takes an amount out of the balance at once; it stays pending until it leaves or comes back (INV-08). */
export function withdrawCollateral(state: State, command: Extract<Command, { type: 'WithdrawCollateral' }>): Decision {
  const { account: no, asset, amount, destination } = command;
  const account = state.accounts.get(no);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  const spec = readAmount(state, asset, amount);
  if (isRefusal(spec)) return spec;
  if (amount <= spec.withdrawFee) return refuse('INVALID_VALUE', 'amount does not cover the fee');
  if (!canPart(state, account, spec, amount, summaryOf(state, account).freeValue)) {
    return refuse('VALIDATION_ERROR', 'Insufficient withdrawable balance');
  }
  const transfer = state.counters.transfer + 1;
  return [
    {
      type: 'WithdrawalRequested',
      at: state.now,
      transfer,
      account: no,
      asset,
      amount,
      fee: spec.withdrawFee,
      value: valueOfQuantity(state, spec, amount).value,
      destination,
      requestId: sha256(`${state.config.seed}|withdrawal|${transfer}`).slice(0, 16),
      outcome: state.plannedWithdrawals.get(no) ?? 'success',
    },
    armTimer(state, state.now + WITHDRAWAL_MS, { kind: 'withdrawal', transfer }),
  ];
}

/** The timer of a withdrawal: nothing is left to do when the control plane has ended it before. */
export function completeWithdrawal(state: State, { transfer }: { readonly transfer: number }): JobResult {
  const withdrawal = state.withdrawals.get(transfer);
  if (!withdrawal) return NOTHING_DUE;
  return { events: [settled(state, withdrawal, withdrawal.outcome)], commands: [] };
}

export function settleWithdrawal(state: State, command: Extract<Command, { type: 'SettleWithdrawal' }>): Decision {
  for (const withdrawal of state.withdrawals.values()) {
    if (withdrawal.requestId === command.requestId) return [settled(state, withdrawal, command.outcome)];
  }
  return refuse('NOT_FOUND', 'no such pending withdrawal');
}

export function planWithdrawal(state: State, command: Extract<Command, { type: 'PlanWithdrawal' }>): Decision {
  const { account, outcome } = command;
  if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
  return [{ type: 'WithdrawalPlanned', at: state.now, account, outcome }];
}

function settled(state: State, { transfer, account }: Withdrawal, outcome: WithdrawalOutcome): EngineEvent {
  const txHash = outcome === 'success' ? txHashOf(state, transfer) : null;
  return { type: 'WithdrawalSettled', at: state.now, transfer, account, outcome, txHash };
}

/** Stands in for the hash of the chain's transaction: 0x and 64 hex digits that depend on seed and transfer alone. */
export const txHashOf = (state: Readonly<State>, transfer: number): string =>
  `0x${sha256(`${state.config.seed}|transaction|${transfer}`)}`;
