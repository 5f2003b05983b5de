import { invariant } from '../kernel/assert.ts';
import { unitsOf } from '../kernel/decimal.ts';
import type { Address } from '../kernel/ids.ts';
import { streamOf } from '../kernel/random.ts';
import type { Units } from '../kernel/units.ts';
import { depositOf } from './accounts/control-deciders.ts';
import { emptyLimits } from './admission/limits.ts';
import { OrderBook } from './book/order-book.ts';
import type { Command } from './command.ts';
import type { ExchangeConfig, MarketSpec } from './config.ts';
import { VAULT_WALLET } from './liquidation/terms.ts';
import { Engine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { noFaults } from './faults/faults.ts';
import { newFunding } from './funding/funding-progress.ts';
import { nextFundingTime } from './funding/settle-funding.ts';
import { epochAt, epochStart } from './lottery/lottery.ts';
import { sampleToArm } from './account-value/sampling.ts';
import { markOf } from './prices.ts';
import { TriggerBook } from './orders/trigger-book.ts';
import { settlementAsset } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import { type TimerJob, TimerQueue, TIMER_PRIORITY } from './timers.ts';
import { agentWallets } from './world/agents.ts';
import { nextIndexTime } from './world/index-process.ts';
import type { PastProcess } from './world/past/past-process.ts';
import { endOf, numberPastTrades, pastsOf } from './world/past/start-of-present.ts';
import { nextPegTime } from './world/peg-script.ts';
import { staticLadder } from './world/static-ladder.ts';

/** What every seeded agent starts with: deep enough that no plausible run empties it. */
const AGENT_FUNDS: Units = unitsOf('100000000000');
const AGENT_TIER = 'market_maker';

/**
 * The exchange before its first input: accounts, deposits, prices, agents and their first quotes. It is made
 * of the same events as everything later; `events` are what projections start from.
 */
export function genesis(config: ExchangeConfig): { state: State; events: readonly EngineEvent[] } {
  const state = emptyState(config);
  const events: EngineEvent[] = [];
  const emit = (event: EngineEvent): void => {
    evolve(state, event);
    events.push(event);
  };
  openDevAccounts(state, emit);
  emit({ type: 'VaultOpened', at: state.now, wallet: VAULT_WALLET, funds: config.risk.vaultFunds });
  for (const spec of config.markets) openAgents(state, spec, emit);
  events.push(...seedLiquidity(state));
  for (const spec of config.markets) armProcesses(state, spec, emit);
  for (const spec of config.collaterals) {
    const first = nextPegTime(spec, state.now, state.now);
    if (first !== null) arm(state, emit, { kind: 'peg', asset: spec.asset }, first - state.now);
  }
  arm(state, emit, { kind: 'lotteryDraw' }, epochStart(epochAt(state.now) + 1) - state.now);
  arm(state, emit, { kind: 'funding' }, nextFundingTime(state.now) - state.now);
  const sample = sampleToArm(state);
  if (sample) emit(sample);
  // What is due at once happens at once, so that the first thing a user sees is a quoted book.
  events.push(...new Engine(state).apply({ kind: 'clock', at: state.now }).events);
  state.inputSeq = 0;
  return { state, events };
}

function emptyState(config: ExchangeConfig): State {
  const pasts = pastsOf(config.markets, config);
  return {
    config,
    now: config.startTime,
    status: 'running',
    inputSeq: 0,
    eventSeq: 0,
    markets: new Map(config.markets.map((spec) => [spec.symbol, marketAtRest(config, spec, pasts.get(spec.symbol))])),
    orders: new Map(),
    accounts: new Map(),
    wallets: new Map(),
    nonces: new Map(),
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
      external: new Map(),
      tradingFees: new Map(),
      clearanceFees: new Map(),
      withdrawalFees: new Map(),
      conversions: new Map(),
      clearing: new Map(),
      residue: new Map(),
    },
  };
}

function marketAtRest(config: ExchangeConfig, spec: MarketSpec, past: PastProcess | undefined): Market {
  invariant(past, 'every market has a past');
  const { lastTrade, lastRate, lastAt } = endOf(past);
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
    indexRandom: spec.process.kind !== 'gbm' ? null : streamOf(config.seed, `index:${spec.symbol}`),
    agentRandom: spec.liquidity.kind === 'agents' ? streamOf(config.seed, `agents:${spec.symbol}`) : null,
    agentBasis: 0,
    sampling: false,
    funding: { ...newFunding(config.startTime), lastRate, lastAt },
    agents: [],
  };
}

type Emit = (event: EngineEvent) => void;

function openDevAccounts(state: State, emit: Emit): void {
  for (const dev of state.config.devAccounts) {
    const account = openAccount(state, emit, { wallet: dev.address, name: '', tierId: dev.tierId, agentOf: null });
    for (const { asset, amount } of dev.balances) deposit(state, emit, account, asset, amount);
  }
}

/** Agents trade from wallets of their own, so that no user's account is ever touched by the world. */
function openAgents(state: State, spec: MarketSpec, emit: Emit): void {
  if (spec.liquidity.kind === 'none') return;
  for (const { wallet, name } of agentWallets(spec)) {
    const account = openAccount(state, emit, { wallet, name, tierId: AGENT_TIER, agentOf: spec.symbol });
    deposit(state, emit, account, settlementAsset(state), AGENT_FUNDS);
  }
}

interface Opening {
  readonly wallet: Address;
  readonly name: string;
  readonly tierId: string;
  readonly agentOf: string | null;
}

function openAccount(state: State, emit: Emit, opening: Opening): number {
  const { wallet, name, agentOf } = opening;
  const account = state.counters.account;
  const master = state.wallets.get(wallet)?.accounts[0] ?? null;
  emit({ type: 'AccountOpened', at: state.now, account, wallet, name, master, agentOf });
  emit({ type: 'WhitelistSet', at: state.now, wallet, whitelisted: true });
  emit({ type: 'TierSet', at: state.now, wallet, tierId: opening.tierId, custom: isCustom(state, opening.tierId) });
  return account;
}

const isCustom = (state: State, tierId: string): boolean =>
  state.config.tiers.some((tier) => tier.tierId === tierId && tier.tierType === 'custom');

function deposit(state: State, emit: Emit, account: number, asset: string, amount: Units): void {
  emit(depositOf(state, account, asset, amount));
}

/** Static ladders stand before the first input; agents quote for the first time when their timer fires. */
function seedLiquidity(state: State): readonly EngineEvent[] {
  const commands: Command[] = [];
  for (const market of state.markets.values()) {
    if (market.spec.liquidity.kind === 'static') commands.push(...staticLadder(state, market));
  }
  if (commands.length === 0) return [];
  const request = { kind: 'request', wallet: '', account: 0, action: 'genesis', nonce: null } as const;
  const { outcomes, events } = atAnyHour(state, () => new Engine(state).apply({ ...request, at: state.now, commands }));
  const refused = outcomes.find(({ refusal }) => refusal !== null);
  invariant(!refused, `the world's own liquidity is accepted: ${refused?.refusal?.message ?? ''}`);
  return events;
}

/** A world may begin while a session market rests; its ladder stands all the same, and waits for the session. */
function atAnyHour<T>(state: State, seed: () => T): T {
  const sessions = [...state.markets.values()].filter(({ spec }) => spec.session !== null).map(({ spec }) => spec);
  for (const spec of sessions) replaceSpec(state, { ...spec, session: null });
  const seeded = seed();
  for (const spec of sessions) replaceSpec(state, spec);
  return seeded;
}

function replaceSpec(state: State, spec: MarketSpec): void {
  const market = state.markets.get(spec.symbol);
  invariant(market, 'a market that has hours is there');
  state.markets.set(spec.symbol, { ...market, spec });
}

function armProcesses(state: State, spec: MarketSpec, emit: Emit): void {
  const { symbol, liquidity } = spec;
  const first = nextIndexTime(spec, state.now, state.now);
  if (first !== null) arm(state, emit, { kind: 'index', symbol }, first - state.now);
  if (liquidity.kind === 'agents') arm(state, emit, { kind: 'agents', symbol }, 0);
}

function arm(state: State, emit: Emit, job: TimerJob, afterMs: number): void {
  const timer = { due: state.now + afterMs, priority: TIMER_PRIORITY[job.kind], seq: state.counters.timer, job };
  emit({ type: 'TimerArmed', at: state.now, timer });
}
