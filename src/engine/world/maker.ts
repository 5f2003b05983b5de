import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import { type Side, signOf } from '../orders/order-terms.ts';
import { sortedOrdersOf } from '../orders/order-lists.ts';
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
