import type { AccountNo, Address, OrderNo, PositionNo } from '../kernel/ids.ts';
import type { RandomStream } from '../kernel/random.ts';
import type { Lots, PriceUnits, Ticks, TimeMs, Units } from '../kernel/units.ts';
import type { OrderBook } from './book/order-book.ts';
import type { ExchangeStatus, MarketStatus, Side } from './command.ts';
import type { ExchangeConfig, MarketSpec } from './config.ts';
import type { OrderFacts } from './event.ts';
import type { TimerQueue } from './timers.ts';

/**
 * The whole exchange: one mutable graph that `evolve` owns. It holds what can change a later answer and
 * nothing else: closed orders, trades and history live in the projections. Everybody else reads it.
 */
export interface State {
  readonly config: ExchangeConfig;
  now: TimeMs;
  status: ExchangeStatus;
  /** Last input applied, last event emitted. The latter is the engine sequence that streams quote. */
  inputSeq: number;
  eventSeq: number;
  readonly markets: Map<string, Market>;
  /** Live orders only. */
  readonly orders: Map<OrderNo, Order>;
  readonly accounts: Map<AccountNo, Account>;
  readonly wallets: Map<Address, Wallet>;
  /** Last nonce by `${wallet}|${account}`; under the `unique` rule every nonce used. */
  readonly nonces: Map<string, bigint | Set<bigint>>;
  readonly timers: TimerQueue;
  readonly counters: Counters;
  /** What belongs to nobody's subaccount, by asset: the other side of every posting (INV-01). */
  readonly house: House;
}

export interface Counters {
  order: OrderNo;
  account: AccountNo;
  trade: number;
  position: PositionNo;
  transfer: number;
  timer: number;
}

export interface House {
  /** The outside world: minus everything ever deposited, plus everything withdrawn. */
  readonly external: Map<string, Units>;
  /** Trading fees collected (account 101 of wire 6.4). */
  readonly tradingFees: Map<string, Units>;
  /** Minus the PnL realized by all subaccounts: what open positions still owe each other. */
  readonly clearing: Map<string, Units>;
}

export interface Market {
  readonly spec: MarketSpec;
  status: MarketStatus;
  readonly book: OrderBook;
  index: PriceUnits;
  indexAt: TimeMs;
  /** Average of mid less index, sampled each second. */
  premium: PriceUnits;
  mark: Ticks;
  /** Price of the latest execution, 0 before the first. */
  lastTrade: Ticks;
  /** Sum of long positions, which equals the sum of short ones (INV-28). */
  openInterest: Lots;
  /** Streams and basis of the seeded processes; null where the world has none. */
  indexRandom: RandomStream | null;
  agentRandom: RandomStream | null;
  agentBasis: PriceUnits;
  /** A one-second sample is due; none is armed while the average stands still. */
  sampling: boolean;
  /** Subaccounts of the makers and the taker of this market, in the order they were opened. */
  readonly agents: AccountNo[];
}

/** A live order: its facts plus what moves. `level` links belong to the book. */
export interface Order extends OrderFacts {
  price: Ticks;
  quantity: Lots;
  status: LiveStatus;
  filled: Lots;
  filledValue: Units;
  readonly createdAt: TimeMs;
  updatedAt: TimeMs;
  /** Neighbours in the queue of a price level; owned by the book, null when not resting. */
  previous: Order | null;
  next: Order | null;
  resting: boolean;
}

export type LiveStatus = 'placed' | 'partially filled' | 'modified';

export interface Account {
  readonly no: AccountNo;
  readonly owner: Address;
  name: string;
  readonly master: AccountNo | null;
  readonly openedAt: TimeMs;
  /** A seeded agent of the world, not a user: its orders leave no private history. */
  readonly agent: boolean;
  readonly balances: Map<string, Units>;
  readonly pendingWithdraw: Map<string, Units>;
  /** Open positions by symbol. */
  readonly positions: Map<string, Position>;
  /** Live orders by symbol: totals of what still could fill, kept as orders come and go. */
  readonly open: Map<string, OpenTotals>;
  /** Chosen leverage by symbol; the market's default where absent. */
  readonly leverage: Map<string, number>;
  /** Live client ids. */
  readonly clientIds: Map<string, OrderNo>;
  liveOrders: number;
}

export interface OpenTotals {
  readonly orders: Set<OrderNo>;
  /** Unfilled lots of live orders that are not reduce-only, by side. */
  buyLots: Lots;
  sellLots: Lots;
  /** Unfilled lots of resting reduce-only orders, both sides; INV-19 bounds it by the position. */
  reduceLots: Lots;
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
  readonly accounts: AccountNo[];
  /** Wallets that may act as manager of every account of this wallet. */
  readonly managers: Set<Address>;
}

/** The order's unfilled lots. */
export const remainingOf = (order: Pick<Order, 'quantity' | 'filled'>): Lots => order.quantity - order.filled;

/** +1 for a buy, -1 for a sell. */
export const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1);

export const oppositeOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
