import { describe, expect, test } from 'vitest';
import { stateDigest } from '../../canonical-state.ts';
import { decodeState, encodeState } from '../../state-codec/state-codec.ts';
import { marketOrder, quote, sweep } from '../world-orders.ts';
import { fairOf } from './fair.ts';
import {
  pass,
  populated,
  POPULATION,
  richUser,
  send,
  setIndex,
  SYMBOL,
  type Venue,
  venueOf,
} from './population.test-helper.ts';
import { stepGroup } from './population.ts';

const UNIT = 100_000_000;
const mid = ({ market }: Venue): number => (market.book.bestBid() + market.book.bestAsk()) / 2;
const lotsOf = ({ market }: Venue, side: 'buy' | 'sell'): number =>
  market.book.depth(side, 1_000).reduce((sum, [, lots]) => sum + lots, 0);

describe('a market with a population', () => {
  test('has a full book at the first millisecond', () => {
    const { market } = populated('1');
    for (const side of ['buy', 'sell'] as const) {
      expect(market.book.levelCount(side)).toBeGreaterThan(250);
    }
    expect(market.book.bestAsk() - market.book.bestBid()).toBeLessThan(20);
  });

  test('has a full book before its session opens, and quotes when it does', () => {
    // The exchange starts on a Monday at midnight.
    const session = { weekdays: [1], openMinute: 5, closeMinute: 1_440 };
    const venue = populated('1', { session });
    expect(venue.market.book.levelCount('buy')).toBeGreaterThan(250);
    expect(venue.market.book.bestBid()).toBeLessThan(94_990);
    pass(venue, 301_000);
    expect(venue.market.book.bestAsk() - venue.market.book.bestBid()).toBeLessThan(20);
  });

  test('is the same for the same seed, and another for another', () => {
    const digests = ['1', '1', '2'].map((seed) => {
      const venue = populated(seed);
      pass(venue, 20_000);
      return stateDigest(venue.state);
    });
    expect(digests[0]).toBe(digests[1]);
    expect(digests[0]).not.toBe(digests[2]);
  });

  test('goes on from a decoded state as from the one that was encoded', () => {
    const venue = populated('3');
    pass(venue, 60_000);
    const again = venueOf(decodeState(encodeState(venue.state), venue.state.config));
    pass(venue, 60_000);
    pass(again, 60_000);
    expect(stateDigest(again.state)).toBe(stateDigest(venue.state));
  });

  test('finds a counterpart for twenty of the largest market orders in a row', () => {
    const venue = populated('4');
    pass(venue, 5_000);
    const user = richUser(venue);
    for (const side of ['buy', 'sell'] as const) {
      const { spec } = venue.market;
      const orders = Array.from({ length: 20 }, () => marketOrder(spec, user, side, spec.maxMarketLots));
      const before = venue.state.accounts.get(user)?.positions.get(SYMBOL)?.lots ?? 0;
      expect(send(venue, orders)).toEqual(orders.map(() => 'ok'));
      const after = venue.state.accounts.get(user)?.positions.get(SYMBOL)?.lots ?? 0;
      expect(Math.abs(after - before)).toBe(20 * spec.maxMarketLots);
      expect(lotsOf(venue, side === 'buy' ? 'sell' : 'buy')).toBeGreaterThan(0);
    }
  });

  test.each([76_000, 114_000])('follows a jump of the index by a fifth to %i within seconds', (price) => {
    const venue = populated('5');
    pass(venue, 5_000);
    setIndex(venue, price * UNIT);
    pass(venue, 6_000);
    expect(Math.abs(mid(venue) / price - 1)).toBeLessThan(0.003);
    for (const side of ['buy', 'sell'] as const) expect(venue.market.book.levelCount(side)).toBeGreaterThan(240);
  });

  test('asks for nothing that the exchange refuses, also after a jump', () => {
    const venue = populated('6');
    for (const price of [95_000, 76_000, 104_500]) {
      setIndex(venue, price * UNIT);
      for (let look = 0; look < 10; look += 1) {
        for (const group of ['makers', 'depth', 'flow'] as const) {
          const { commands } = stepGroup(venue.state, venue.market, group);
          expect(send(venue, commands)).toEqual(commands.map(() => 'ok'));
        }
        pass(venue, 700);
      }
    }
  });

  test('takes what users offer beyond the fair price, all of it', () => {
    const venue = populated('7');
    pass(venue, 5_000);
    const user = richUser(venue);
    const fair = Math.round(fairOf(venue.market) / UNIT);
    send(venue, [sweep(venue.market.spec, user, 'buy', fair + 100, 1_000_000)]);
    send(venue, [quote(venue.market.spec, user, 'buy', venue.market.book.bestAsk() - 1, 500_000)]);
    const bids = venue.market.book.bestBid();
    setIndex(venue, (bids - 300) * UNIT);
    pass(venue, 3_000);
    expect(venue.state.accounts.get(user)?.liveOrders).toBe(0);
    expect(venue.state.accounts.get(user)?.positions.get(SYMBOL)?.lots).toBeGreaterThanOrEqual(500_000);
  });

  test('moves its fair price with what takers take, by four times the lots twice as far', () => {
    const moved = [25_000, 100_000].map((lots) => {
      const [traded, untouched] = [populated('8'), populated('8')];
      for (const venue of [traded, untouched]) pass(venue, 5_000);
      send(traded, [marketOrder(traded.market.spec, richUser(traded), 'buy', lots)]);
      for (const venue of [traded, untouched]) pass(venue, 2_000);
      return fairOf(traded.market) - fairOf(untouched.market);
    });
    const [small = 0, large = 0] = moved;
    expect(small).toBeGreaterThan(0);
    expect(large / small).toBeGreaterThan(1.7);
    expect(large / small).toBeLessThan(2.3);
  });

  test('stands still while its index is stale, and quotes again within seconds', () => {
    const venue = populated('9');
    pass(venue, 5_000);
    const feed = (frozen: boolean): void => {
      const commands = [{ type: 'SetFeed', symbol: SYMBOL, frozen } as const];
      venue.engine.apply({ kind: 'control', at: venue.state.now, commands });
    };
    feed(true);
    pass(venue, 120_000);
    const bids = venue.market.book.depth('buy', 1_000);
    pass(venue, 30_000);
    expect(venue.market.book.depth('buy', 1_000)).toEqual(bids);
    feed(false);
    setIndex(venue, 80_000 * UNIT);
    pass(venue, 15_000);
    expect(Math.abs(mid(venue) / 80_000 - 1)).toBeLessThan(0.003);
  });

  test('has more accounts for depth the more levels it has', () => {
    const depth = { ...POPULATION.depth, levels: 60 };
    const few = populated('1', { liquidity: { ...POPULATION, depth } });
    expect(few.market.population?.accounts.depth.length).toBe(1);
    expect(populated('1').market.population?.accounts.depth.length).toBe(5);
  });
});
