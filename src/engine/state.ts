import type { AscendingMap, FewMap, FewSet, NumberedMap } from '../kernel/tables.ts';
import type { AccountNo, Address, OrderNo, PositionNo } from '../kernel/ids.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { Lots, PriceUnits, Ratio, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { Permission, WithdrawalOutcome, WithdrawalRequestedEvent } from './accounts/account-terms.ts';
import type { LimitsState } from './token-bucket.ts';
import type { OrderBook, TriggerBook } from './book/books.ts';
import type { ExchangeStatus, LatencyModel, MarketStatus, Referral } from './command.ts';
import type { ChangedTerms, ExchangeConfig, MarketSpec } from './config.ts';
import type { LotteryDraw, PriceRamp } from './event.ts';
import type { FaultsState } from './fault-terms.ts';
import type { TradedVolume } from './fees/volume.ts';
import type { Liquidation } from './liquidation/terms.ts';
import type { OrderGroup } from './orders/conditional-terms.ts';
import type { Order } from './orders/order.ts';
import type { TwapProgress } from './orders/twap-terms.ts';
import type { TimerQueue } from './timers.ts';
import type { DynamicsState, FactorState } from './world/dynamics-spec.ts';
import type { PopulationState } from './world/population-spec.ts';

/**
 * The whole exchange: one mutable graph that `evolve` owns. It holds what can change a later response and nothing
 * else: closed orders, trades and history live in the projections. Only `evolve` writes it.
 */
export interface State {
  /** The terms in force: those of the start, with `terms` laid over them. */
  config: ExchangeConfig;
  /** What the control plane has changed of the terms; absent while it has changed none. */
  terms?: ChangedTerms;
  now: TimeMs;
  status: ExchangeStatus;
  /** Last input applied, last event emitted. The latter is the engine sequence that streams quote. */
  inputSeq: number;
  eventSeq: number;
  readonly markets: Map<string, Market>;
  /** Live orders only. */
  readonly orders: AscendingMap<Order>;
  readonly accounts: NumberedMap<Account>;
  readonly wallets: Map<Address, Wallet>;
  readonly nonces: NonceTable;
  /** Token buckets that are not full, and recent placements. */
  readonly limits: LimitsState;
  readonly timers: TimerQueue;
  /** Pending withdrawals by transfer number, oldest first. */
  readonly withdrawals: Map<number, Withdrawal>;
  /** How the next withdrawal of a subaccount ends, where the control plane has set it. */
  readonly plannedWithdrawals: Map<AccountNo, WithdrawalOutcome>;
  /** Subaccounts by the wallet they are delegated to: `Account.delegations` read the other way. */
  readonly delegates: Map<Address, Set<AccountNo>>;
  readonly counters: Counters;
  /** Live TWAP parents, and the stream their variances are drawn from. */
  readonly twaps: Map<OrderNo, TwapProgress>;
  twapRandom: RandomStream;
  /** Accounts with a market in isolated mode. */
  readonly isolatedAccounts: Set<AccountNo>;
  /** Liquidations under way, by number, oldest first. */
  readonly liquidations: Map<number, Liquidation>;
  /** True while the timer is armed with which the vault offers its positions to the book. */
  vaultUnwinding: boolean;
  /**
   * Accounts whose forced exchange needs further sales, and the time of the latest sale; the next follows at the same
   * time.
   */
  readonly unfinishedSales: Map<AccountNo, TimeMs>;
  /** Collaterals whose peg is not 1, with the share of their index that they are worth. */
  readonly pegs: Map<string, Ratio>;
  /** Subaccounts whose orders end with their last connection. */
  readonly cancelOnDisconnect: Set<AccountNo>;
  /** Injected faults in force, and records whose stored fields are overridden. */
  readonly faults: FaultsState;
  /** How far away subaccounts are, where the control plane has set it. */
  readonly latencies: Map<AccountNo, LatencyModel>;
  /** The common factor; absent where the world has none. */
  factor?: FactorState;
  readonly lottery: LotteryState;
  readonly sampling: SamplingState;
  /** The accounts of the house, by asset: the other side of every posting (INV-01). */
  readonly house: House;
}

export interface Counters {
  order: OrderNo;
  account: AccountNo;
  trade: number;
  position: PositionNo;
  transfer: number;
  timer: number;
  delegation: number;
  /** Funding payments made. */
  payment: number;
  liquidation: number;
}

export interface House {
  /** The outside world: minus everything ever deposited, plus everything withdrawn. */
  readonly external: FewMap<string, Units>;
  /** Trading fees collected (account 101 of wire 6.4). */
  readonly tradingFees: FewMap<string, Units>;
  /** Clearance fees of liquidations (account 102). */
  readonly clearanceFees: FewMap<string, Units>;
  /** Withdrawal fees collected. */
  readonly withdrawalFees: FewMap<string, Units>;
  /** Collateral taken in exchanges, and minus what was paid for it. */
  readonly conversions: FewMap<string, Units>;
  /** Minus the PnL realized by all subaccounts: what open positions still owe each other. */
  readonly clearing: FewMap<string, Units>;
  /** What roundings of funding left over (INV-05). */
  readonly residue: FewMap<string, Units>;
}

/** The facts of a pending withdrawal. */
export type Withdrawal = Omit<WithdrawalRequestedEvent, 'type' | 'value'>;

export interface Market {
  spec: MarketSpec;
  status: MarketStatus;
  readonly book: OrderBook;
  /** Armed conditional orders, by what they wait for. */
  readonly triggers: TriggerBook;
  index: PriceUnits;
  indexAt: TimeMs;
  /** Since when the feed of the index is stopped; null while it runs. */
  frozenAt: TimeMs | null;
  /** The index stays where steering has put it, and is fresh there; absent while it does not. */
  pinned?: boolean;
  /** The index is on its way to a price; absent while it is not. */
  ramp?: PriceRamp;
  /** Average of mid less index, sampled each second. */
  premium: PriceUnits;
  mark: Ticks;
  /** Price of the latest execution, 0 before the first. */
  lastTrade: Ticks;
  /** Sum of long positions, which equals the sum of short ones (INV-28). */
  openInterest: Lots;
  /** Streams and basis of the seeded processes; null where the world has none. */
  indexRandom: RandomStream | null;
  /** What the index process knows besides its price (see `WalkState`); absent where the price alone decides. */
  indexMemory?: bigint;
  /** Volatility of a `stochastic` process; absent for others. */
  dynamics?: DynamicsState;
  /** The traders of a market with a population; absent for others. */
  readonly population?: PopulationState;
  agentRandom: RandomStream | null;
  agentBasis: PriceUnits;
  /** A one-second sample is due; none is armed while the average stands still. */
  sampling: boolean;
  /** The running funding hour. */
  funding: FundingProgress;
  /** Subaccounts of the makers and the taker of this market, in the order they were opened. */
  readonly agents: AccountNo[];
}

export interface Account {
  readonly no: AccountNo;
  readonly owner: Address;
  /** The record of the owner, which `state.wallets` holds. */
  readonly ownerWallet: Wallet;
  name: string;
  readonly master: AccountNo | null;
  readonly openedAt: TimeMs;
  /** A seeded agent of the world or the vault, not a user: its orders leave no private history. */
  readonly agent: boolean;
  readonly balances: FewMap<string, Units>;
  readonly pendingWithdraw: FewMap<string, Units>;
  /** Open positions by symbol. */
  readonly positions: FewMap<string, Position>;
  /** Live orders by symbol: totals of what still could fill, kept as orders come and go. */
  readonly open: FewMap<string, OpenTotals>;
  /** Chosen leverage by symbol; the market's default where absent. */
  readonly leverage: FewMap<string, number>;
  /** Markets in isolated mode, and what each holds of the settlement asset; all others are cross. */
  readonly isolated: FewMap<string, { margin: Units }>;
  /** Live client ids. */
  readonly clientIds: FewMap<string, OrderNo>;
  liveOrders: number;
  /** When the dead-man switch fires; null while it is not armed. */
  cancelAt: TimeMs | null;
  /** Notional of fills that paid a fee, by lottery epoch. */
  readonly feePaying: FewMap<number, Units>;
  /** Wallets that may act for the owner on this subaccount; none is past its end. */
  readonly delegations: FewMap<Address, Delegation>;
}

/** The right of one wallet to act for the owner on one subaccount. */
export interface Delegation {
  /** Counts up with every first grant: the order in which lists show them. */
  readonly no: number;
  readonly wallet: Address;
  readonly permission: Permission;
  /** Null never ends. */
  readonly expiresAt: TimeMs | null;
  readonly grantedBy: Address;
  /** Sequence of the timer that ends it. */
  readonly timer: number | null;
}

export interface OpenTotals {
  readonly orders: FewSet<OrderNo>;
  /** Unfilled lots of live orders that are not reduce-only, by side. */
  buyLots: Lots;
  sellLots: Lots;
  /** Unfilled lots of resting reduce-only orders, both sides; INV-19 bounds it by the position. */
  reduceLots: Lots;
  /** Linked groups some of whose conditional orders still wait. */
  groups: FewMap<OrderNo, OrderGroup>;
}

/**
 * One net position. `cost` is what the open quantity was paid for, signed like `lots`: closing a part
 * takes its rounded share of the cost along, so that realized and unrealized PnL of all accounts always
 * sum to exactly zero (INV-30). The entry price shown is `entryCost / entryLots`, both fixed when the
 * position last grew, so that reducing it never moves the price (INV-29).
 */
export interface Position {
  readonly no: PositionNo;
  readonly account: AccountNo;
  readonly symbol: string;
  lots: Lots;
  cost: Units;
  entryCost: Units;
  entryLots: Lots;
  realizedPnl: Units;
  fees: Units;
  netFunding: Units;
  readonly openedAt: TimeMs;
  updatedAt: TimeMs;
}

export interface Wallet {
  /** Lower case. */
  readonly address: Address;
  whitelisted: boolean;
  tierId: string;
  /** Assigned by the control plane rather than earned. */
  customTier: boolean;
  /** The lowest tier of a wallet whose volume decides: the entry tier, or the volume tier that the world gives it. */
  startTier: string;
  /** A review of its tier is armed, for the time at which volume stops counting. */
  reviewing: boolean;
  readonly volume: TradedVolume;
  referral: Referral | null;
  readonly accounts: AccountNo[];
  /** Wallets that may act as manager of every account of this wallet. */
  readonly managers: Set<Address>;
}

/** The last nonce of a wallet on a subaccount; under the `unique` rule every nonce used. */
export type UsedNonces = bigint | Set<bigint>;

/** By subaccount, then by wallet: a look-up puts no key together, and hashes a number instead of an address. */
export type NonceTable = NumberedMap<FewMap<Address, UsedNonces>>;

/** The samples of a market in its running funding hour (wire 6.2). */
export interface FundingProgress {
  /** Up to when samples are taken. */
  sampledTo: TimeMs;
  /** One-second samples since the last settlement, and their sum in 1e-18 of the index. */
  samples: number;
  premiumSum: bigint;
  /** The last settlement; null before the first. */
  lastRate: Ratio;
  lastAt: TimeMs | null;
}

export interface LotteryState {
  /** What the next draw starts from. */
  random: RandomStream;
  /** By epoch, every one that has ended since the exchange began. */
  readonly draws: Map<number, LotteryDraw>;
}

export interface SamplingState {
  /** Value or a price has moved since the last sample. */
  moved: boolean;
  /** The next sample is due, or the next part of the one that is being taken. */
  armed: boolean;
}
