import type { FewMap } from '../kernel/tables.ts';
import { broken, invariant } from '../kernel/errors.ts';
import type { AccountNo } from '../kernel/ids.ts';
import type { Units } from '../kernel/units.ts';
import type { FillSide } from './event.ts';
import { settlementAsset } from './risk/margin.ts';
import type { Account, House, State } from './state.ts';

/** One side of a posting: a subaccount's balance, what it has pending, what an isolated market of it holds, or the house. */
export type Entry =
  | { readonly account: AccountNo; readonly amount: Units }
  | { readonly pending: AccountNo; readonly amount: Units }
  | { readonly isolated: AccountNo; readonly symbol: string; readonly amount: Units }
  | { readonly house: keyof House; readonly amount: Units };

/** Returns the cash that a market books to: the margin of the market while it is isolated, else the balance. */
export const cashOf = ({ no, isolated }: Pick<Account, 'no' | 'isolated'>, symbol: string, amount: Units): Entry =>
  isolated.has(symbol) ? { isolated: no, symbol, amount } : { account: no, amount };

/**
 * The only function that moves value. The entries of one posting sum to zero (INV-02), so balances and
 * house accounts always sum to zero per asset (INV-01).
 */
export function post(state: State, asset: string, entries: readonly Entry[]): void {
  let sum = 0n;
  state.sampling.moved = true;
  for (const entry of entries) {
    sum += entry.amount;
    if ('isolated' in entry) {
      postIsolated(state, entry);
      continue;
    }
    const balances = balancesOf(state, entry);
    invariant(balances, 'a posting names an account that exists');
    addTo(balances, asset, entry.amount);
  }
  if (sum !== 0n) broken(`posting of ${asset} is off by ${sum}`);
}

/**
 * Posts the cash of one side of a fill: PnL comes from clearing, the fee goes to the house. In an isolated market the
 * market's own margin pays. It is `post` without a list of entries, because every fill makes two of these.
 */
export function postFill(state: State, account: Account, symbol: string, side: FillSide): void {
  const asset = settlementAsset(state);
  const { realizedPnl, fee, feeTo } = side;
  const amount = realizedPnl - fee;
  const fromClearing = -realizedPnl;
  if (amount + fromClearing + fee !== 0n) broken(`posting of ${asset} is off by ${amount + fromClearing + fee}`);
  state.sampling.moved = true;
  const held = account.isolated.size === 0 ? undefined : account.isolated.get(symbol);
  if (held) held.margin += amount;
  else addTo(account.balances, asset, amount);
  addTo(state.house.clearing, asset, fromClearing);
  addTo(state.house[feeTo], asset, fee);
}

function addTo(balances: FewMap<string, Units>, asset: string, amount: Units): void {
  balances.set(asset, (balances.get(asset) ?? 0n) + amount);
}

function balancesOf(state: State, entry: Exclude<Entry, { isolated: AccountNo }>): FewMap<string, Units> | undefined {
  if ('account' in entry) return state.accounts.get(entry.account)?.balances;
  if ('pending' in entry) return state.accounts.get(entry.pending)?.pendingWithdraw;
  return state.house[entry.house];
}

function postIsolated(state: State, entry: Extract<Entry, { isolated: AccountNo }>): void {
  const held = state.accounts.get(entry.isolated)?.isolated.get(entry.symbol);
  invariant(held, 'a posting names a market that is isolated');
  held.margin += entry.amount;
}
