import type { AccountNo } from '../../kernel/ids.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import { type Side, signOf } from '../orders/side.ts';
import type { LiquiditySpec } from '../config.ts';
import type { Market, State } from '../state.ts';
import type { Order } from '../orders/order.ts';
import { quote } from './world-orders.ts';

export type AgentLiquidity = Extract<LiquiditySpec, { kind: 'agents' }>;

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
  /** The live quote of each level. */
  readonly kept: (Order | undefined)[];
}

/** A maker leans back by one step for every two full levels it holds, and by half its ladder at most. */
const LEVELS_PER_STEP = 2;

/**
 * One maker's step around a fair price, from nothing but state. A small move of the fair price changes
 * nothing; a larger one shifts the ladder along the grid, which moves only its ends. Quotes beyond either
 * end or doubled are cancelled, empty levels are quoted, and now and then a quote is pulled, to come back
 * at the next step.
 */
export function stepMaker(state: State, market: Market, rank: number, fair: Ticks, draw: Draw): MakerStep {
  const { spec } = market;
  const liquidity = spec.liquidity as AgentLiquidity;
  const account = market.agents[rank] as AccountNo;
  const position = state.accounts.get(account)?.positions.get(spec.symbol)?.lots ?? 0;
  const bids = ladderOf(liquidity, 'buy', rank, fair, Math.max(0, position));
  const asks = ladderOf(liquidity, 'sell', rank, fair, Math.max(0, -position));
  const leaving = sortOut(state, account, spec.symbol, bids, asks);
  const quotes: Command[] = [];
  for (const ladder of [bids, asks]) {
    const pulled = pullOne(ladder.kept, liquidity, draw);
    if (pulled) leaving.push(pulled);
    for (let level = 0; level < ladder.levels; level += 1) {
      const price = priceAt(ladder, level);
      if (ladder.kept[level] || price < spec.minPriceTicks) continue;
      quotes.push(quote(spec, account, ladder.side, price, sizeOf(liquidity, ladder.held, draw)));
    }
  }
  const numbers = leaving.map(({ no }) => no).sort((a, b) => a - b);
  return { cancels: numbers.map((no) => ({ type: 'CancelOrder', account, order: { no } })), quotes };
}

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
  return { side, best, stepTicks, levels, held, kept: new Array<Order | undefined>(levels).fill(undefined) };
}

const priceAt = ({ side, best, stepTicks }: Ladder, level: number): Ticks => best - signOf(side) * level * stepTicks;

/** The level of a price, or -1 when it belongs to none. */
function levelOf({ side, best, stepTicks, levels }: Ladder, price: Ticks): number {
  const distance = signOf(side) * (best - price);
  const level = distance / stepTicks;
  return distance >= 0 && distance % stepTicks === 0 && level < levels ? level : -1;
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** Assigns each live quote its level and returns those that have none. The oldest quote keeps a level, however the set was filled. */
function sortOut(state: State, account: AccountNo, symbol: string, bids: Ladder, asks: Ladder): Order[] {
  const astray: Order[] = [];
  for (const no of state.accounts.get(account)?.open.get(symbol)?.orders ?? []) {
    const order = state.orders.get(no);
    if (!order) continue;
    const ladder = order.side === 'buy' ? bids : asks;
    const level = levelOf(ladder, order.price);
    const other = ladder.kept[level];
    if (level < 0 || (other && other.no < no)) astray.push(order);
    else ladder.kept[level] = order;
    if (level >= 0 && other && other.no > no) astray.push(other);
  }
  return astray;
}

// One draw stands for a draw per quote: the chance that any is pulled, then which one.
function pullOne(kept: readonly (Order | undefined)[], liquidity: AgentLiquidity, draw: Draw): Order | undefined {
  if (!draw.chance(liquidity.cancelPerMillion * kept.length)) return undefined;
  return kept[draw.between(0, kept.length - 1)];
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
