import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { ControlCommand } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { EngineEvent } from '../event.ts';
import type { Deciders } from '../handlers.ts';
import { markOf } from '../prices.ts';
import type { State } from '../state.ts';
import { DEFAULT_TIER } from './evolve-accounts.ts';

/** What the control plane may do to the exchange; it stands outside access rules, not outside the log. */
export const CONTROL_DECIDERS: Deciders<ControlCommand['type']> = {
  Deposit: deposit,
  SetIndexPrice: setIndexPrice,
  SetWhitelisted: (state, { wallet, whitelisted }) => [{ type: 'WhitelistSet', at: state.now, wallet, whitelisted }],
  SetTier: setTier,
  SetMarketStatus: (state, { symbol, status }) =>
    state.markets.has(symbol)
      ? [{ type: 'MarketStatusSet', at: state.now, symbol, status }]
      : refuse('MARKET_NOT_FOUND'),
  SetExchangeStatus: (state, { status }) => [{ type: 'ExchangeStatusSet', at: state.now, status }],
  OpenAccount: openAccount,
};

function deposit(state: State, command: Extract<ControlCommand, { type: 'Deposit' }>): Decision {
  const { account, asset, amount } = command;
  if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
  if (!state.config.collaterals.some((spec) => spec.asset === asset)) return refuse('ASSET_NOT_FOUND');
  if (amount <= 0n) return refuse('INVALID_VALUE', 'amount must be a positive value');
  const transfer = state.counters.transfer + 1;
  return [{ type: 'Deposited', at: state.now, account, asset, amount, transfer }];
}

function setIndexPrice(state: State, command: Extract<ControlCommand, { type: 'SetIndexPrice' }>): Decision {
  const market = state.markets.get(command.symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (command.price < market.spec.tickUnits) return refuse('INVALID_VALUE', 'price must be at least one tick');
  const mark = markOf(market.spec, command.price, market.premium);
  const { symbol } = command;
  const events: EngineEvent[] = [
    { type: 'IndexMoved', at: state.now, symbol, price: command.price, random: null },
    { type: 'MarkMoved', at: state.now, symbol, premium: market.premium, mark },
  ];
  return events;
}

function setTier(state: State, command: Extract<ControlCommand, { type: 'SetTier' }>): Decision {
  const tierId = command.tierId ?? DEFAULT_TIER;
  const known = state.config.tiers.some((tier) => tier.tierId === tierId);
  if (!known)
    return refuse(
      'INVALID_VALUE',
      `tierId must be one of: ${state.config.tiers.map((tier) => tier.tierId).join(', ')}`,
    );
  return [{ type: 'TierSet', at: state.now, wallet: command.wallet, tierId, custom: command.tierId !== null }];
}

function openAccount(state: State, command: Extract<ControlCommand, { type: 'OpenAccount' }>): Refusal | EngineEvent[] {
  const master = state.wallets.get(command.wallet)?.accounts[0] ?? null;
  const { wallet, name } = command;
  return [
    { type: 'AccountOpened', at: state.now, account: state.counters.account, wallet, name, master, agentOf: null },
  ];
}
