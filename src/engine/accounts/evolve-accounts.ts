import { invariant } from '../../kernel/errors.ts';
import { FewMap } from '../../kernel/tables.ts';
import { type Address, VAULT_NO } from '../../kernel/ids.ts';
import { bringBucketsUpToDate } from '../admission.ts';
import type { EngineEvent } from '../event.ts';
import { noVolume } from '../fees/volume.ts';
import type { Handlers } from '../handlers.ts';
import { post } from '../ledger.ts';
import { marketOf, settlementAsset } from '../risk/margin.ts';
import type { Account, State, Wallet } from '../state.ts';

/**
 * The tier of a wallet without volume and without an assigned tier: the first of every world, with a minimum
 * of 0.
 */
export function entryTierOf({ config }: Readonly<State>): string {
  const [first] = config.tiers;
  invariant(first, 'a world has tiers');
  return first.tierId;
}

export const ACCOUNT_HANDLERS: Handlers<'AccountOpened' | 'VaultOpened' | 'Deposited' | 'WhitelistSet' | 'TierSet'> = {
  AccountOpened: accountOpened,
  VaultOpened: vaultOpened,
  Deposited: (state, { account, asset, amount, transfer }) => {
    state.counters.transfer = transfer;
    post(state, asset, [
      { account, amount },
      { house: 'external', amount: -amount },
    ]);
  },
  WhitelistSet: (state, { wallet, whitelisted }) => {
    walletOf(state, wallet).whitelisted = whitelisted;
  },
  TierSet: (state, event) => {
    const wallet = walletOf(state, event.wallet);
    bringBucketsUpToDate(state, wallet);
    wallet.tierId = event.tierId;
    wallet.customTier = event.custom;
    // A volume tier that the world gives, or the entry tier once an assigned tier is cleared.
    if (!event.custom) wallet.startTier = event.tierId;
  },
};

function accountOpened(state: State, event: Extract<EngineEvent, { type: 'AccountOpened' }>): void {
  const { account: no, wallet, name, master, agentOf, at } = event;
  invariant(!state.accounts.has(no), 'subaccount numbers are never reused');
  const owner = walletOf(state, wallet);
  state.accounts.set(no, newAccount({ no, ownerWallet: owner, name, master, openedAt: at, agent: agentOf !== null }));
  state.counters.account = no + 1;
  owner.accounts.push(no);
  if (agentOf === null) return;
  const market = marketOf(state, agentOf);
  market.agents.push(no);
  if (event.group) market.population?.accounts[event.group].push(no);
}

/** The vault belongs to no user: no list of a wallet shows it, and the world funds it. */
function vaultOpened(state: State, { at, wallet, funds }: Extract<EngineEvent, { type: 'VaultOpened' }>): void {
  const owner = walletOf(state, wallet);
  const vault = { no: VAULT_NO, ownerWallet: owner, name: 'vault', master: null, openedAt: at, agent: true };
  state.accounts.set(VAULT_NO, newAccount(vault));
  if (funds === 0n) return;
  post(state, settlementAsset(state), [
    { account: VAULT_NO, amount: funds },
    { house: 'external', amount: -funds },
  ]);
}

type Opening = Pick<Account, 'no' | 'ownerWallet' | 'name' | 'master' | 'openedAt' | 'agent'>;

/** Field by field, so that every account has one shape. */
export const newAccount = ({ no, ownerWallet, name, master, openedAt, agent }: Opening): Account => ({
  no,
  owner: ownerWallet.address,
  ownerWallet,
  name,
  master,
  openedAt,
  agent,
  balances: new FewMap(),
  pendingWithdraw: new FewMap(),
  positions: new FewMap(),
  open: new FewMap(),
  leverage: new FewMap(),
  isolated: new FewMap(),
  clientIds: new FewMap(),
  liveOrders: 0,
  cancelAt: null,
  feePaying: new FewMap(),
  delegations: new FewMap(),
});

/** Returns the wallet of an address, and creates it on its first use. */
export function walletOf(state: State, address: Address): Wallet {
  const existing = state.wallets.get(address);
  if (existing) return existing;
  const wallet: Wallet = {
    address,
    whitelisted: false,
    tierId: entryTierOf(state),
    customTier: false,
    startTier: entryTierOf(state),
    reviewing: false,
    volume: noVolume(),
    referral: null,
    accounts: [],
    managers: new Set(),
  };
  state.wallets.set(address, wallet);
  return wallet;
}
