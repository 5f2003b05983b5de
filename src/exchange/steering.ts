import { parseAddress } from '../contract/address.ts';
import { formatLots, formatPrice, formatPriceUnits } from '../contract/format.ts';
import type { WithdrawalOutcome } from '../engine/accounts/funds-events.ts';
import type { ControlCommand } from '../engine/command.ts';
import type { ExchangeStatus, MarketStatus } from '../engine/status.ts';
import { summaryOf } from '../engine/risk/margin.ts';
import { isIndexStale } from '../engine/risk/price-age.ts';
import type { Account, Market, State } from '../engine/state.ts';
import { invariant } from '../kernel/assert.ts';
import { formatUnits, parseUnits } from '../kernel/decimal.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { type Address, subAccountIdOf, VAULT_NO } from '../kernel/ids.ts';
import type { PriceUnits, Ticks, Units } from '../kernel/units.ts';
import { ControlError } from './control-error.ts';
import { accountOf } from './account-of.ts';
import { type FaultSteering, steerFaults } from './faults/steering.ts';
import { type HistorySteering, steerHistory } from './history-steering.ts';
import { type LatencySteering, steerLatency } from './latency/steering.ts';
import type { Sequencer } from './sequencer.ts';
import { steerTerms, type TermsSteering } from './terms-steering.ts';
import { nearestAside } from '../kernel/nearest.ts';

/** What the control plane can do to a running exchange; every effect is an input of the log. Throws ControlError. */
export interface Steering extends FaultSteering, HistorySteering, LatencySteering, TermsSteering {
  /** `amount` in whole units of the asset, as decimal text. */
  deposit(subAccountId: string, asset: string, amount: string): void;
  /**
   * Moves the index of a market to `price`, quote units per base unit as decimal text: at once, or in equal steps of a second over
   * `overMs`, whole seconds up to an hour. The feed goes on from there; a pin stays, at the new price.
   */
  movePrice(symbol: string, price: string, overMs?: number): void;
  /** Keeps the index of a market at a price, or where it is now. It is fresh there: orders, liquidations and collateral go on. */
  pinPrice(symbol: string, price?: string): void;
  /** Stops the index feed of a market, so that its price goes stale; it says nothing when it is stopped already. */
  stopFeed(symbol: string): void;
  /** Ends a pin, a ramp and a stop: the feed goes on from the price there is. It says nothing when nothing held the price. */
  releasePrice(symbol: string): void;
  /**
   * Moves the mark of a market alone, to `price` in decimal text on its tick and within 5 % of the index; its average
   * pulls it back as the clock goes on.
   */
  setMarkPrice(symbol: string, price: string): void;
  /** What a collateral is worth of the index it goes by, as decimal text: "1" is all of it. */
  setPeg(asset: string, peg: string): void;
  setWhitelisted(wallet: string, whitelisted: boolean): void;
  /** Puts a wallet on a fixed tier. Null clears it: the wallet then goes by its volume, from the entry tier up. */
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
  /** Sets how the next withdrawal of a subaccount ends; without it each succeeds. */
  planWithdrawal(subAccountId: string, outcome: WithdrawalOutcome): void;
  /** Whether the live orders of a subaccount end with the last of its logged-in connections. */
  setCancelOnDisconnect(subAccountId: string, enabled: boolean): void;
  setMarketStatus(symbol: string, status: MarketStatus): void;
  setExchangeStatus(status: ExchangeStatus): void;
  /** Opens a subaccount for a wallet and returns its id. */
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
  readonly vault: VaultSummary;
}

/** The account that takes over what others cannot carry. */
export interface VaultSummary {
  readonly subAccountId: string;
  /** What it holds of each asset; the settlement asset is there always. */
  readonly balances: Readonly<Record<string, string>>;
  readonly accountValue: string;
  readonly maintenanceMargin: string;
}

export interface MarketSummary {
  readonly symbol: string;
  readonly status: MarketStatus;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly openInterest: string;
  /** True when the feed stopped so long ago that no account is liquidated here and no position may grow. */
  readonly priceStale: boolean;
  /** Signed size of what the vault holds here. */
  readonly vaultPosition: string;
}

const NAME_LENGTH_MAX = 50;

/** Returns the functions that steer an exchange; each makes a control input. */
export function steer(state: State, sequencer: Pick<Sequencer, 'submit'>): Steering {
  const run = (command: ControlCommand, field: string): void => {
    const { refusal } = sequencer.submit({ kind: 'control', commands: [command] }).outcomes[0] ?? {};
    if (refusal) {
      const message = `${refusal.message}${nameAside(state, refusal.code, command)}`;
      throw new ControlError(refusal.code, FIELD_OF.get(refusal.code) ?? field, message);
    }
  };
  return {
    ...steerFaults(state, sequencer),
    ...steerHistory(state, run),
    ...steerLatency(state, sequencer),
    ...steerTerms(state, run),
    deposit: (id, asset, amount) =>
      run({ type: 'Deposit', account: accountOf(state, id), asset, amount: unitsFrom('amount', amount) }, 'amount'),
    movePrice: (symbol, text, overMs = 0) => {
      const price = countFrom('price', text);
      if (overMs === 0) run({ type: 'SetIndexPrice', symbol, price }, 'price');
      else run({ type: 'RampPrice', symbol, price, overMs }, overMs % 1_000 === 0 ? 'price' : 'overMs');
    },
    pinPrice: (symbol, price) =>
      run({ type: 'PinPrice', symbol, price: price === undefined ? null : countFrom('price', price) }, 'price'),
    stopFeed: (symbol) => run({ type: 'SetFeed', symbol, frozen: true }, 'symbol'),
    releasePrice: (symbol) => run({ type: 'SetFeed', symbol, frozen: false }, 'symbol'),
    setMarkPrice: (symbol, price) => {
      const ticks = ticksFrom(state.markets.get(symbol)?.spec.tickUnits ?? 1, price);
      run({ type: 'SetMarkPrice', symbol, price: ticks }, 'price');
    },
    setPeg: (asset, peg) => run({ type: 'SetPeg', asset, peg: countFrom('peg', peg) }, 'asset'),
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
    setCancelOnDisconnect: (id, enabled) =>
      run({ type: 'SetCancelOnDisconnect', account: accountOf(state, id), enabled }, 'subAccountId'),
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
  markets: [...state.markets.values()].map((market) => summaryOfMarket(state, market)),
  vault: summaryOfVault(state),
});

function summaryOfMarket(state: State, market: Market): MarketSummary {
  const { spec, status, index, mark, book, openInterest } = market;
  return {
    symbol: spec.symbol,
    status,
    indexPrice: formatPriceUnits(spec, index),
    markPrice: formatPrice(spec, mark),
    bestBid: formatPrice(spec, book.bestBid()),
    bestAsk: formatPrice(spec, book.bestAsk()),
    openInterest: formatLots(spec, openInterest),
    priceStale: isIndexStale(state, market),
    vaultPosition: formatLots(spec, vaultOf(state).positions.get(spec.symbol)?.lots ?? 0),
  };
}

function summaryOfVault(state: State): VaultSummary {
  const vault = vaultOf(state);
  const { accountValue, maintenanceMargin } = summaryOf(state, vault);
  return {
    subAccountId: subAccountIdOf(vault.no),
    balances: Object.fromEntries([...vault.balances].map(([asset, amount]) => [asset, formatUnits(amount)])),
    accountValue: formatUnits(accountValue),
    maintenanceMargin: formatUnits(maintenanceMargin),
  };
}

function vaultOf(state: State): Account {
  const vault = state.accounts.get(VAULT_NO);
  invariant(vault, 'every exchange has a vault');
  return vault;
}

/** The field that a refusal of the engine concerns, for codes that determine it. */
const FIELD_OF: ReadonlyMap<ErrorCode, string> = new Map([
  ['NOT_FOUND', 'subAccountId'],
  ['ASSET_NOT_FOUND', 'asset'],
  ['MARKET_NOT_FOUND', 'symbol'],
]);

/** The name that a refusal is about, with the nearest one that there is. */
function nameAside(state: State, code: ErrorCode, command: ControlCommand): string {
  if (code === 'MARKET_NOT_FOUND' && 'symbol' in command) return aside(command.symbol, [...state.markets.keys()]);
  if (code === 'ASSET_NOT_FOUND' && 'asset' in command)
    return aside(
      command.asset,
      state.config.collaterals.map(({ asset }) => asset),
    );
  return '';
}

const aside = (name: string, known: readonly string[]): string => `: ${name}${nearestAside(name, known)}`;

function unitsFrom(field: string, text: string): Units {
  const units = parseUnits(text);
  if (units !== undefined) return units;
  throw new ControlError('INVALID_VALUE', field, `${field} must be decimal text with at most eight decimals`);
}

/** Prices and ratios are counted in safe integers. */
function countFrom(field: string, text: string): PriceUnits {
  const count = Number(unitsFrom(field, text));
  if (Number.isSafeInteger(count)) return count;
  throw new ControlError(
    'INVALID_VALUE',
    field,
    `${field} is too large for the exchange; it must be below 90071992.54740992`,
  );
}

function ticksFrom(tickUnits: number, text: string): Ticks {
  const price = countFrom('price', text);
  if (price % tickUnits === 0) return price / tickUnits;
  const tick = formatUnits(BigInt(tickUnits));
  throw new ControlError('INVALID_VALUE', 'price', `price must be a multiple of the market's price increment, ${tick}`);
}

function walletFrom(text: string, field = 'wallet'): Address {
  const wallet = parseAddress(text);
  if (wallet !== undefined) return wallet;
  throw new ControlError('INVALID_VALUE', field, `${field} must be 0x and 40 hex digits`);
}
