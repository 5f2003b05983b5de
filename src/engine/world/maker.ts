import type { AccountNo } from '../../kernel/ids.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command, Side } from '../command.ts';
import type { LiquiditySpec } from '../config.ts';
import { type Market, type Order, type State, signOf } from '../state.ts';
import { quote } from './world-orders.ts';

export type AgentLiquidity = Extract<LiquiditySpec, { kind: 'agents' }>;

/** What one maker wants to do now. All cancels of a market go out before its quotes, so that no maker meets another's stale one. */
export interface MakerStep {
  readonly cancels: readonly Command[];
  readonly quotes: readonly Command[];
}

/** Where a maker's quotes belong on one side: level k stands `firstTicks + k * stepTicks` from the fair price. */
interface Ladder {
  readonly side: Side;
  readonly fair: Ticks;
  readonly firstTicks: Ticks;
  readonly stepTicks: Ticks;
  readonly levels: number;
}

/** A maker leans back by one step for every two full levels it holds, and by half its ladder at most. */
const LEVELS_PER_STEP = 2;

/**
 * One maker's step around a fair price. Everything follows from state: a live quote belongs to the level
 * it is nearest to, so a small move of the fair price changes nothing, and a larger one only moves the
 * ends of the ladder. Quotes beyond either end, on the wrong side of the fair price or doubled are
 * cancelled; empty levels are quoted; now and then a quote is pulled, to come back at the next step.
 */
export function stepMaker(state: State, market: Market, rank: number, fair: Ticks, draw: Draw): MakerStep {
  const liquidity = market.spec.liquidity as AgentLiquidity;
  const account = market.agents[rank] as AccountNo;
  const position = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  const live = liveQuotes(state, account, market.spec.symbol);
  const cancels: Command[] = [];
  const quotes: Command[] = [];
  for (const side of ['buy', 'sell'] as const) {
    const held = Math.max(0, signOf(side) * position);
    const ladder = ladderOf(liquidity, side, rank, fair, held);
    const { kept, astray } = sortOut(ladder, live);
    const pulled = pullOne(kept, liquidity, draw);
    for (const order of pulled ? [...astray, pulled] : astray) {
      cancels.push({ type: 'CancelOrder', account, order: { no: order.no } });
    }
    for (let level = 0; level < ladder.levels; level += 1) {
      const price = priceAt(ladder, level);
      if (kept[level] || price < market.spec.minPriceTicks) continue;
      quotes.push(quote(market.spec, account, side, price, sizeOf(liquidity, held, draw)));
    }
  }
  return { cancels, quotes };
}

/** Live quotes by number: an order that does not hang on how a set was filled. */
function liveQuotes(state: State, account: AccountNo, symbol: string): Order[] {
  const quotes: Order[] = [];
  for (const no of state.accounts.get(account)?.open.get(symbol)?.orders ?? []) {
    const order = state.orders.get(no);
    if (order) quotes.push(order);
  }
  return quotes.sort((a, b) => a.no - b.no);
}

/** Makers stand between each other's levels. What a maker holds pushes the side that would add to it outwards. */
function ladderOf(liquidity: AgentLiquidity, side: Side, rank: number, fair: Ticks, held: Lots): Ladder {
  const { stepTicks, levels, makers } = liquidity;
  const stagger = Math.floor((rank * stepTicks) / makers);
  const lean = Math.floor(
    (stepTicks * Math.min(held, liquidity.maxLots * levels)) / (liquidity.maxLots * LEVELS_PER_STEP),
  );
  return { side, fair, stepTicks, levels, firstTicks: liquidity.firstTicks + stagger + lean };
}

const priceAt = (ladder: Ladder, level: number): Ticks =>
  ladder.fair - signOf(ladder.side) * (ladder.firstTicks + level * ladder.stepTicks);

/** The level a price is nearest to, outside 0 to levels - 1 when it belongs to none. */
function levelOf(ladder: Ladder, price: Ticks): number {
  const distance = signOf(ladder.side) * (ladder.fair - price);
  if (distance < 1) return -1;
  return Math.floor((2 * (distance - ladder.firstTicks) + ladder.stepTicks) / (2 * ladder.stepTicks));
}

/** The oldest quote keeps a level; the rest of the side is astray. `kept` is indexed by level. */
function sortOut(ladder: Ladder, live: readonly Order[]): { kept: (Order | undefined)[]; astray: Order[] } {
  const kept: (Order | undefined)[] = new Array<Order | undefined>(ladder.levels).fill(undefined);
  const astray: Order[] = [];
  for (const order of live) {
    if (order.side !== ladder.side) continue;
    const level = levelOf(ladder, order.price);
    if (level < 0 || level >= ladder.levels || kept[level]) astray.push(order);
    else kept[level] = order;
  }
  return { kept, astray };
}

// One draw stands for a draw per quote: the chance that any is pulled, then which one.
function pullOne(kept: readonly (Order | undefined)[], liquidity: AgentLiquidity, draw: Draw): Order | undefined {
  if (!draw.chance(liquidity.cancelPerMillion * kept.length)) return undefined;
  return kept[draw.between(0, kept.length - 1)];
}

/** A size in the range of the world, smaller the more the maker holds already. */
function sizeOf(liquidity: AgentLiquidity, held: Lots, draw: Draw): Lots {
  const { minLots, maxLots, levels } = liquidity;
  const drawn = draw.between(minLots, maxLots);
  const full = maxLots * levels;
  return Math.max(minLots, drawn - Math.floor((drawn * Math.min(held, full)) / full));
}
