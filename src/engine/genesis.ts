import { AscendingMap, FewMap, NumberedMap } from '../kernel/tables.ts';
import { invariant } from '../kernel/errors.ts';
import { divHalfEvenInt, unitsOf } from '../kernel/decimal.ts';
import type { AccountNo, Address, PositionNo } from '../kernel/ids.ts';
import { streamOf } from '../kernel/random.ts';
import type { Units } from '../kernel/units.ts';
import { sampleToArm } from './account-value.ts';
import { emptyLimits } from './admission.ts';
import { effectOfFill } from './book/matching.ts';
import { OrderBook, TriggerBook } from './book/books.ts';
import type { Command } from './command.ts';
import type { ExchangeConfig, MarketSpec } from './config.ts';
import { depositOf } from './control-deciders.ts';
import { Engine } from './engine.ts';
import type { EngineEvent, PositionSeededEvent, SeededSide } from './event.ts';
import { accountOf } from './orders/evolve-order.ts';
import { evolve } from './evolve.ts';
import { noFaults } from './faults.ts';
import { newFunding, nextFundingTime } from './funding.ts';
import { armTimer } from './handlers.ts';
import { VAULT_WALLET } from './liquidation/terms.ts';
import { epochAt, epochStart } from './lottery.ts';
import { type Side, signOf } from './orders/order-terms.ts';
import { markOf } from './prices.ts';
import { marketOf, notionalOf, settlementAsset } from './risk/margin.ts';
import type { Market, State } from './state.ts';
import { type TimerJob, TimerQueue } from './timers.ts';
import { agentWallets } from './world/agents.ts';
import { dynamicsAtStart, factorAtStart } from './world/dynamics.ts';
import { drawsSteps, firstIndexTime, memoryAtStart, nextPegTime } from './world/index-process.ts';
import type { PastProcess } from './world/past/past-process.ts';
import { endOf, numberPastTrades, pastsOf } from './world/past/start-of-present.ts';
import { seedBook } from './world/population/depth.ts';
import type { SeededPair } from './world/population/group.ts';
import { type Group, GROUPS } from './world/population-spec.ts';
import { populationAtStart, startOf } from './world/population/population.ts';
import { quote } from './world/world-orders.ts';

/** The funds of a seeded agent, large enough that no plausible run uses them up. */
const AGENT_FUNDS: Units = unitsOf('100000000000');
const AGENT_TIER = 'market_maker';

/**
 * The exchange before its first input: accounts, deposits, prices, agents and their first quotes. It is made
 * of the same events as everything later; `events` are what projections start from.
 */
export function genesis(config: ExchangeConfig): Genesis {
  const pasts = pastsOf(config.markets, config);
  const state = stateOver(config, pasts);
  const events: EngineEvent[] = [];
  const emit = (event: EngineEvent): void => {
    evolve(state, event);
    events.push(event);
  };
  openDevAccounts(state, emit);
  emit({ type: 'VaultOpened', at: state.now, wallet: VAULT_WALLET, funds: config.risk.vaultFunds });
  for (const spec of config.markets) openAgents(state, spec, emit);
  events.push(...seedLiquidity(state));
  for (const market of state.markets.values()) seedBook(state, market, emit);
  if (config.factor) arm(state, emit, { kind: 'factor' }, config.factor.stepMs);
  for (const spec of config.markets) armProcesses(state, spec, emit);
  for (const spec of config.collaterals) {
    const first = nextPegTime(spec, state.now, state.now);
    if (first !== null) arm(state, emit, { kind: 'peg', asset: spec.asset }, first - state.now);
  }
  arm(state, emit, { kind: 'lotteryDraw' }, epochStart(epochAt(state.now) + 1) - state.now);
  arm(state, emit, { kind: 'funding' }, nextFundingTime(state.now) - state.now);
  const sample = sampleToArm(state);
  if (sample) emit(sample);
  // Jobs that are due at the start run now, so that users first see a quoted book.
  events.push(...new Engine(state).apply({ kind: 'clock', at: state.now }).events);
  state.inputSeq = 0;
  return { state, events, pasts };
}

/** The exchange before its first input. */
export interface Genesis {
  readonly state: State;
  readonly events: readonly EngineEvent[];
  /** From which the present of the markets goes on; history reads them. */
  readonly pasts: ReadonlyMap<string, PastProcess>;
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
  const starts = new Map(GROUPS.map((group) => [group, startOf(state.config.seed, spec, group)]));
  const opened = new Map<Group, number[]>(GROUPS.map((group) => [group, []]));
  for (const { wallet, name, group } of agentWallets(spec)) {
    const opening = { wallet, name, tierId: AGENT_TIER, agentOf: spec.symbol, group };
    const account = openAccount(state, emit, opening);
    const accounts = (group && opened.get(group)) ?? [];
    const start = group && starts.get(group)?.accounts[accounts.length];
    accounts.push(account);
    deposit(state, emit, account, settlementAsset(state), start ? start.funds : AGENT_FUNDS);
    if (start) setLeverage(emit, state, spec, { account, leverage: start.leverage });
  }
  for (const [group, start] of starts) {
    const accounts = opened.get(group) ?? [];
    for (const pair of start?.positions ?? []) emit(seededPair(state, spec, accounts, pair));
  }
}

function setLeverage(
  emit: Emit,
  { now: at }: State,
  { symbol, defaultLeverage: previous }: MarketSpec,
  { account, leverage }: { account: number; leverage: number },
): void {
  emit({ type: 'LeverageSet', at, account, symbol, previous, leverage });
}

interface Opening {
  readonly wallet: Address;
  readonly name: string;
  readonly tierId: string;
  readonly agentOf: string | null;
  readonly group?: Group | undefined;
}

function openAccount(state: State, emit: Emit, opening: Opening): number {
  const { wallet, name, agentOf, group } = opening;
  const account = state.counters.account;
  const master = state.wallets.get(wallet)?.accounts[0] ?? null;
  emit({ type: 'AccountOpened', at: state.now, account, wallet, name, master, agentOf, ...(group && { group }) });
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

/**
 * Runs `seed` with all sessions open: a world can begin while a session market is closed, and its ladder is placed
 * all the same.
 */
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
  const first = firstIndexTime(spec, state.now);
  if (first !== null) arm(state, emit, { kind: 'index', symbol }, first - state.now);
  if (liquidity.kind === 'agents') arm(state, emit, { kind: 'agents', symbol }, 0);
  if (liquidity.kind === 'population') {
    for (const group of GROUPS) arm(state, emit, { kind: 'population', symbol, group }, 0);
  }
}

function arm(state: State, emit: Emit, job: TimerJob, afterMs: number): void {
  emit(armTimer(state, state.now + afterMs, job));
}

/** Returns the state before the first event of genesis: the markets of a configuration, and no account. */
export const emptyState = (config: ExchangeConfig): State => stateOver(config, pastsOf(config.markets, config));

function stateOver(config: ExchangeConfig, pasts: Genesis['pasts']): State {
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

/** The event of a pair of positions that were opened before the start; `accounts` are those of the group. */
function seededPair(
  state: State,
  { symbol }: MarketSpec,
  accounts: readonly AccountNo[],
  { long, short, price, lots: quantity }: SeededPair,
): PositionSeededEvent {
  const market = marketOf(state, symbol);
  const notional = notionalOf(market, quantity, price);
  const sideOf = (place: number, side: Side, newPosition: PositionNo): SeededSide => {
    const account = accounts[place];
    invariant(account !== undefined, `the start of ${symbol} names an account of the group`);
    const held = accountOf(state, account).positions.get(symbol);
    const fill = effectOfFill(market, held, side, quantity, price, notional, 0, 0n, newPosition);
    const { position, realizedPnl } = fill;
    invariant(position && realizedPnl === 0n, `a position of the start of ${symbol} only grows`);
    return { account, position };
  };
  const { position } = state.counters;
  return {
    type: 'PositionSeeded',
    at: state.now,
    symbol,
    price,
    quantity,
    long: sideOf(long, 'buy', position + 1),
    short: sideOf(short, 'sell', position + 2),
  };
}

/**
 * The documented ladder of a static market, from the best level outwards: a bid and an ask at each level,
 * the same lots everywhere. Placed once at genesis; bids that would fall below the market's lowest price
 * are left out.
 */
export function staticLadder(_state: State, market: Market): Command[] {
  const { spec } = market;
  const account = market.agents[0];
  if (spec.liquidity.kind !== 'static' || account === undefined) return [];
  const { levels, firstTicks, stepTicks, lotsPerLevel } = spec.liquidity;
  const centre = divHalfEvenInt(market.index, spec.tickUnits);
  const commands: Command[] = [];
  for (let level = 0; level < levels; level += 1) {
    const distance = firstTicks + level * stepTicks;
    for (const side of ['buy', 'sell'] as const) {
      const price = centre - signOf(side) * distance;
      if (price >= spec.minPriceTicks) commands.push(quote(spec, account, side, price, lotsPerLevel));
    }
  }
  return commands;
}
