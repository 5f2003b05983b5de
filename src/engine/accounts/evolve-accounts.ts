import { invariant } from '../../kernel/assert.ts';
import type { Address } from '../../kernel/ids.ts';
import { bringBucketsUpToDate } from '../admission/limits.ts';
import type { EngineEvent } from '../event.ts';
import { noVolume } from '../fees/volume.ts';
import type { Handlers } from '../handlers.ts';
import { post } from '../ledger.ts';
import { marketOf } from '../risk/margin.ts';
import type { State, Wallet } from '../state.ts';

/** Wire 6.8: an account starts in tier_1, so that it may open several subaccounts. */
export const DEFAULT_TIER = 'tier_1';

export const ACCOUNT_HANDLERS: Handlers<'AccountOpened' | 'Deposited' | 'WhitelistSet' | 'TierSet'> = {
  AccountOpened: accountOpened,
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
    // One that is not assigned is where the wallet starts from.
    if (!event.custom) wallet.startTier = event.tierId;
  },
};

function accountOpened(state: State, event: Extract<EngineEvent, { type: 'AccountOpened' }>): void {
  invariant(!state.accounts.has(event.account), 'subaccount numbers are never reused');
  state.accounts.set(event.account, {
    no: event.account,
    owner: event.wallet,
    name: event.name,
    master: event.master,
    openedAt: event.at,
    agent: event.agentOf !== null,
    balances: new Map(),
    pendingWithdraw: new Map(),
    positions: new Map(),
    open: new Map(),
    leverage: new Map(),
    isolated: new Map(),
    clientIds: new Map(),
    liveOrders: 0,
    cancelAt: null,
    feePaying: new Map(),
    delegations: new Map(),
  });
  state.counters.account = event.account + 1;
  walletOf(state, event.wallet).accounts.push(event.account);
  if (event.agentOf !== null) marketOf(state, event.agentOf).agents.push(event.account);
}

/** The wallet of an address, brought to life on its first mention. */
export function walletOf(state: State, address: Address): Wallet {
  const existing = state.wallets.get(address);
  if (existing) return existing;
  const wallet: Wallet = {
    address,
    whitelisted: false,
    tierId: DEFAULT_TIER,
    customTier: false,
    startTier: DEFAULT_TIER,
    reviewing: false,
    volume: noVolume(),
    referral: null,
    accounts: [],
    managers: new Set(),
  };
  state.wallets.set(address, wallet);
  return wallet;
}
