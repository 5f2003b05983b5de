import {
  big,
  bool,
  type Codec,
  CodecError,
  count,
  int,
  nullable,
  oneOf,
  optional,
  type Plain,
  text,
} from '../../kernel/codec/codec.ts';
import {
  ascendingMapOf,
  list,
  mapOf,
  numberedMapOf,
  readonlyList,
  record,
  setOf,
  sortedMapOf,
  variants,
} from '../../kernel/codec/collections.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { NumberedMap } from '../../kernel/tables.ts';
import { nonces } from '../admission.ts';
import type { LimitsState, Placement, Spent } from '../token-bucket.ts';
import { inForce } from '../changed-terms.ts';
import type { LatencyModel } from '../command.ts';
import type { ExchangeConfig } from '../config.ts';
import type { LotteryDraw } from '../event.ts';
import { faults } from '../faults.ts';
import { latencies } from '../latency.ts';
import type { Liquidation } from '../liquidation/terms.ts';
import type { Counters, House, LotteryState, SamplingState, State, Withdrawal } from '../state.ts';
import { type Timer, type TimerJob, TimerQueue } from '../timers.ts';
import { account, accountsFrom, order, type StoredAccount, twapProgress, wallet } from './account-codec.ts';
import { changedTerms } from './config-codec.ts';
import { market, marketsFrom, type StoredMarket, storedMarket } from './market-codec.ts';
import { checkReferences } from './references.ts';
import { amounts, fadingTable, randomStream } from './terms.ts';
import { factorState, group } from './world-codecs.ts';

/**
 * The state as plain data and back (DET-09, DUR-09). Every field of `State` has its line in a table here or in a
 * codec beside it, so that a new field that is forgotten fails to compile. Maps and sets keep the order in which they
 * were filled wherever the engine walks through them, because that order decides what comes first.
 */
interface StoredState extends Omit<State, 'config' | 'accounts' | 'markets' | 'latencies'> {
  readonly accounts: NumberedMap<StoredAccount>;
  readonly markets: Map<string, StoredMarket>;
  readonly latencies: State['latencies'] | undefined;
}

const spent = record<Spent>({ parts: count, at: int });

const limits = record<LimitsState>({
  ip: fadingTable(text, spent),
  accounts: fadingTable(count, spent),
  placements: fadingTable(count, readonlyList(record<Placement>({ at: int, orders: count }))),
  minutes: fadingTable(text, spent),
  seconds: fadingTable(text, spent),
});

const withdrawal = record<Withdrawal>({
  transfer: count,
  account: count,
  asset: text,
  amount: big,
  fee: big,
  destination: text,
  requestId: text,
  outcome: oneOf('success', 'failed'),
});

const liquidation = record<Liquidation>({
  no: count,
  account: count,
  symbol: nullable(text),
  timer: nullable(count),
});

const lottery = record<LotteryState>({
  random: randomStream,
  draws: mapOf(
    int,
    record<LotteryDraw>({ balls: readonlyList(count), bonus: count, seedDigest: text, drawDigest: text }),
  ),
});

const counters = record<Counters>({
  order: count,
  account: count,
  trade: count,
  position: count,
  transfer: count,
  timer: count,
  delegation: count,
  payment: count,
  liquidation: count,
});

const house = record<House>({
  external: amounts,
  tradingFees: amounts,
  clearanceFees: amounts,
  withdrawalFees: amounts,
  conversions: amounts,
  clearing: amounts,
  residue: amounts,
});

const nothing = record<object>({});
const ofMarket = record<{ readonly symbol: string }>({ symbol: text });
const ofOrder = record<{ readonly order: number }>({ order: count });

const job = variants<'kind', TimerJob>('kind', {
  index: ofMarket,
  mark: ofMarket,
  ramp: record<{ readonly symbol: string; readonly began: number }>({ symbol: text, began: count }),
  peg: record({ asset: text }),
  agents: ofMarket,
  population: record({ symbol: text, group }),
  factor: nothing,
  funding: nothing,
  expireOrder: ofOrder,
  withdrawal: record({ transfer: count }),
  scheduledCancel: record({ account: count }),
  twapChunk: ofOrder,
  tierReview: record({ wallet: text }),
  lotteryDraw: nothing,
  sampleValues: record<{ readonly from?: number }>({ from: optional(count) }),
  liquidation: record({ liquidation: count }),
  vaultUnwind: nothing,
  expireDelegation: record({ account: count, wallet: text }),
});

const timers = list(record<Timer>({ due: int, priority: int, seq: count, job }));

/** Timers in the order in which they fire; where each stands in the heap means nothing. */
const timerQueue: Codec<TimerQueue> = {
  encode: (queue) => timers.encode([...queue.toCanonical()]),
  decode: (plain) => {
    const queue = new TimerQueue();
    const seen = new Set<number>();
    for (const [index, timer] of timers.decode(plain).entries()) {
      if (seen.has(timer.seq)) throw new CodecError(`[${index}].seq`, `${timer.seq} is there twice`);
      seen.add(timer.seq);
      queue.add(timer);
    }
    return queue;
  },
};

const STATE: Codec<StoredState> = record<StoredState>({
  now: int,
  status: oneOf('running', 'degraded', 'draining', 'down'),
  terms: optional(changedTerms),
  inputSeq: count,
  eventSeq: count,
  markets: mapOf(text, market),
  orders: ascendingMapOf(count, order),
  accounts: numberedMapOf(count, account),
  wallets: mapOf(text, wallet),
  nonces,
  limits,
  timers: timerQueue,
  withdrawals: mapOf(count, withdrawal),
  plannedWithdrawals: mapOf(count, oneOf('success', 'failed')),
  delegates: mapOf(text, setOf(count)),
  counters,
  twaps: mapOf(count, twapProgress),
  twapRandom: randomStream,
  isolatedAccounts: setOf(count),
  liquidations: mapOf(count, liquidation),
  vaultUnwinding: bool,
  unfinishedSales: mapOf(count, int),
  pegs: sortedMapOf(text, count),
  cancelOnDisconnect: setOf(count),
  faults,
  latencies,
  factor: optional(factorState),
  lottery,
  sampling: record<SamplingState>({ moved: bool, armed: bool }),
  house,
});

/** Returns the state without its configuration, as plain data that shares nothing with it. */
export function encodeState({ config: _, ...state }: Readonly<State>): Plain {
  const markets = new Map([...state.markets].map(([symbol, own]) => [symbol, storedMarket(own)]));
  return STATE.encode({ ...state, markets, latencies: state.latencies.size > 0 ? state.latencies : undefined });
}

/**
 * Returns the state that was encoded, over the configuration it was started with. Throws CodecError that names the first
 * part that is not what it must be; a number that stands for another part of the state must be that of one.
 */
export function decodeState(plain: unknown, start: ExchangeConfig): State {
  const { accounts, markets: stored, latencies: held, ...rest } = STATE.decode(plain);
  const config = inForce(start, rest.terms);
  const state: State = {
    ...rest,
    config,
    accounts: accountsFrom(accounts, rest.wallets),
    latencies: held ?? new Map<AccountNo, LatencyModel>(),
    markets: marketsFrom(config, stored, rest.orders),
  };
  checkReferences(state);
  return state;
}
