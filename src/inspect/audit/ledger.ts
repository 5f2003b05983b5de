import type { State } from '../../engine/state.ts';
import { entriesOf } from '../../kernel/entries.ts';
import type { AccountNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';

/** The holdings of all accounts at one moment, from the books, a state, or a response of the API. */
export interface Ledger {
  readonly accounts: ReadonlyMap<AccountNo, LedgerAccount>;
  /** By house account, then by asset. */
  readonly house: ReadonlyMap<string, ReadonlyMap<string, Units>>;
  /** Sum of the long positions of each market. */
  readonly openInterest: ReadonlyMap<string, Lots>;
}

export interface LedgerAccount {
  readonly balances: ReadonlyMap<string, Units>;
  /** Taken out of the balance and not yet out of the exchange. */
  readonly pending: ReadonlyMap<string, Units>;
  /** What isolated markets hold of the settlement asset. */
  readonly isolated: ReadonlyMap<string, Units>;
  /** By market. */
  readonly positions: ReadonlyMap<string, LedgerPosition>;
}

/** `cost` is what the open lots were paid for, signed like them; entry is that of the last growth, as a fraction. */
export interface LedgerPosition {
  readonly no: PositionNo;
  readonly lots: Lots;
  readonly cost: Units;
  readonly entryCost: Units;
  readonly entryLots: Lots;
  readonly realizedPnl: Units;
  readonly fees: Units;
  readonly netFunding: Units;
}

/** Returns what the exchange itself says it holds. */
export const ledgerOf = (state: Readonly<State>): Ledger => ({
  accounts: new Map(
    [...state.accounts.values()].map(({ no, balances, pendingWithdraw, isolated, positions }) => [
      no,
      {
        balances: new Map(balances),
        pending: new Map(pendingWithdraw),
        isolated: new Map([...isolated].map(([symbol, { margin }]) => [symbol, margin])),
        positions: new Map(positions),
      },
    ]),
  ),
  house: new Map(entriesOf(state.house).map(([name, amounts]) => [name, new Map(amounts)])),
  openInterest: new Map([...state.markets].map(([symbol, { openInterest }]) => [symbol, openInterest])),
});

/**
 * The whole number nearest to a fraction, the even one of two that are equally near. Written for the audit alone and
 * by the definition, so that a slip in the exchange's own division is not made here too.
 */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = floorOf(numerator, denominator);
  const rest = numerator - below * denominator;
  const more = denominator - rest;
  if (rest < more) return below;
  if (rest > more) return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

function floorOf(numerator: bigint, denominator: bigint): bigint {
  let quotient = numerator / denominator;
  while (quotient * denominator > numerator) quotient -= 1n;
  return quotient;
}
