import { invariant, itemAt } from '../../kernel/errors.ts';
import { divHalfEven, divHalfEvenInt } from '../../kernel/decimal.ts';
import type { AccountNo, Address, OrderNo } from '../../kernel/ids.ts';
import { Draw } from '../../kernel/random.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Lots, PriceUnits, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { LiquiditySpec, MarketSpec } from '../config.ts';
import type { JobResult } from '../handlers.ts';
import { sortedOrdersOf } from '../orders/evolve-order.ts';
import { oppositeOf, type Side, signOf } from '../orders/order-terms.ts';
import type { Order } from '../orders/order.ts';
import { isIndexStale, isInSession } from '../prices.ts';
import type { Market, State } from '../state.ts';
import type { Group } from './population-spec.ts';
import { populationRoles } from './population/population.ts';
import { scaledNormal } from './returns.ts';
import { marketOrder, quote, sweep, takeMispriced } from './world-orders.ts';

const MILLION = 1_000_000;
const BILLION_BIG = 1_000_000_000n;

/**
 * The wallets of a market's agents in account order: the makers, then one taker; one maker and one taker of history; one
 * wallet for a static ladder; those of its groups for a population; none without liquidity. An address is the start of a
 * hash, so no key for it exists (R-81).
 */
export function agentWallets(spec: MarketSpec): { wallet: Address; name: string; group?: Group }[] {
  return agentRoles(spec).map(({ role, group }) => {
    const name = `${spec.symbol} ${role}`;
    return { wallet: walletOf(name), name, ...(group && { group }) };
  });
}

/** Wallets of agents made so far, by name: a process that makes many exchanges mostly makes the same. */
const wallets = new Map<string, Address>();
const WALLETS_KEPT = 10_000;

function walletOf(name: string): Address {
  const known = wallets.get(name);
  if (known !== undefined) return known;
  const wallet: Address = `0x${sha256(`perpsim agent ${name}`).slice(0, 40)}`;
  if (wallets.size < WALLETS_KEPT) wallets.set(name, wallet);
  return wallet;
}

interface AgentRole {
  readonly role: string;
  readonly group?: Group;
}

function agentRoles({ liquidity }: MarketSpec): readonly AgentRole[] {
  switch (liquidity.kind) {
    case 'none':
      return [];
    case 'static':
      return [{ role: 'ladder' }];
    case 'history':
      return [{ role: 'history maker' }, { role: 'history taker' }];
    case 'population':
      return populationRoles(liquidity);
    case 'agents':
      return [
        ...Array.from({ length: liquidity.makers }, (_, rank) => ({ role: `maker ${rank + 1}` })),
        { role: 'taker' },
      ];
  }
}

/**
 * Returns what the agents of a market do now, as a function of state and the market's own stream: the event with the stream
 * and basis after the step, and their commands in order. A refused command is simply missing from the state the next
 * step looks at. Agents do not act in a market that takes no new positions: quotes on a stale price stay as they are,
 * so that there is something to close against.
 */
export function stepAgents(state: State, market: Market): JobResult {
  const { spec, agentRandom } = market;
  invariant(spec.liquidity.kind === 'agents' && agentRandom, `${spec.symbol} has agents`);
  const draw = new Draw(agentRandom);
  const awake = market.status === 'open' && isInSession(spec, state.now) && !isIndexStale(state, market);
  const basis = awake ? nextBasis(market, spec.liquidity, draw) : market.agentBasis;
  const commands = awake ? commandsOf(state, market, spec.liquidity, basis, draw) : [];
  const stepped = {
    type: 'AgentsStepped',
    at: state.now,
    symbol: spec.symbol,
    random: draw.stream(),
    basis,
    again: state.now + spec.liquidity.stepMs,
  } as const;
  return { events: [stepped], commands };
}

/** The basis falls back towards zero and is pushed by noise in proportion to the index. */
function nextBasis(market: Market, liquidity: AgentLiquidity, draw: Draw): PriceUnits {
  const noise = BigInt(market.index) * BigInt(scaledNormal(liquidity.basisNoisePpb, draw));
  const pull = BigInt(market.agentBasis) * BigInt(liquidity.basisReversionPerMillion);
  const basis =
    market.agentBasis - Number(divHalfEven(pull, BigInt(MILLION))) + Number(divHalfEven(noise, BILLION_BIG));
  // Half the index bounds it, so that a fair price is always positive.
  const limit = Math.floor(market.index / 2);
  return Math.max(-limit, Math.min(limit, basis));
}

// Stale quotes are cancelled first, then mispriced user orders are taken, so that new quotes cannot cross.
function commandsOf(state: State, market: Market, liquidity: AgentLiquidity, basis: PriceUnits, draw: Draw): Command[] {
  const fair = Math.max(1, divHalfEvenInt(market.index + basis, market.spec.tickUnits));
  const cancels: Command[] = [];
  const quotes: Command[] = [];
  for (let rank = 0; rank < liquidity.makers; rank += 1) {
    const step = stepMaker(state, market, liquidity, rank, fair, draw);
    cancels.push(...step.cancels);
    quotes.push(...step.quotes);
  }
  const taker = { account: takerOf(market), minLots: () => liquidity.minLots, isOwn: isAgentOf(market), edge: 0 };
  return [
    ...cancels,
    ...takeMispriced(market, fair, taker).commands,
    ...quotes,
    ...takeAtRandom(state, market, liquidity, fair, draw),
  ];
}

const isAgentOf =
  ({ agents }: Market) =>
  (account: number): boolean =>
    agents.includes(account);

type AgentLiquidity = Extract<LiquiditySpec, { kind: 'agents' }>;

/**
 * The commands of one maker. All cancels of a market are sent before its quotes, so that no maker trades with a stale
 * quote of another.
 */
export interface MakerStep {
  readonly cancels: readonly Command[];
  readonly quotes: readonly Command[];
}

/**
 * Where a maker's quotes belong on one side: level k stands k steps outside `best`. Prices lie on a grid of
 * the maker's own that never moves, so a price alone says which level a quote is.
 */
interface Ladder {
  readonly side: Side;
  readonly best: Ticks;
  readonly stepTicks: Ticks;
  readonly levels: number;
  /** Lots of a position that this side would add to. */
  readonly held: Lots;
}

/** A maker leans back by one step for every two full levels it holds, and by half its ladder at most. */
const LEVELS_PER_STEP = 2;

/**
 * One maker's step around a fair price, from nothing but state. A small move of the fair price changes
 * nothing; a larger one shifts the ladder along the grid, which moves only its ends. Quotes beyond either
 * end or doubled are cancelled, empty levels are quoted, and now and then a quote is pulled, to come back
 * at the next step.
 */
function stepMaker(
  state: State,
  market: Market,
  liquidity: AgentLiquidity,
  rank: number,
  fair: Ticks,
  draw: Draw,
): MakerStep {
  const { spec } = market;
  const account = itemAt(market.agents, rank);
  const position = state.accounts.get(account)?.positions.get(spec.symbol)?.lots ?? 0;
  const live = sortedOrdersOf(state, account, spec.symbol, 'price');
  const leaving: OrderNo[] = [];
  const quotes: Command[] = [];
  for (const side of SIDES) {
    const ladder = ladderOf(liquidity, side, rank, fair, Math.max(0, signOf(side) * position));
    const pulled = pullOne(ladder, live[side], liquidity, draw);
    if (pulled) leaving.push(pulled.no);
    stepSide(ladder, live[side], leaving, (price) => {
      if (price < spec.minPriceTicks) return;
      quotes.push(quote(spec, account, side, price, sizeOf(liquidity, ladder.held, draw)));
    });
  }
  leaving.sort((a, b) => a - b);
  return { cancels: leaving.map((no) => ({ type: 'CancelOrder', account, order: { no } })), quotes };
}

const SIDES = ['buy', 'sell'] as const;

/**
 * Returns a maker's ladder. The grids of makers interleave, and a position moves the side that would add to it
 * outwards.
 */
function ladderOf(liquidity: AgentLiquidity, side: Side, rank: number, fair: Ticks, held: Lots): Ladder {
  const { firstTicks, stepTicks, levels, makers, maxLots } = liquidity;
  const lean = Math.floor((stepTicks * Math.min(held, maxLots * levels)) / (maxLots * LEVELS_PER_STEP));
  const nearest = fair - signOf(side) * (firstTicks + lean);
  const grid = Math.floor((rank * stepTicks) / makers);
  const best = nearest - signOf(side) * modulo(signOf(side) * (nearest - grid), stepTicks);
  return { side, best, stepTicks, levels, held };
}

const priceAt = ({ side, best, stepTicks }: Ladder, level: number): Ticks => best - signOf(side) * level * stepTicks;

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/**
 * Goes along a ladder and the live quotes of its side, which are sorted in the same direction. Quotes that stand on no level
 * leave, and all but the oldest of those on one level.
 */
function stepSide(ladder: Ladder, live: readonly Order[], leaving: OrderNo[], onEmpty: (price: Ticks) => void): void {
  const sign = signOf(ladder.side);
  let place = 0;
  for (let level = 0; level < ladder.levels; level += 1) {
    const price = priceAt(ladder, level);
    let order = live[place];
    for (; order && sign * (order.price - price) > 0; order = live[++place]) leaving.push(order.no);
    if (order?.price === price) place += 1;
    else onEmpty(price);
  }
  for (let order = live[place]; order; order = live[++place]) leaving.push(order.no);
}

// One draw stands for a draw per quote: the chance that any is pulled, then which one.
function pullOne(
  ladder: Ladder,
  live: readonly Order[],
  { cancelPerMillion }: AgentLiquidity,
  draw: Draw,
): Order | undefined {
  if (!draw.chance(cancelPerMillion * ladder.levels)) return undefined;
  const price = priceAt(ladder, draw.between(0, ladder.levels - 1));
  return live.find((order) => order.price === price);
}

/**
 * A size in the range of the world, smaller the more the maker holds already. A full maker still shows the taker's
 * largest order over its ladder, so that with two makers no random order takes all that one side has.
 */
function sizeOf(liquidity: AgentLiquidity, held: Lots, draw: Draw): Lots {
  const { minLots, maxLots, levels } = liquidity;
  const drawn = draw.between(minLots, maxLots);
  const full = maxLots * levels;
  const least = Math.max(minLots, Math.ceil(maxLots / levels));
  return Math.max(least, drawn - Math.floor((drawn * Math.min(held, full)) / full));
}

const EVEN = 500_000;
/** However much the taker holds, it goes either way with at least 5 %. */
const BIAS_MAX = 450_000;
/** Holding this many full levels biases the taker as far as it goes. */
const BIAS_LEVELS = 10;

/** Random flow: a market order or an IOC order near the touch, leaning towards what reduces the taker's position. */
function takeAtRandom(state: State, market: Market, liquidity: AgentLiquidity, fair: Ticks, draw: Draw): Command[] {
  const { spec } = market;
  if (!draw.chance(liquidity.takerPerMillion)) return [];
  const account = takerOf(market);
  const side: Side = draw.chance(EVEN - biasOf(state, market, liquidity, account)) ? 'buy' : 'sell';
  const lots = draw.between(liquidity.minLots, liquidity.maxLots);
  const named = draw.chance(EVEN);
  const reach = liquidity.firstTicks + liquidity.stepTicks + draw.between(0, liquidity.stepTicks);
  if (!named) return market.book.best(oppositeOf(side)) === 0 ? [] : [marketOrder(spec, account, side, lots)];
  const price = fair + signOf(side) * reach;
  return price < spec.minPriceTicks ? [] : [sweep(spec, account, side, price, lots)];
}

/** How much less likely than even a purchase is, per million: what the taker holds over its limit. */
function biasOf(state: State, market: Market, { maxLots }: AgentLiquidity, account: AccountNo): number {
  const held = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  const limit = maxLots * BIAS_LEVELS;
  const share = Math.max(-limit, Math.min(limit, held));
  return Math.trunc((share * BIAS_MAX) / limit);
}

/** The taker is the last of a market's agents. */
const takerOf = (market: Market): AccountNo => itemAt(market.agents, market.agents.length - 1);
