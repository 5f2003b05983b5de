import type { AccountNo } from '../../kernel/ids.ts';
import type { Draw } from '../../kernel/random.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import { oppositeOf, type Side, signOf } from '../orders/side.ts';
import type { Market, State } from '../state.ts';
import { remainingOf } from '../orders/order.ts';
import type { AgentLiquidity } from './maker.ts';
import { marketOrder, sweep } from './world-orders.ts';

const EVEN = 500_000;
/** However much the taker holds, it goes either way with at least 5 %. */
const BIAS_MAX = 450_000;
/** Holding this many full levels biases the taker as far as it goes. */
const BIAS_LEVELS = 10;

/**
 * Takes all that users' orders offer beyond the fair price: makers never take, so what is left there would keep them
 * from quoting the other side of the book. Agents' own stale quotes are cancelled, not met.
 */
export function takeMispriced(market: Market, fair: Ticks): Command[] {
  const { spec } = market;
  const { minLots } = spec.liquidity as AgentLiquidity;
  for (const resting of ['buy', 'sell'] as const) {
    const offered = offeredBeyond(market, resting, fair);
    const sweeps: Command[] = [];
    for (let left = offered; left > 0; left -= spec.maxLimitLots) {
      const lots = Math.max(minLots, Math.min(left, spec.maxLimitLots));
      sweeps.push(sweep(spec, takerOf(market), oppositeOf(resting), fair + signOf(resting), lots));
    }
    if (sweeps.length > 0) return sweeps;
  }
  return [];
}

/** Lots of users on one side, at prices better than fair for a taker. */
function offeredBeyond(market: Market, resting: Side, fair: Ticks): Lots {
  let lots = 0;
  for (const order of market.book.queue(resting)) {
    if (signOf(resting) * (order.price - fair) < 1) break;
    if (!market.agents.includes(order.account)) lots += remainingOf(order);
  }
  return lots;
}

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
const takerOf = (market: Market): AccountNo => market.agents.at(-1) as AccountNo;
