import { FewMap } from '../../kernel/tables.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { minBig } from '../../kernel/decimal.ts';
import { maxLeverageOf } from '../../kernel/terms.ts';
import type { Units } from '../../kernel/units.ts';
import type { MarginCommand, MoveIsolatedMargin, PlaceIsolatedOrder, SetLeverage } from '../command.ts';
import type { EngineEvent, MarginEvent } from '../event.ts';
import type { Deciders, Decision, Handlers } from '../handlers.ts';
import { post } from '../ledger.ts';
import { adlMoved } from '../liquidation/adl-ranking.ts';
import { accountOf } from '../orders/evolve-order.ts';
import { acceptOrder, refuseUntradable } from '../orders/place-order.ts';
import type { Account, Market, State } from '../state.ts';
import {
  adjustedAccountValue,
  leverageOf,
  marketInitialMargin,
  marketOf,
  settlementAsset,
  summaryOf,
  totalInitialMargin,
  unrealizedPnlIn,
} from './margin.ts';

/**
 * Leverage and isolated margin (wire 2.10, R-11). The margin of an isolated market has left the cross balance; its
 * position and orders are checked against that margin alone, and its fees and PnL are booked there.
 */
export const MARGIN_DECIDERS: Deciders<MarginCommand['type']> = {
  SetLeverage: setLeverage,
  PlaceIsolatedOrder: placeIsolatedOrder,
  MoveIsolatedMargin: moveIsolatedMargin,
};

/** A market with a position or an order cannot change its margin mode. */
const CROSS_IN_USE = 'market has an open cross position or open orders';

/** Sets the leverage of position and open orders at once, and refuses it if these would no longer be covered. */
function setLeverage(state: State, { account: no, symbol, leverage }: SetLeverage): Decision {
  const account = state.accounts.get(no);
  const market = state.markets.get(symbol);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (leverage > maxLeverageOf(market.spec)) return refuse('VALIDATION_ERROR', 'leverage exceeds maximum');
  const after = withLeverage(account, symbol, leverage);
  const grows = marketInitialMargin(market, after) > marketInitialMargin(market, account);
  return (grows ? refuseUncovered(state, market, after) : null) ?? [leverageSet(state, market, account, leverage)];
}

/** Decides the order like any other, on a copy of the account with the leverage and margin of the command. */
function placeIsolatedOrder(state: State, command: PlaceIsolatedOrder): Decision {
  const { symbol, leverage, margin } = command;
  const account = state.accounts.get(command.account);
  const market = state.markets.get(symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (leverage > maxLeverageOf(market.spec)) return refuse('VALIDATION_ERROR', 'leverage exceeds maximum');
  if (!account.isolated.has(symbol) && (account.positions.has(symbol) || account.open.has(symbol))) {
    return refuse('ORDER_REJECTED_BY_ENGINE', CROSS_IN_USE);
  }
  const held = (account.isolated.get(symbol)?.margin ?? 0n) + margin;
  const after = withMargin(withLeverage(account, symbol, leverage), symbol, held);
  const refusal =
    refuseUntradable(state, market, account, command) ??
    refuseUnaffordable(state, account, margin) ??
    refuseUncovered(state, market, after);
  if (refusal) return refusal;
  const order = acceptOrder(state, market, after, command);
  if (isRefusal(order)) return order;
  return [leverageSet(state, market, account, leverage), marginMoved(state, account, symbol, margin, held), ...order];
}

function moveIsolatedMargin(state: State, { account: no, symbol, amount }: MoveIsolatedMargin): Decision {
  const account = state.accounts.get(no);
  const market = state.markets.get(symbol);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  const isolated = account.isolated.get(symbol);
  if (!market || !isolated) return refuse('POSITION_NOT_FOUND');
  const held = isolated.margin + amount;
  const refusal =
    amount > 0n
      ? refuseUnaffordable(state, account, amount)
      : refuseUncovered(state, market, withMargin(account, symbol, held));
  return refusal ?? [marginMoved(state, account, symbol, amount, held)];
}

/** Margin comes from the settlement balance, up to what cross positions and orders leave free. */
const refuseUnaffordable = (state: State, account: Account, amount: Units): Refusal | null =>
  amount > summaryOf(state, account).withdrawable ? refuse('INSUFFICIENT_MARGIN') : null;

/**
 * Refuses unless positions and orders of a market are covered: by its own margin without unrealized gains when
 * isolated, else by the account.
 */
function refuseUncovered(state: State, market: Market, account: Account): Refusal | null {
  const isolated = account.isolated.get(market.spec.symbol);
  if (!isolated) {
    return totalInitialMargin(state, account) > adjustedAccountValue(state, account)
      ? refuse('INSUFFICIENT_MARGIN')
      : null;
  }
  const covered = isolated.margin + minBig(0n, unrealizedPnlIn(market, account));
  return covered < 0n || marketInitialMargin(market, account) > covered ? refuse('INSUFFICIENT_MARGIN') : null;
}

/** Returns a copy of the account with another leverage in one market, for a decision; it never becomes state. */
export const withLeverage = (account: Account, symbol: string, leverage: number): Account => ({
  ...account,
  leverage: new FewMap(account.leverage).set(symbol, leverage),
});

/** Returns the account as it would be with this isolated margin in a market; the account itself stays as it is. */
export const withMargin = (account: Account, symbol: string, margin: Units): Account => ({
  ...account,
  isolated: new FewMap(account.isolated).set(symbol, { margin }),
});

const leverageSet = (state: State, market: Market, account: Account, leverage: number): EngineEvent => ({
  type: 'LeverageSet',
  at: state.now,
  account: account.no,
  symbol: market.spec.symbol,
  previous: leverageOf(market, account),
  leverage,
});

const marginMoved = (state: State, account: Account, symbol: string, amount: Units, held: Units): EngineEvent => ({
  type: 'IsolatedMarginMoved',
  at: state.now,
  account: account.no,
  symbol,
  amount,
  held,
});

/** Returns the release of the next isolated market without position and orders, or null. */
export function nextIsolatedRelease(state: State): EngineEvent | null {
  if (state.isolatedAccounts.size === 0) return null;
  for (const no of state.isolatedAccounts) {
    const account = accountOf(state, no);
    for (const [symbol, { margin }] of account.isolated) {
      if (account.positions.has(symbol) || account.open.has(symbol)) continue;
      return { type: 'IsolatedMarginReleased', at: state.now, account: no, symbol, amount: margin };
    }
  }
  return null;
}

export const MARGIN_HANDLERS: Handlers<MarginEvent['type']> = {
  LeverageSet: (state, { account, symbol, leverage }) => {
    accountOf(state, account).leverage.set(symbol, leverage);
    adlMoved(marketOf(state, symbol), account);
  },
  IsolatedMarginMoved: (state, { account: no, symbol, amount, held }) => {
    const { isolated } = accountOf(state, no);
    const wallet = isolated.get(symbol) ?? { margin: 0n };
    isolated.set(symbol, wallet);
    state.isolatedAccounts.add(no);
    post(state, settlementAsset(state), [
      { account: no, amount: -amount },
      { isolated: no, symbol, amount },
    ]);
    invariant(wallet.margin === held, `${symbol} of account ${no} holds what was decided`);
  },
  IsolatedMarginReleased: (state, { account: no, symbol, amount }) => {
    const { isolated } = accountOf(state, no);
    post(state, settlementAsset(state), [
      { account: no, amount },
      { isolated: no, symbol, amount: -amount },
    ]);
    invariant(isolated.get(symbol)?.margin === 0n, `${symbol} of account ${no} gives back all it held`);
    isolated.delete(symbol);
    if (isolated.size === 0) state.isolatedAccounts.delete(no);
  },
};

/** An isolated market has a position or an order, and account and state list the same ones. */
export function checkIsolated(state: State, account: Account): void {
  const { isolated, no } = account;
  invariant(isolated.size > 0 === state.isolatedAccounts.has(no), `account ${no} is known to have isolated markets`);
  for (const symbol of isolated.keys()) {
    const used = account.positions.has(symbol) || account.open.has(symbol);
    invariant(used, `${symbol} of account ${no} is isolated because something stands in it`);
  }
}
