import { divHalfEvenInt } from '../../kernel/decimal.ts';
import type { Command } from '../command.ts';
import type { Market, State } from '../state.ts';
import { signOf } from '../orders/side.ts';
import { quote } from './world-orders.ts';

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
