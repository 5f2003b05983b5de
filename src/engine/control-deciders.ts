import { invariant, isRefusal, type Refusal, refuse } from '../kernel/errors.ts';
import type { AccountNo } from '../kernel/ids.ts';
import type { Units } from '../kernel/units.ts';
import { entryTierOf } from './accounts/evolve-accounts.ts';
import { collateralSpecOf, planWithdrawal, readAmount, settleWithdrawal, txHashOf } from './accounts/funds.ts';
import type { ControlCommand, Delist, LatencyControl, TermsControl } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { FaultControl } from './fault-terms.ts';
import { tierSteps } from './fees/fee-tiers.ts';
import type { Deciders, Decision } from './handlers.ts';
import { premiumLimit } from './prices.ts';
import { valueOfQuantity } from './risk/margin.ts';
import type { State } from './state.ts';
import type { HistoryCommand } from './world/history-terms.ts';
import { pinPrice, rampPrice, setFeed, setIndexPrice } from './world/price-steering.ts';

/** The commands of the control plane. They skip the rules of access, but are in the log like all others. */
export const CONTROL_DECIDERS: Deciders<
  Exclude<
    ControlCommand['type'],
    | 'SetReferral'
    | 'SetCancelOnDisconnect'
    | 'Disconnect'
    | FaultControl['type']
    | TermsControl['type']
    | Delist['type']
    | HistoryCommand['type']
    | LatencyControl['type']
  >
> = {
  Deposit: deposit,
  SettleWithdrawal: settleWithdrawal,
  PlanWithdrawal: planWithdrawal,
  SetIndexPrice: setIndexPrice,
  PinPrice: pinPrice,
  RampPrice: rampPrice,
  SetFeed: setFeed,
  SetMarkPrice: setMarkPrice,
  SetPeg: setPeg,
  SetWhitelisted: (state, { wallet, whitelisted }) => [{ type: 'WhitelistSet', at: state.now, wallet, whitelisted }],
  SetTier: setTier,
  SetMarketStatus: (state, { symbol, status }) =>
    state.markets.has(symbol)
      ? [{ type: 'MarketStatusSet', at: state.now, symbol, status }]
      : refuse('MARKET_NOT_FOUND'),
  SetExchangeStatus: (state, { status }) => [{ type: 'ExchangeStatusSet', at: state.now, status }],
  SetManager: setManager,
  OpenAccount: openAccount,
};

function deposit(state: State, command: Extract<ControlCommand, { type: 'Deposit' }>): Decision {
  const { account, asset, amount } = command;
  if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
  const spec = readAmount(state, asset, amount);
  return isRefusal(spec) ? spec : [depositOf(state, account, asset, amount)];
}

/** The event of a deposit; its transaction hash and its value at this moment come with it. */
export function depositOf(state: State, account: AccountNo, asset: string, amount: Units): EngineEvent {
  const spec = collateralSpecOf(state, asset);
  invariant(spec, `${asset} is a collateral`);
  const { value } = valueOfQuantity(state, spec, amount);
  const transfer = state.counters.transfer + 1;
  return {
    type: 'Deposited',
    at: state.now,
    account,
    asset,
    amount,
    value,
    transfer,
    txHash: txHashOf(state, transfer),
  };
}

/** The mark alone, by the premium it stands off the index, within what a premium can be (wire 6.1). */
function setMarkPrice(state: State, command: Extract<ControlCommand, { type: 'SetMarkPrice' }>): Decision {
  const { symbol, price } = command;
  const market = state.markets.get(symbol);
  if (!market) return refuse('MARKET_NOT_FOUND');
  if (price < 1) return refuse('INVALID_VALUE', 'price must be at least one tick');
  const premium = price * market.spec.tickUnits - market.index;
  if (Math.abs(premium) > premiumLimit(market.index))
    return refuse('INVALID_VALUE', 'price must be within 5 percent of the index price');
  return [{ type: 'MarkMoved', at: state.now, symbol, premium, mark: price }];
}

function setPeg(state: State, { asset, peg }: Extract<ControlCommand, { type: 'SetPeg' }>): Decision {
  const spec = collateralSpecOf(state, asset);
  if (!spec) return refuse('ASSET_NOT_FOUND');
  if (spec.priceMarket === null) return refuse('INVALID_VALUE', `${asset} is what all is counted in and has no peg`);
  if (peg <= 0) return refuse('INVALID_VALUE', 'peg must be above 0');
  return [{ type: 'PegSet', at: state.now, asset, peg }];
}

function setTier(state: State, command: Extract<ControlCommand, { type: 'SetTier' }>): Decision {
  const tierId = command.tierId ?? entryTierOf(state);
  const exists = state.config.tiers.some((tier) => tier.tierId === tierId);
  if (!exists)
    return refuse(
      'INVALID_VALUE',
      `tierId must be one of: ${state.config.tiers.map((tier) => tier.tierId).join(', ')}`,
    );
  const { wallet } = command;
  const set: EngineEvent = { type: 'TierSet', at: state.now, wallet, tierId, custom: command.tierId !== null };
  const known = state.wallets.get(wallet);
  if (command.tierId !== null || !known) return [set];
  const back = { ...known, tierId, startTier: tierId };
  return [set, ...tierSteps(state, back, known.reviewing)];
}

function setManager(state: State, command: Extract<ControlCommand, { type: 'SetManager' }>): Decision {
  const { owner, manager, appointed } = command;
  if (manager === owner) return refuse('INVALID_VALUE', 'a wallet cannot be its own manager');
  return [{ type: 'ManagerSet', at: state.now, owner, manager, appointed }];
}

function openAccount(state: State, command: Extract<ControlCommand, { type: 'OpenAccount' }>): Refusal | EngineEvent[] {
  const master = state.wallets.get(command.wallet)?.accounts[0] ?? null;
  const { wallet, name } = command;
  return [
    { type: 'AccountOpened', at: state.now, account: state.counters.account, wallet, name, master, agentOf: null },
  ];
}
