import type { AccountNo, Address } from '../../kernel/ids.ts';
import { newAccount } from '../accounts/evolve-accounts.ts';
import { big, bool, CodecError, count, int, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import { fewMapOf, fewSetOf, list, record, setOf } from '../../kernel/codec/collections.ts';
import { NumberedMap } from '../../kernel/numbered-map.ts';
import type { Referral } from '../command.ts';
import type { HourOfVolume, TradedVolume } from '../fees/volume.ts';
import type { Account, Delegation, OpenTotals, Position, Wallet } from '../state.ts';
import { orderGroup } from './order-codec.ts';

/** Amounts by asset. */
const fewAmounts = fewMapOf(text, big);

const position = record<Position>({
  no: count,
  account: count,
  symbol: text,
  lots: int,
  cost: big,
  entryCost: big,
  entryLots: int,
  realizedPnl: big,
  fees: big,
  netFunding: big,
  openedAt: int,
  updatedAt: int,
});

const openTotals = record<OpenTotals>({
  orders: fewSetOf(count),
  buyLots: count,
  sellLots: count,
  reduceLots: count,
  groups: fewMapOf(count, orderGroup),
});

const delegation = record<Delegation>({
  no: count,
  wallet: text,
  permission: oneOf('session', 'delegate'),
  expiresAt: nullable(int),
  grantedBy: text,
  timer: nullable(count),
});

/** The wallet of an account follows from its owner. */
export type StoredAccount = Omit<Account, 'ownerWallet'>;

export const account = record<StoredAccount>({
  no: count,
  owner: text,
  name: text,
  master: nullable(count),
  openedAt: int,
  agent: bool,
  balances: fewAmounts,
  pendingWithdraw: fewAmounts,
  positions: fewMapOf(text, position),
  open: fewMapOf(text, openTotals),
  leverage: fewMapOf(text, count),
  isolated: fewMapOf(text, record<{ margin: bigint }>({ margin: big })),
  clientIds: fewMapOf(text, count),
  liveOrders: count,
  cancelAt: nullable(int),
  feePaying: fewMapOf(int, big),
  delegations: fewMapOf(text, delegation),
});

const volume = record<TradedVolume>({
  total: big,
  hours: list(record<HourOfVolume>({ hour: int, notional: big })),
});

/** Returns the accounts with their wallets. A decoded account is made like any other, so that all share one shape. */
export function accountsFrom(
  stored: ReadonlyMap<AccountNo, StoredAccount>,
  wallets: ReadonlyMap<Address, Wallet>,
): Map<AccountNo, Account> {
  const accounts = new NumberedMap<Account>();
  for (const [no, own] of stored) {
    const owner = wallets.get(own.owner);
    if (!owner) throw new CodecError(`accounts[${no}].owner`, 'is no wallet');
    accounts.set(no, Object.assign(newAccount({ ...own, ownerWallet: owner }), own));
  }
  return accounts;
}

export const wallet = record<Wallet>({
  address: text,
  whitelisted: bool,
  tierId: text,
  customTier: bool,
  startTier: text,
  reviewing: bool,
  volume,
  referral: nullable(record<Referral>({ code: text, discount: count })),
  accounts: list(count),
  managers: setOf(text),
});
