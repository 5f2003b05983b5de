import { invariant } from '../kernel/assert.ts';
import { AscendingMap } from '../kernel/ascending-map.ts';
import { FewMap } from '../kernel/few-map.ts';
import { NumberedMap } from '../kernel/numbered-map.ts';
import { streamOf } from '../kernel/random.ts';
import { emptyLimits } from './admission/limits.ts';
import { OrderBook } from './book/order-book.ts';
import type { ExchangeConfig, MarketSpec } from './config.ts';
import { noFaults } from './faults.ts';
import { newFunding } from './funding.ts';
import { TriggerBook } from './orders/conditional/trigger-book.ts';
import { markOf } from './prices.ts';
import type { Market, State } from './state.ts';
import { TimerQueue } from './timers.ts';
import type { PastProcess } from './world/past/past-process.ts';
import { endOf, numberPastTrades, pastsOf } from './world/past/start-of-present.ts';
import { factorAtStart } from './world/dynamics/factor.ts';
import { populationAtStart } from './world/population/population.ts';
import { dynamicsAtStart } from './world/dynamics/stochastic.ts';
import { drawsSteps, memoryAtStart } from './world/walks.ts';

/** Returns the state before the first event of genesis: the markets of a configuration, and no account. */
export function emptyState(config: ExchangeConfig): State {
  const pasts = pastsOf(config.markets, config);
  return {
    config,
    now: config.startTime,
    status: 'running',
    inputSeq: 0,
    eventSeq: 0,
    markets: new Map(config.markets.map((spec) => [spec.symbol, marketAtRest(config, spec, pasts.get(spec.symbol))])),
    orders: new AscendingMap(),
    accounts: new NumberedMap(),
    wallets: new Map(),
    nonces: new NumberedMap(),
    limits: emptyLimits(config.startTime),
    timers: new TimerQueue(),
    delegates: new Map(),
    twaps: new Map(),
    twapRandom: streamOf(config.seed, 'twap'),
    isolatedAccounts: new Set(),
    liquidations: new Map(),
    vaultUnwinding: false,
    unfinishedSales: new Map(),
    pegs: new Map(),
    cancelOnDisconnect: new Set(),
    faults: noFaults(),
    latencies: new Map(),
    ...factorAtStart(config),
    lottery: { random: streamOf(config.seed, 'lottery'), draws: new Map() },
    sampling: { moved: false, armed: false },
    counters: {
      order: 0,
      account: 0,
      // Trades before the start have the numbers below.
      trade: numberPastTrades(pasts).last,
      position: 0,
      transfer: 0,
      timer: 0,
      delegation: 0,
      payment: 0,
      liquidation: 0,
    },
    withdrawals: new Map(),
    plannedWithdrawals: new Map(),
    house: {
      external: new FewMap(),
      tradingFees: new FewMap(),
      clearanceFees: new FewMap(),
      withdrawalFees: new FewMap(),
      conversions: new FewMap(),
      clearing: new FewMap(),
      residue: new FewMap(),
    },
  };
}

/** Returns a market without orders, at its initial index, with the last trade and funding rate of its past. */
function marketAtRest(config: ExchangeConfig, spec: MarketSpec, past: PastProcess | undefined): Market {
  invariant(past, 'every market has a past');
  const { lastTrade, lastRate, lastAt } = endOf(past);
  const { memory } = memoryAtStart(spec);
  const population = populationAtStart(config, spec);
  return {
    spec,
    status: 'open',
    book: new OrderBook(),
    triggers: new TriggerBook(),
    index: spec.initialIndex,
    indexAt: config.startTime,
    frozenAt: null,
    premium: 0,
    mark: markOf(spec, spec.initialIndex, 0),
    lastTrade,
    openInterest: 0,
    indexRandom: drawsSteps(spec.process) ? streamOf(config.seed, `index:${spec.symbol}`) : null,
    ...(memory !== undefined && { indexMemory: memory }),
    ...dynamicsAtStart(spec),
    ...(population && { population }),
    agentRandom: spec.liquidity.kind === 'agents' ? streamOf(config.seed, `agents:${spec.symbol}`) : null,
    agentBasis: 0,
    sampling: false,
    funding: { ...newFunding(config.startTime), lastRate, lastAt },
    agents: [],
  };
}
