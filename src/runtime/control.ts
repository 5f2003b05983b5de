import { parseAddress } from '../api/address.ts';
import { formatLots, formatPrice, formatPriceUnits } from '../api/format.ts';
import type { WithdrawalOutcome } from '../engine/accounts/funds-events.ts';
import type { ControlCommand, ExchangeStatus, MarketStatus } from '../engine/command.ts';
import type { Market, State } from '../engine/state.ts';
import { parseUnits } from '../kernel/decimal.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { type AccountNo, type Address, accountNoOf, parseUint64, subAccountIdOf } from '../kernel/ids.ts';
import type { PriceUnits, Units } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import type { Sequencer } from './sequencer.ts';

/** What the control plane can do to a running exchange; every effect is an input of the log. Throws ControlError. */
export interface Steering {
  /** `amount` in whole units of the asset, as decimal text. */
  deposit(subAccountId: string, asset: string, amount: string): void;
  /** `price` in quote units per base unit, as decimal text. */
  setIndexPrice(symbol: string, price: string): void;
  /** Stops the index feed of a market, or lets it go on; it says nothing when nothing changes. */
  setFeed(symbol: string, frozen: boolean): void;
  setWhitelisted(wallet: string, whitelisted: boolean): void;
  /** Null gives the wallet back to its volume. */
  setTier(wallet: string, tierId: string | null): void;
  /**
   * Gives a wallet a referral code and the multiplier of its fees, as decimal text above 0 and below 1; a null code takes
   * both away.
   */
  setReferral(wallet: string, code: string | null, discount?: string): void;
  /** Makes a wallet a manager of every subaccount of `owner`, or ends that; it says nothing when nothing changes. */
  setManager(owner: string, manager: string, appointed: boolean): void;
  /** Ends a pending withdrawal now. */
  settleWithdrawal(requestId: string, outcome: WithdrawalOutcome): void;
  /** Says how the next withdrawal of a subaccount will end; without a word each succeeds. */
  planWithdrawal(subAccountId: string, outcome: WithdrawalOutcome): void;
  setMarketStatus(symbol: string, status: MarketStatus): void;
  setExchangeStatus(status: ExchangeStatus): void;
  /** Opens a subaccount for a wallet and answers with its id. */
  openAccount(wallet: string, name?: string): string;
}

/** An exchange in short, for people. */
export interface StateSummary {
  readonly now: number;
  readonly status: ExchangeStatus;
  /** Inputs applied and events emitted so far. */
  readonly inputs: number;
  readonly events: number;
  readonly accounts: number;
  readonly liveOrders: number;
  readonly markets: readonly MarketSummary[];
}

export interface MarketSummary {
  readonly symbol: string;
  readonly status: MarketStatus;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly openInterest: string;
}

const NAME_LENGTH_MAX = 50;

/** Translates the wishes of whoever steers into control inputs. */
export function steer(state: State, sequencer: Sequencer): Steering {
  const run = (command: ControlCommand, field: string): void => {
    const { refusal } = sequencer.submit({ kind: 'control', commands: [command] }).outcomes[0] ?? {};
    if (refusal) throw new ControlError(refusal.code, FIELD_OF.get(refusal.code) ?? field, refusal.message);
  };
  return {
    deposit: (id, asset, amount) =>
      run({ type: 'Deposit', account: accountOf(state, id), asset, amount: unitsFrom('amount', amount) }, 'amount'),
    setIndexPrice: (symbol, price) => run({ type: 'SetIndexPrice', symbol, price: priceFrom(price) }, 'price'),
    setFeed: (symbol, frozen) => run({ type: 'SetFeed', symbol, frozen }, 'symbol'),
    setWhitelisted: (wallet, whitelisted) =>
      run({ type: 'SetWhitelisted', wallet: walletFrom(wallet), whitelisted }, 'wallet'),
    setTier: (wallet, tierId) => run({ type: 'SetTier', wallet: walletFrom(wallet), tierId }, 'tierId'),
    setReferral: (wallet, code, discount) => {
      const referral = code === null ? null : { code, discount: Number(unitsFrom('discount', discount ?? '')) };
      run({ type: 'SetReferral', wallet: walletFrom(wallet), referral }, 'discount');
    },
    setManager: (owner, manager, appointed) =>
      run(
        { type: 'SetManager', owner: walletFrom(owner, 'owner'), manager: walletFrom(manager, 'manager'), appointed },
        'manager',
      ),
    settleWithdrawal: (requestId, outcome) => {
      const pending = [...state.withdrawals.values()].some((withdrawal) => withdrawal.requestId === requestId);
      if (!pending) throw new ControlError('NOT_FOUND', 'requestId', 'no such pending withdrawal');
      run({ type: 'SettleWithdrawal', requestId, outcome }, 'requestId');
    },
    planWithdrawal: (id, outcome) =>
      run({ type: 'PlanWithdrawal', account: accountOf(state, id), outcome }, 'subAccountId'),
    setMarketStatus: (symbol, status) => run({ type: 'SetMarketStatus', symbol, status }, 'symbol'),
    setExchangeStatus: (status) => run({ type: 'SetExchangeStatus', status }, 'status'),
    openAccount: (wallet, name = '') => {
      if (Array.from(name).length > NAME_LENGTH_MAX) {
        throw new ControlError('INVALID_VALUE', 'name', `name takes at most ${NAME_LENGTH_MAX} characters`);
      }
      const no = state.counters.account;
      run({ type: 'OpenAccount', wallet: walletFrom(wallet), name }, 'wallet');
      return subAccountIdOf(no);
    },
  };
}

export const summaryOfState = (state: State, now: number): StateSummary => ({
  now,
  status: state.status,
  inputs: state.inputSeq,
  events: state.eventSeq,
  accounts: state.accounts.size,
  liveOrders: state.orders.size,
  markets: [...state.markets.values()].map(summaryOfMarket),
});

const summaryOfMarket = ({ spec, status, index, mark, book, openInterest }: Market): MarketSummary => ({
  symbol: spec.symbol,
  status,
  indexPrice: formatPriceUnits(spec, index),
  markPrice: formatPrice(spec, mark),
  bestBid: formatPrice(spec, book.bestBid()),
  bestAsk: formatPrice(spec, book.bestAsk()),
  openInterest: formatLots(spec, openInterest),
});

/** The field an engine refusal is about, where its code alone tells. */
const FIELD_OF: ReadonlyMap<ErrorCode, string> = new Map([
  ['NOT_FOUND', 'subAccountId'],
  ['ASSET_NOT_FOUND', 'asset'],
  ['MARKET_NOT_FOUND', 'symbol'],
]);

function accountOf(state: State, subAccountId: string): AccountNo {
  const id = parseUint64(subAccountId);
  const no = id === undefined ? undefined : accountNoOf(id);
  if (no !== undefined && state.accounts.has(no)) return no;
  throw new ControlError('NOT_FOUND', 'subAccountId', 'no such subaccount');
}

function unitsFrom(field: string, text: string): Units {
  const units = parseUnits(text);
  if (units !== undefined) return units;
  throw new ControlError('INVALID_VALUE', field, `${field} must be decimal text with at most eight decimals`);
}

function priceFrom(text: string): PriceUnits {
  const price = Number(unitsFrom('price', text));
  if (Number.isSafeInteger(price)) return price;
  throw new ControlError('INVALID_VALUE', 'price', 'price is higher than the exchange can count');
}

function walletFrom(text: string, field = 'wallet'): Address {
  const wallet = parseAddress(text);
  if (wallet !== undefined) return wallet;
  throw new ControlError('INVALID_VALUE', field, `${field} must be 0x and 40 hex digits`);
}
