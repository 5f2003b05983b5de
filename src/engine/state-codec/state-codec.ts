import { big, bool, type Codec, count, int, oneOf, optional, type Plain, text } from '../../kernel/codec/codec.ts';
import { ascendingMapOf, mapOf, readonlyList, record, setOf, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { LimitsState, Placement, Spent } from '../admission/token-bucket.ts';
import { inForce } from '../changed-terms.ts';
import type { ExchangeConfig } from '../config.ts';
import type { LatencyModel } from '../command.ts';
import type { Liquidation } from '../liquidation/terms.ts';
import type { LotteryDraw } from '../event.ts';
import type { Counters, House, LotteryState, SamplingState, State, Withdrawal } from '../state.ts';
import { nullable } from '../../kernel/codec/codec.ts';
import { account, accountsFrom, type StoredAccount, wallet } from './account-codec.ts';
import { changedTerms } from './config-codec.ts';
import { faults } from '../faults.ts';
import { latencies } from '../latency.ts';
import { market, type StoredMarket } from './market-codec.ts';
import { nonces } from '../admission/nonce.ts';
import { order, twapProgress } from './order-codec.ts';
import { checkReferences } from './references.ts';
import { marketsFrom, storedMarket } from './restore-markets.ts';
import { amounts, fadingTable, randomStream } from './terms.ts';
import { timerQueue } from './timer-codec.ts';
import { factorState } from './world-codecs.ts';

/**
 * The state as plain data and back (DET-09, DUR-09). Every field of `State` has its line in a table here or in a
 * codec beside it, so that a new field that is forgotten fails to compile. Maps and sets keep the order in which they
 * were filled wherever the engine walks through them, because that order decides what comes first.
 */
interface StoredState extends Omit<State, 'config' | 'accounts' | 'markets' | 'latencies'> {
  readonly accounts: Map<AccountNo, StoredAccount>;
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

const STATE: Codec<StoredState> = record<StoredState>({
  now: int,
  status: oneOf('running', 'degraded', 'draining', 'down'),
  terms: optional(changedTerms),
  inputSeq: count,
  eventSeq: count,
  markets: mapOf(text, market),
  orders: ascendingMapOf(count, order),
  accounts: mapOf(count, account),
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
