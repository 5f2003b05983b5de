import { invariant, unreachable } from '../kernel/assert.ts';
import type { Address } from '../kernel/ids.ts';
import type { EngineEvent } from './event.ts';
import { orderCancelled, orderModified, orderPlaced, orderRested } from './evolve-order.ts';
import { traded } from './evolve-trade.ts';
import { useNonce } from './admission/nonce.ts';
import { post } from './ledger.ts';
import { marketOf } from './risk/margin.ts';
import type { State, Wallet } from './state.ts';

/**
 * The only writer of state. It holds no rules and cannot refuse: what an event says has happened. In
 * place, so that a large book costs nothing to keep. Time never goes back (DET-02).
 */
export function evolve(state: State, event: EngineEvent): void {
  invariant(event.at >= state.now, `event at ${event.at} comes after ${state.now}`);
  state.now = event.at;
  state.eventSeq += 1;
  switch (event.type) {
    case 'ClockMoved':
      state.now = event.to;
      return;
    case 'NonceUsed':
      return useNonce(state, event.wallet, event.account, event.nonce);
    case 'TimerArmed':
    case 'TimerFired':
      return timers(state, event);
    case 'OrderPlaced':
      return orderPlaced(state, event.order);
    case 'OrderRested':
      return orderRested(state, event.order);
    case 'OrderCancelled':
      return orderCancelled(state, event);
    case 'OrderModified':
      return orderModified(state, event);
    case 'Traded':
      return traded(state, event);
    case 'IndexMoved':
    case 'MarkMoved':
    case 'AgentsStepped':
    case 'MarketStatusSet':
      return market(state, event);
    case 'AccountOpened':
      return accountOpened(state, event);
    case 'Deposited':
      state.counters.transfer = event.transfer;
      return post(state, event.asset, [
        { account: event.account, amount: event.amount },
        { house: 'external', amount: -event.amount },
      ]);
    case 'WhitelistSet':
      walletOf(state, event.wallet).whitelisted = event.whitelisted;
      return;
    case 'TierSet': {
      const wallet = walletOf(state, event.wallet);
      wallet.tierId = event.tierId;
      wallet.customTier = event.custom;
      return;
    }
    case 'ExchangeStatusSet':
      state.status = event.status;
      return;
    default:
      return unreachable(event);
  }
}

function timers(state: State, event: Extract<EngineEvent, { type: 'TimerArmed' | 'TimerFired' }>): void {
  const { timer } = event;
  if (event.type === 'TimerArmed') {
    state.timers.add(timer);
    state.counters.timer = timer.seq + 1;
    if (timer.job.kind === 'mark') marketOf(state, timer.job.symbol).sampling = true;
    return;
  }
  invariant(state.timers.pop().seq === timer.seq, 'timers fire in order');
  if (timer.job.kind === 'mark') marketOf(state, timer.job.symbol).sampling = false;
  if (event.again === null) return;
  state.timers.add({ ...timer, due: event.again, seq: state.counters.timer });
  state.counters.timer += 1;
}

type MarketEvent = Extract<EngineEvent, { type: 'IndexMoved' | 'MarkMoved' | 'AgentsStepped' | 'MarketStatusSet' }>;

function market(state: State, event: MarketEvent): void {
  const target = marketOf(state, event.symbol);
  switch (event.type) {
    case 'IndexMoved':
      target.index = event.price;
      target.indexAt = event.at;
      if (event.random) target.indexRandom = event.random;
      return;
    case 'MarkMoved':
      target.premium = event.premium;
      target.mark = event.mark;
      return;
    case 'AgentsStepped':
      target.agentRandom = event.random;
      target.agentBasis = event.basis;
      return;
    case 'MarketStatusSet':
      target.status = event.status;
      return;
    default:
      return unreachable(event);
  }
}

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
    clientIds: new Map(),
    liveOrders: 0,
  });
  state.counters.account = event.account + 1;
  walletOf(state, event.wallet).accounts.push(event.account);
  if (event.agentOf !== null) marketOf(state, event.agentOf).agents.push(event.account);
}

/** The wallet of an address, brought to life on its first mention. */
function walletOf(state: State, address: Address): Wallet {
  const existing = state.wallets.get(address);
  if (existing) return existing;
  const wallet: Wallet = {
    address,
    whitelisted: false,
    // Wire 6.8: an account starts in tier_1, so that it may open several subaccounts.
    tierId: DEFAULT_TIER,
    customTier: false,
    accounts: [],
    managers: new Set(),
  };
  state.wallets.set(address, wallet);
  return wallet;
}

export const DEFAULT_TIER = 'tier_1';
