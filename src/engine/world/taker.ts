import type { AccountNo } from '../../kernel/ids.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import { oppositeOf, type Side, signOf } from '../orders/order-terms.ts';
import type { Market, State } from '../state.ts';
import type { AgentLiquidity } from './maker.ts';
import { marketOrder, sweep } from './world-orders.ts';

const EVEN = 500_000;
/** However much the taker holds, it goes either way with at least 5 %. */
const BIAS_MAX = 450_000;
/** Holding this many full levels biases the taker as far as it goes. */
const BIAS_LEVELS = 10;

/** Random flow: a market order or an IOC order near the touch, leaning towards what reduces the taker's position. */
export function takeAtRandom(state: State, market: Market, fair: Ticks, draw: Draw): Command[] {
  const { spec } = market;
  const liquidity = spec.liquidity as AgentLiquidity;
  if (!draw.chance(liquidity.takerPerMillion)) return [];
  const account = takerOf(market);
  const side: Side = draw.chance(EVEN - biasOf(state, market, account)) ? 'buy' : 'sell';
  const lots = draw.between(liquidity.minLots, liquidity.maxLots);
  const named = draw.chance(EVEN);
  const reach = liquidity.firstTicks + liquidity.stepTicks + draw.between(0, liquidity.stepTicks);
  if (!named) return market.book.best(oppositeOf(side)) === 0 ? [] : [marketOrder(spec, account, side, lots)];
  const price = fair + signOf(side) * reach;
  return price < spec.minPriceTicks ? [] : [sweep(spec, account, side, price, lots)];
}

/** How much less likely than even a purchase is, per million: what the taker holds over its limit. */
function biasOf(state: State, market: Market, account: AccountNo): number {
  const { maxLots } = market.spec.liquidity as AgentLiquidity;
  const held = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  const limit = maxLots * BIAS_LEVELS;
  const share = Math.max(-limit, Math.min(limit, held));
  return Math.trunc((share * BIAS_MAX) / limit);
}

/** The taker is the last of a market's agents. */
export const takerOf = (market: Market): AccountNo => market.agents.at(-1) as AccountNo;
