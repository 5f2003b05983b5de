import { invariant } from '../../kernel/errors.ts';
import { absBig, maxBig } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import { UNIT_BIG } from '../../kernel/units.ts';
import {
  maintenanceMarginOf,
  marketOf,
  notionalOf,
  settlementAsset,
  summaryOf,
  unrealizedPnlOf,
  valueOfHolding,
} from '../risk/margin.ts';
import { tierOfAccount } from '../fees/fee-rates.ts';
import { isIndexStale } from '../prices.ts';
import type { Account, House, Position, State } from '../state.ts';
import type { Health, MarginAccount } from './terms.ts';

/**
 * Checks what must hold of margin, liquidations and the vault whenever nothing is due. It is a deliberate second opinion on
 * `health.ts`: it decides anew which margin accounts there are, what they have (from the account summary, not from the sums of
 * `healthOf`) and which prices are stale, so that a fault in `health.ts` cannot hide from INV-41. Do not share the two.
 */
export function checkRisk(state: State): void {
  checkHouse(state);
  checkVault(state);
  checkLiquidations(state);
  checkTimers(state);
  for (const account of state.accounts.values()) {
    checkFigures(state, account);
    checkDebt(state, account);
    for (const marginAccount of marginAccountsOf(account)) checkHandled(state, account, marginAccount);
  }
}

/** Finds the margin accounts with a position, separately from the function of this name in `health.ts`. */
function marginAccountsOf({ no, positions, isolated }: Account): MarginAccount[] {
  const own = [...positions.keys()].filter((symbol) => isolated.has(symbol));
  const cross = positions.size > own.length ? [{ account: no, symbol: null }] : [];
  return [...cross, ...own.map((symbol) => ({ account: no, symbol }))];
}

const nameOf = ({ account, symbol }: MarginAccount): string => `${symbol ?? 'cross'} of account ${account}`;

/**
 * INV-41: every margin account below maintenance is under liquidation, unless a price is stale or liquidation is off.
 */
function checkHandled(state: State, account: Account, marginAccount: MarginAccount): void {
  if (marginAccount.account === VAULT_NO || !state.config.risk.liquidation) return;
  const { equity, maintenance } = recounted(state, account, marginAccount);
  if (equity >= maintenance || isStale(state, account, marginAccount)) return;
  const handled = [...state.liquidations.values()].some(
    ({ account: no, symbol }) => no === marginAccount.account && symbol === marginAccount.symbol,
  );
  invariant(handled, () => `INV-41 ${nameOf(marginAccount)} has ${equity} of ${maintenance} and is being liquidated`);
}

function recounted(state: State, account: Account, { symbol }: MarginAccount): Health {
  if (symbol === null) {
    const { adjustedAccountValue, maintenanceMargin } = summaryOf(state, account);
    return { equity: adjustedAccountValue, maintenance: maintenanceMargin };
  }
  const position = account.positions.get(symbol);
  const margin = account.isolated.get(symbol)?.margin;
  invariant(position && margin !== undefined, () => `${symbol} of account ${account.no} stands on its own`);
  const market = marketOf(state, symbol);
  return { equity: margin + unrealizedPnlOf(market, position), maintenance: maintenanceOf(state, position) };
}

function maintenanceOf(state: State, { symbol, lots }: Position): bigint {
  const market = marketOf(state, symbol);
  return maintenanceMarginOf(market.spec, absBig(notionalOf(market, lots, market.mark)));
}

function isStale(state: State, account: Account, { symbol }: MarginAccount): boolean {
  const symbols =
    symbol === null ? [...account.positions.keys()].filter((own) => !account.isolated.has(own)) : [symbol];
  for (const { asset, priceMarket } of state.config.collaterals) {
    const counts = symbol === null && priceMarket !== null && (account.balances.get(asset) ?? 0n) > 0n;
    if (counts) symbols.push(priceMarket);
  }
  return symbols.some((own) => isIndexStale(state, marketOf(state, own)));
}

/**
 * INV-42: the insurance vault is never worth less than zero: a debt in the settlement asset is covered by its other
 * assets and positions.
 */
function checkVault(state: State): void {
  const vault = state.accounts.get(VAULT_NO);
  invariant(vault, 'a world has a vault');
  for (const { asset, priceMarket } of state.config.collaterals) {
    const amount = vault.balances.get(asset) ?? 0n;
    invariant(priceMarket === null || amount >= 0n, () => `INV-42 the vault owes ${-amount} ${asset}`);
  }
  const { liquidation, deleveraging } = state.config.risk;
  if (!liquidation || !deleveraging || isStale(state, vault, { account: VAULT_NO, symbol: null })) return;
  const { accountValue } = summaryOf(state, vault);
  invariant(accountValue >= 0n, () => `INV-42 the vault is worth ${accountValue}`);
}

/**
 * A margin account has at most one liquidation, and only while it has a position. One that is left when nothing is
 * due waits for its timer.
 */
function checkLiquidations(state: State): void {
  const seen = new Set<string>();
  for (const [no, liquidation] of state.liquidations) {
    const { account, symbol, timer } = liquidation;
    const name = nameOf(liquidation);
    invariant(liquidation.no === no && no <= state.counters.liquidation, () => `liquidation ${no} is numbered`);
    invariant(!seen.has(name), () => `${name} is liquidated once at a time`);
    seen.add(name);
    const owner = state.accounts.get(account);
    invariant(owner, () => `liquidation ${no} is of an account`);
    const open = marginAccountsOf(owner).some((marginAccount) => marginAccount.symbol === symbol);
    invariant(open, () => `INV-46 liquidation ${no} ended with the last position of ${name}`);
    const waits = timer !== null || isStale(state, owner, liquidation) || !state.config.risk.liquidation;
    invariant(waits, () => `INV-46 liquidation ${no} of ${name} goes on some time`);
  }
}

/** Each pause has one timer. While the vault holds positions, one timer is armed to offer them to the book. */
function checkTimers(state: State): void {
  const armed = new Map<number, number>();
  let unwinding = 0;
  for (const { seq, job } of state.timers.toCanonical()) {
    if (job.kind === 'liquidation') armed.set(seq, job.liquidation);
    if (job.kind === 'vaultUnwind') unwinding += 1;
  }
  for (const { no, timer } of state.liquidations.values()) {
    if (timer === null) continue;
    invariant(armed.get(timer) === no, () => `the pause of liquidation ${no} has a timer`);
    armed.delete(timer);
  }
  invariant(armed.size === 0, () => `liquidation ${[...armed.values()].join()} is paused by one timer`);
  const holds = (state.accounts.get(VAULT_NO)?.positions.size ?? 0) > 0;
  invariant(unwinding === (state.vaultUnwinding ? 1 : 0), () => `the vault has ${unwinding} timers and knows it`);
  const waits = !holds || state.vaultUnwinding || !state.config.risk.liquidation;
  invariant(waits, 'the vault works off what it holds');
}

/** INV-40: a haircut never adds value, and what is withdrawable is within the balance. */
function checkFigures(state: State, account: Account): void {
  const summary = summaryOf(state, account);
  const { accountValue, adjustedAccountValue, withdrawable } = summary;
  invariant(
    accountValue < 0n || adjustedAccountValue <= accountValue,
    () => `INV-40 haircuts of account ${account.no} take away`,
  );
  const cash = account.balances.get(settlementAsset(state)) ?? 0n;
  invariant(
    withdrawable >= 0n && withdrawable <= maxBig(cash, 0n),
    () => `INV-40 account ${account.no} can withdraw ${withdrawable} of ${cash}`,
  );
}

/** INV-03: only the settlement asset can be owed, and within the limits while there is collateral to sell. */
function checkDebt(state: State, account: Account): void {
  const { risk, collaterals } = state.config;
  if (account.no === VAULT_NO || !risk.forcedExchange) return;
  const { debt } = summaryOf(state, account);
  if (debt === 0n || isStale(state, account, { account: account.no, symbol: null })) return;
  if ([...state.liquidations.values()].some(({ account: no }) => no === account.no)) return;
  let limit = 0n;
  let held = 0n;
  for (const spec of collaterals) {
    if (spec.priceMarket === null || (account.balances.get(spec.asset) ?? 0n) === 0n) continue;
    const { value } = valueOfHolding(state, account, spec);
    held += value;
    limit += value * BigInt(spec.lltv);
  }
  if (held === 0n) return;
  invariant(debt * UNIT_BIG <= limit, () => `INV-03 account ${account.no} owes ${debt} against ${held} of collateral`);
  const { maxBorrowCapacity: most } = tierOfAccount(state, account);
  invariant(most === 0n || debt <= most, () => `INV-03 account ${account.no} owes ${debt}, may owe ${most}`);
}

const HOUSE: Record<keyof House, true> = {
  external: true,
  tradingFees: true,
  clearanceFees: true,
  withdrawalFees: true,
  conversions: true,
  clearing: true,
  residue: true,
};

/** INV-01: all house funds are in a named account. Accounts that only collect are never negative. */
function checkHouse(state: State): void {
  for (const name of Object.keys(state.house)) invariant(name in HOUSE, () => `house account ${name} has a name`);
  for (const name of ['clearanceFees', 'withdrawalFees'] as const) {
    for (const [asset, amount] of state.house[name]) {
      invariant(amount >= 0n, () => `INV-33 ${name} holds ${amount} ${asset}`);
    }
  }
}
