import { armTimer } from './arm-timer.ts';
import { invariant } from '../kernel/assert.ts';
import { unitsOf } from '../kernel/decimal.ts';
import type { Address } from '../kernel/ids.ts';
import type { Units } from '../kernel/units.ts';
import { depositOf } from './accounts/control-deciders.ts';
import type { Command } from './command.ts';
import type { ExchangeConfig, MarketSpec } from './config.ts';
import { VAULT_WALLET } from './liquidation/terms.ts';
import { Engine } from './engine.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import { nextFundingTime } from './funding.ts';
import { epochAt, epochStart } from './lottery.ts';
import { sampleToArm } from './account-value.ts';
import { settlementAsset } from './risk/margin.ts';
import { emptyState } from './empty-state.ts';
import type { State } from './state.ts';
import { type TimerJob } from './timers.ts';
import { agentWallets } from './world/agents.ts';
import { startOf } from './world/population/population.ts';
import { seededPair } from './world/population/seeded-pair.ts';
import { type Group, GROUPS } from './world/population/population-state.ts';
import { seedBook } from './world/population/depth/seed-book.ts';
import { firstIndexTime } from './world/index-process.ts';
import { nextPegTime } from './world/peg-script.ts';
import { staticLadder } from './world/static-ladder.ts';

/** The funds of a seeded agent, large enough that no plausible run uses them up. */
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
  return { state, events };
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
