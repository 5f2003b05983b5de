import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { divHalfEven, maxBig } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { gridOf } from '../../kernel/terms.ts';
import { type Ratio, type TimeMs, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { CollateralSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { accountOf } from '../orders/evolve-order.ts';
import { tierOf } from '../fees/fee-rates.ts';
import {
  armTimer,
  type Deciders,
  type Decision,
  type Handlers,
  type JobResult,
  type Jobs,
  NOTHING_DUE,
} from '../handlers.ts';
import { post } from '../ledger.ts';
import {
  adjustedGivenUp,
  canPart,
  collateralPriceOf,
  haircutTierOf,
  largestThat,
  settlementAsset,
  summaryOf,
  valueOfQuantity,
} from '../risk/margin.ts';
import { refuseStalePrice } from '../prices.ts';
import type { Account, State, Wallet, Withdrawal } from '../state.ts';
import type {
  CollateralExchangedEvent,
  ExchangeWant,
  FundsCommand,
  FundsEvent,
  WithdrawalOutcome,
} from './account-terms.ts';

export const FUNDS_DECIDERS: Deciders<FundsCommand['type']> = {
  TransferCollateral: transferCollateral,
  WithdrawCollateral: withdrawCollateral,
  ExchangeCollateral: exchangeCollateral,
  CreateSubAccount: createSubAccount,
  RenameAccount: renameAccount,
};

export const FUNDS_JOBS: Jobs<'withdrawal'> = { withdrawal: completeWithdrawal };

/**
 * Opens a subaccount for the owner of `account`, also when a delegate signed. The tier of the owner limits their
 * number, the master included.
 */
function createSubAccount(state: State, command: Extract<Command, { type: 'CreateSubAccount' }>): Decision {
  const { account, name } = command;
  const wallet = ownerOf(state, account);
  if (!wallet) return refuse('NOT_FOUND', 'Subaccount not found');
  const tier = tierOf(state, wallet);
  const count = wallet.accounts.length;
  if (count >= tier.maxSubAccounts) {
    const details = { currentCount: String(count), maximum: String(tier.maxSubAccounts), tierName: tier.tierName };
    return refuse('VALIDATION_ERROR', 'Subaccount limit reached', { details });
  }
  const taken = refuseTakenName(state, wallet, name);
  if (taken) return taken;
  const master = wallet.accounts[0] ?? null;
  const opened = { account: state.counters.account, wallet: wallet.address, name, master, agentOf: null };
  return [{ type: 'AccountOpened', at: state.now, ...opened }];
}

function renameAccount(state: State, command: Extract<Command, { type: 'RenameAccount' }>): Decision {
  const { account, name } = command;
  const wallet = ownerOf(state, account);
  if (!wallet) return refuse('NOT_FOUND', 'Subaccount not found');
  return refuseTakenName(state, wallet, name, account) ?? [{ type: 'AccountRenamed', at: state.now, account, name }];
}

function ownerOf(state: State, account: AccountNo): Wallet | undefined {
  const owner = state.accounts.get(account)?.owner;
  return owner === undefined ? undefined : state.wallets.get(owner);
}

/** A name is given once under a master account; no name at all is no name. */
function refuseTakenName(state: State, wallet: Wallet, name: string, except?: AccountNo): Refusal | null {
  const taken = wallet.accounts.some((no) => no !== except && name !== '' && state.accounts.get(no)?.name === name);
  return taken ? refuse('VALIDATION_ERROR', 'subaccount name already exists') : null;
}

/**
 * Moves an amount between two subaccounts, whole and without a fee (INV-07). It goes only as far as the
 * source keeps its margin without counting unrealized gains, so an account in the red gives nothing (INV-47).
 */
export function transferCollateral(state: State, command: Extract<Command, { type: 'TransferCollateral' }>): Decision {
  const { from, to, asset, amount } = command;
  const source = state.accounts.get(from);
  if (!source || !state.accounts.has(to)) return refuse('NOT_FOUND', 'Subaccount not found');
  if (from === to) return refuse('VALIDATION_ERROR', 'invalid request');
  const spec = readAmount(state, asset, amount);
  if (isRefusal(spec)) return spec;
  if (!canPart(state, source, spec, amount, summaryOf(state, source).freeValue)) return refuse('INSUFFICIENT_MARGIN');
  const { value } = valueOfQuantity(state, spec, amount);
  const transfer = state.counters.transfer + 1;
  return [{ type: 'Transferred', at: state.now, transfer, from, to, asset, amount, value }];
}

/** The asset of a positive amount on its grid (INV-04); the texts are for callers other than the API, which says more. */
export function readAmount(state: State, asset: string, amount: Units): CollateralSpec | Refusal {
  const spec = collateralSpecOf(state, asset);
  if (!spec) return refuse('ASSET_NOT_FOUND');
  if (amount <= 0n) return refuse('INVALID_VALUE', 'amount must be a positive value');
  return amount % gridOf(spec) === 0n
    ? spec
    : refuse('INVALID_VALUE', `amount takes at most ${spec.quantityPrecision} decimals of ${asset}`);
}

/** The collateral asset of a name, if there is one. */
export const collateralSpecOf = (state: Readonly<State>, asset: string): CollateralSpec | undefined =>
  state.config.collaterals.find((spec) => spec.asset === asset);

/** How long a withdrawal is pending before it leaves the exchange, unless the control plane ends it sooner. */
export const WITHDRAWAL_MS: TimeMs = 60_000;

/** Takes an amount out of the balance at once; it stays pending until it leaves or comes back (INV-08). */
function withdrawCollateral(state: State, command: Extract<Command, { type: 'WithdrawCollateral' }>): Decision {
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
function completeWithdrawal(state: State, { transfer }: { readonly transfer: number }): JobResult {
  const withdrawal = state.withdrawals.get(transfer);
  if (!withdrawal) return NOTHING_DUE;
  return { events: [settled(state, withdrawal, withdrawal.outcome)], commands: [] };
}

/** Ends a withdrawal that is under way with the outcome that the control plane asks for. */
export function settleWithdrawal(state: State, command: Extract<Command, { type: 'SettleWithdrawal' }>): Decision {
  for (const withdrawal of state.withdrawals.values()) {
    if (withdrawal.requestId === command.requestId) return [settled(state, withdrawal, command.outcome)];
  }
  return refuse('NOT_FOUND', 'no such pending withdrawal');
}

/** Decides in advance how the next withdrawal of an account ends. */
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

/**
 * Sells collateral to the house for the settlement asset, at the index price less the haircut (wire 2.13).
 * What is paid is the haircut value the account gives up, rounded down to the settlement asset's grid, and
 * what is taken is rounded up to the source's: no way of splitting an exchange pays more (INV-06).
 */
function exchangeCollateral(state: State, command: Extract<Command, { type: 'ExchangeCollateral' }>): Decision {
  const { account: no, source, want } = command;
  const account = state.accounts.get(no);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  const spec = collateralSpecOf(state, source);
  if (!spec) return refuse('ASSET_NOT_FOUND');
  const target = settlementAsset(state);
  if (source === target) return refuse('VALIDATION_ERROR', `sourceAsset cannot be ${target}`);
  const terms = refuseStalePrice(state, spec) ?? termsOf(state, account, spec, want);
  if (isRefusal(terms)) return terms;
  const haircut = haircutOn(state, account, spec, terms.taken);
  return [exchanged(state, account, spec, { ...terms, haircut, forced: false })];
}

/** The sale of a part of what an account holds, at the index price of this moment less `haircut`. */
export function exchanged(
  state: State,
  account: Account,
  spec: CollateralSpec,
  sale: Pick<CollateralExchangedEvent, 'taken' | 'received' | 'haircut' | 'forced'>,
): CollateralExchangedEvent & { readonly at: TimeMs } {
  return {
    type: 'CollateralExchanged',
    at: state.now,
    transfer: state.counters.transfer + 1,
    account: account.no,
    source: spec.asset,
    takenValue: valueOfQuantity(state, spec, sale.taken).value,
    target: settlementAsset(state),
    price: collateralPriceOf(state, spec),
    ...sale,
  };
}

interface Terms {
  readonly taken: Units;
  readonly received: Units;
}

function termsOf(state: State, account: Account, spec: CollateralSpec, want: ExchangeWant): Terms | Refusal {
  const held = account.balances.get(spec.asset) ?? 0n;
  const pays = (taken: Units): Units => paidFor(state, account, spec, taken);
  if (want.kind === 'give') {
    if (want.amount <= 0n || want.amount % gridOf(spec) !== 0n) return refuse('INVALID_VALUE');
    return want.amount <= held ? sold(want.amount, pays(want.amount)) : notEnough(spec);
  }
  const debt = maxBig(-(account.balances.get(settlementAsset(state)) ?? 0n), 0n);
  const wanted = want.kind === 'receive' ? want.amount : debt;
  if (want.kind === 'receive' && wanted <= 0n) return refuse('INVALID_VALUE');
  if (want.kind === 'all' && (debt === 0n || pays(held) < debt)) return sold(held, pays(held));
  if (pays(held) < wanted) return notEnough(spec);
  const taken = fewestSteps(spec, held, (part) => pays(part) >= wanted);
  return { taken, received: wanted };
}

/** The least amount on an asset's grid that is enough, or all that is held where nothing less is; what is enough stays so with more. */
export function fewestSteps(spec: CollateralSpec, held: Units, isEnough: (amount: Units) => boolean): Units {
  if (!isEnough(held)) return held;
  const grid = gridOf(spec);
  return (largestThat(held / grid, (steps) => !isEnough(steps * grid)) + 1n) * grid;
}

/** An exchange that would bring nothing in is none. */
const sold = (taken: Units, received: Units): Terms | Refusal =>
  received > 0n ? { taken, received } : refuse('VALIDATION_ERROR', 'nothing to exchange');

const notEnough = ({ asset }: CollateralSpec): Refusal => refuse('VALIDATION_ERROR', `insufficient ${asset} balance`);

function paidFor(state: State, account: Account, spec: CollateralSpec, taken: Units): Units {
  const paid = adjustedGivenUp(state, account, spec, taken);
  const target = state.config.collaterals[0];
  return target ? paid - (paid % gridOf(target)) : paid;
}

/** The band's own haircut where all that was taken lies in one band, else the blend of the bands. */
function haircutOn(state: State, account: Account, spec: CollateralSpec, taken: Units): Ratio {
  const held = account.balances.get(spec.asset) ?? 0n;
  const before = valueOfQuantity(state, spec, held).value;
  const after = valueOfQuantity(state, spec, held - taken).value;
  const band = haircutTierOf(spec, before);
  if (haircutTierOf(spec, after) === band || before === after) return band.haircut;
  const kept = divHalfEven(adjustedGivenUp(state, account, spec, taken) * UNIT_BIG, before - after);
  return Number(UNIT_BIG - kept);
}

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

/** INV-03, INV-08: what is pending is exactly what withdrawals in flight hold; collateral is never owed and stays on its grid. */
export function checkFunds(state: State): void {
  const pending = new Map<string, Units>();
  for (const { transfer, account, asset, amount, fee } of state.withdrawals.values()) {
    invariant(amount > fee && transfer <= state.counters.transfer, `INV-08 withdrawal ${transfer} pays something out`);
    const key = `${account} ${asset}`;
    pending.set(key, (pending.get(key) ?? 0n) + amount);
  }
  for (const account of state.accounts.values()) {
    for (const [asset, amount] of account.pendingWithdraw) {
      const key = `${account.no} ${asset}`;
      invariant(amount === (pending.get(key) ?? 0n), `INV-08 ${key} has pending what its withdrawals hold`);
      pending.delete(key);
    }
    for (const spec of state.config.collaterals) {
      if (spec.priceMarket === null) continue;
      const held = account.balances.get(spec.asset) ?? 0n;
      invariant(held >= 0n, `INV-03 account ${account.no} owes no ${spec.asset}`);
      invariant(held % gridOf(spec) === 0n, `INV-04 account ${account.no} holds ${spec.asset} on its grid`);
    }
  }
  invariant(pending.size === 0, 'INV-08 every withdrawal in flight is pending somewhere');
}
