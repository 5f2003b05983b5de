import { absBig } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import { accountOf } from '../orders/evolve-order.ts';
import {
  maintenanceMarginOf,
  marketOf,
  notionalOf,
  settlementAsset,
  unrealizedPnlOf,
  valueOfHolding,
} from '../risk/margin.ts';
import { isIndexStale } from '../prices.ts';
import type { Account, Market, Position, State } from '../state.ts';
import type { Health, MarginAccount } from './terms.ts';

/** Returns equity and maintenance margin of a margin account, at the mark. */
export function healthOf(state: State, { account: no, symbol }: MarginAccount): Health {
  const account = accountOf(state, no);
  let equity = symbol === null ? collateralOf(state, account) : (account.isolated.get(symbol)?.margin ?? 0n);
  let maintenance = 0n;
  for (const position of account.positions.values()) {
    if (!belongs(account, position, symbol)) continue;
    const market = marketOf(state, position.symbol);
    equity += unrealizedPnlOf(market, position);
    maintenance += maintenanceOf(market, position);
  }
  return { equity, maintenance };
}

/** At equality an account is not liquidated (INV-41). */
export const isUnhealthy = ({ equity, maintenance }: Health): boolean => equity < maintenance;

/** Returns the maintenance margin of one position at the mark. */
export const maintenanceOf = (market: Market, { lots }: Pick<Position, 'lots'>): Units =>
  maintenanceMarginOf(market.spec, absBig(notionalOf(market, lots, market.mark)));

/** Returns the margin accounts of an account that have a position: the cross one, and each isolated market. */
export function marginAccountsOf(account: Account): MarginAccount[] {
  const { no, positions, isolated } = account;
  if (positions.size === 0) return [];
  const own = isolated.size === 0 ? [] : [...positions.keys()].filter((symbol) => isolated.has(symbol));
  const marginAccounts = own.map((symbol): MarginAccount => ({ account: no, symbol }));
  return positions.size > own.length ? [{ account: no, symbol: null }, ...marginAccounts] : marginAccounts;
}

/** Returns the positions of a margin account, largest maintenance margin first, then by number. */
export function positionsOf(state: State, { account: no, symbol }: MarginAccount): Position[] {
  const account = accountOf(state, no);
  const held = [...account.positions.values()].filter((position) => belongs(account, position, symbol));
  if (held.length < 2) return held;
  const sized = held.map((position) => ({
    position,
    size: maintenanceOf(marketOf(state, position.symbol), position),
  }));
  sized.sort((a, b) => (a.size === b.size ? a.position.no - b.position.no : a.size > b.size ? -1 : 1));
  return sized.map(({ position }) => position);
}

/** Returns true when a price on which the health of a margin account depends is too old for a liquidation. */
export function restsOnStalePrice(state: State, { account: no, symbol }: MarginAccount): boolean {
  const account = accountOf(state, no);
  const stale = (name: string): boolean => isIndexStale(state, marketOf(state, name));
  if (symbol !== null) return stale(symbol);
  for (const position of account.positions.values()) {
    if (belongs(account, position, null) && stale(position.symbol)) return true;
  }
  return state.config.collaterals.some(
    ({ asset, priceMarket }) =>
      priceMarket !== null && (account.balances.get(asset) ?? 0n) !== 0n && stale(priceMarket),
  );
}

/** Returns true when a margin account is below maintenance and no price behind it is stale. */
export const isEndangered = (state: State, marginAccount: MarginAccount): boolean =>
  marginAccount.account !== VAULT_NO &&
  isUnhealthy(healthOf(state, marginAccount)) &&
  !restsOnStalePrice(state, marginAccount);

/**
 * Returns the value of a margin account without haircuts, at mark and index; `cash` is its part in the settlement
 * asset.
 */
export function worthOf(state: State, { account: no, symbol }: MarginAccount): { total: Units; cash: Units } {
  const account = accountOf(state, no);
  const cash =
    symbol === null
      ? (account.balances.get(settlementAsset(state)) ?? 0n)
      : (account.isolated.get(symbol)?.margin ?? 0n);
  let total = cash;
  for (const position of account.positions.values()) {
    if (belongs(account, position, symbol)) total += unrealizedPnlOf(marketOf(state, position.symbol), position);
  }
  if (symbol === null) {
    for (const spec of state.config.collaterals.slice(1)) total += valueOfHolding(state, account, spec).value;
  }
  return { total, cash };
}

const belongs = ({ isolated }: Account, position: Position, symbol: string | null): boolean =>
  symbol === null ? !isolated.has(position.symbol) : position.symbol === symbol;

function collateralOf(state: State, account: Account): Units {
  let total = 0n;
  for (const spec of state.config.collaterals) total += valueOfHolding(state, account, spec).adjusted;
  return total;
}

/** A margin account below maintenance, with its health. */
export interface LiquidationCandidate {
  readonly marginAccount: MarginAccount;
  readonly health: Health;
}

/**
 * Returns liquidation candidates in the order of liquidation: the lowest ratio of equity to maintenance first, then
 * by account, cross before isolated, isolated markets in the order of the configuration. It is a total order.
 */
export function worstFirst(state: State, marginAccounts: readonly MarginAccount[]): LiquidationCandidate[] {
  const candidates = marginAccounts.map((marginAccount) => ({ marginAccount, health: healthOf(state, marginAccount) }));
  if (candidates.length < 2) return candidates;
  const places = new Map(state.config.markets.map(({ symbol }, place) => [symbol, place]));
  const placeOf = ({ symbol }: MarginAccount): number => (symbol === null ? -1 : (places.get(symbol) ?? 0));
  return candidates.sort(
    (a, b) =>
      compareHealth(a.health, b.health) ||
      a.marginAccount.account - b.marginAccount.account ||
      placeOf(a.marginAccount) - placeOf(b.marginAccount),
  );
}

/** Compares equity / maintenance by cross-multiplication, so that nothing is rounded. */
export function compareHealth(a: Health, b: Health): number {
  const left = a.equity * b.maintenance;
  const right = b.equity * a.maintenance;
  return left === right ? 0 : left < right ? -1 : 1;
}
