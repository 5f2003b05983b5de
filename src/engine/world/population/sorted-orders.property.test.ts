import { expect, test } from 'vitest';
import { RandomInputs } from '../../../kernel/random-inputs.test-helper.ts';
import { sortedOrdersOf, type Sorting } from '../../orders/evolve-order.ts';
import { signOf } from '../../orders/order-terms.ts';
import type { Order } from '../../orders/order.ts';
import type { State } from '../../state.ts';
import { marketOrder } from '../world-orders.ts';
import { pass, populated, richUser, send, setIndex, SYMBOL } from './population.test-helper.ts';

const UNIT = 100_000_000;

function listed(state: State, account: number, side: 'buy' | 'sell', sorting: Sorting): number[] {
  const orders: Order[] = [];
  for (const order of state.orders.values()) {
    if (order.account === account && order.symbol === SYMBOL && order.side === side) orders.push(order);
  }
  const byPrice = (a: Order, b: Order): number => signOf(side) * (b.price - a.price);
  return orders.sort((a, b) => (sorting === 'price' && byPrice(a, b)) || a.no - b.no).map(({ no }) => no);
}

// Goal: the sorted orders of agents are what listing and sorting finds. Method: makers that move their quotes and depth that
// comes and goes, disturbed by large orders and jumps, compared each second, so that each list follows every change.
test('the sorted orders of agents follow placements, changes, fills and cancels', () => {
  const venue = populated('1');
  const { state, market } = venue;
  const user = richUser(venue);
  const inputs = new RandomInputs('1', 'sorted');
  const { makers = [], depth = [] } = market.population?.accounts ?? {};
  const seen = new Set<number>();
  for (let second = 0; second < 300; second += 1) {
    if (inputs.chance(30_000)) setIndex(venue, inputs.between(90_000, 100_000) * UNIT);
    if (inputs.chance(200_000)) {
      const side = inputs.chance(500_000) ? 'buy' : 'sell';
      send(venue, [marketOrder(market.spec, user, side, inputs.between(100, market.spec.maxMarketLots))]);
    }
    pass(venue, 1_000);
    for (const [accounts, sorting] of [[makers, 'price'] as const, [depth, 'age'] as const]) {
      for (const account of accounts) {
        const sorted = sortedOrdersOf(state, account, SYMBOL, sorting);
        for (const side of ['buy', 'sell'] as const) {
          const numbers = sorted[side].map(({ no }) => no);
          expect(numbers, `account ${account} at second ${second}`).toEqual(listed(state, account, side, sorting));
          for (const no of numbers) seen.add(no);
        }
      }
    }
  }
  expect(seen.size).toBeGreaterThan(1_000);
});
