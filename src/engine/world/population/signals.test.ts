import { describe, expect, test } from 'vitest';
import { stateDigest } from '../../canonical-state.ts';
import type { ControlCommand } from '../../command.ts';
import { testConfig, testMarket } from '../../config.test-helper.ts';
import { Engine } from '../../engine.ts';
import { genesis } from '../../genesis.ts';
import { remainingOf } from '../../orders/order.ts';
import { decodeState, encodeState } from '../../state-codec/state-codec.ts';
import { dynamicConfig, FLAT, STILL, stochastic, VOLATILITY } from '../dynamics.test-helper.ts';
import type { StochasticSpec } from '../dynamics-spec.ts';
import type { SignalsSpec } from '../population-spec.ts';
import { quote } from '../world-orders.ts';
import { pass, populated, POPULATION, richUser, send, SYMBOL, type Venue, venueOf } from './population.test-helper.ts';
import { afterThinning, foreseenPpb, imbalancePpm, isRoundPrice, roundLots, roundPrice } from './signals.ts';

const NONE: SignalsSpec = {
  informedPpm: 0,
  foresightMs: 5_000,
  makersKnowPpm: 0,
  readingPpm: 0,
  roundPpm: 0,
  positionsPpm: 0,
  thinPpm: 0,
  thinMs: 600_000,
  requoteMs: 0,
};
const ALL: SignalsSpec = {
  informedPpm: 300_000,
  foresightMs: 5_000,
  makersKnowPpm: 250_000,
  readingPpm: 3_000_000,
  roundPpm: 300_000,
  positionsPpm: 300_000,
  thinPpm: 400_000,
  thinMs: 600_000,
  requoteMs: 80,
};

/** A market of its own, whose index moves by its process alone. */
const venueWith = (signals: SignalsSpec | null, process: Partial<StochasticSpec> = {}, seed = '1'): Venue =>
  populated(seed, {
    process: stochastic({ betaPpm: 0, ...process }),
    liquidity: { ...POPULATION, ...(signals && { signals }) },
  });
const control = ({ engine, state }: Venue, ...commands: readonly ControlCommand[]): void => {
  engine.apply({ kind: 'control', at: state.now, commands });
};
const foreseen = ({ state, market }: Venue): number => foreseenPpb(state, market, NONE);
const mid = ({ market }: Venue): number => (market.book.bestBid() + market.book.bestAsk()) / 2;

/** Five returns of about 70,000 ppb multiplied differ from their sum by less than this, which is a thousandth of such a move. */
const MULTIPLIED_PPB = 150;

describe('the coming move of the index', () => {
  /** Lets time pass until the index has moved so many times, and returns its move in ppb. */
  function moveOver(venue: Venue, steps: number): number {
    const before = venue.market.index;
    let moves = 0;
    while (moves < steps)
      for (const event of pass(venue, 10)) if (event.type === 'IndexMoved' && event.symbol === SYMBOL) moves += 1;
    return (venue.market.index / before - 1) * 1e9;
  }

  test.each(['1', '2', '3'])('is what the next steps of the process make, seed %s', (seed) => {
    const venue = venueWith(null, {}, seed);
    pass(venue, 7_000);
    for (let look = 0; look < 3; look += 1) {
      const ahead = foreseen(venue);
      expect(Math.abs(ahead)).toBeGreaterThan(0);
      expect(Math.abs(moveOver(venue, 5) - ahead)).toBeLessThan(MULTIPLIED_PPB);
    }
  });

  test('holds what the factor has moved and will move', () => {
    const { state } = genesis(dynamicConfig({ ...STILL, betaPpm: 500_000 }, { factor: VOLATILITY }));
    const engine = new Engine(state);
    const market = state.markets.get(SYMBOL);
    if (!market?.dynamics) throw new Error('the market has dynamics');
    engine.apply({ kind: 'clock', at: state.now + 20_300 });
    const seen = market.dynamics.factorSeen;
    const ahead = foreseenPpb(state, market, NONE);
    let steps = 0;
    while (steps < 5)
      for (const { type } of engine.apply({ kind: 'clock', at: state.now + 10 }).events)
        if (type === 'FactorMoved') steps += 1;
    expect(ahead).not.toBe(0);
    expect(Math.abs(((state.factor?.level ?? 0) - seen) / 2 - ahead)).toBeLessThanOrEqual(1);
  });

  test('is void while a price is pinned, on its way or stale, and right again after that', () => {
    const price = 95_000 * 100_000_000;
    const holds: readonly ControlCommand[] = [
      { type: 'PinPrice', symbol: SYMBOL, price: null },
      { type: 'RampPrice', symbol: SYMBOL, price, overMs: 60_000 },
      { type: 'SetFeed', symbol: SYMBOL, frozen: true },
    ];
    for (const hold of holds) {
      const venue = venueWith(null);
      pass(venue, 7_000);
      control(venue, hold);
      expect(foreseen(venue)).toBe(0);
      pass(venue, 5_000);
      expect(foreseen(venue)).toBe(0);
      control(venue, { type: 'SetFeed', symbol: SYMBOL, frozen: false });
      const ahead = foreseen(venue);
      expect(Math.abs(moveOver(venue, 5) - ahead)).toBeLessThan(MULTIPLIED_PPB);
    }
  });

  test('is void for a price that no stochastic process decides', () => {
    expect(foreseen(populated('1'))).toBe(0);
  });
});

describe('who knows it', () => {
  /** Signed lots of takers over a while in which the index would rise by 5 bp in five seconds. */
  const bought = (signals: SignalsSpec | null): number => {
    const venue = venueWith(signals, { ...STILL, driftPpb: 100_000 }, '4');
    pass(venue, 60_000);
    return venue.market.population?.takenLots ?? 0;
  };

  test('informed takers buy before a rise, and others do as they would', () => {
    const informed = bought({ ...NONE, informedPpm: 1_000_000 });
    expect(informed).toBeGreaterThan(0);
    expect(informed).toBeGreaterThan(5 * Math.abs(bought(null)));
    expect(bought({ ...NONE, informedPpm: 0 })).toBe(bought(null));
  });

  test('an index that stays where it is gives nobody an order', () => {
    const still = (signals: SignalsSpec | null) => {
      const venue = venueWith(signals, STILL, '5');
      return pass(venue, 60_000).filter(({ type }) => type === 'Traded').length;
    };
    expect(still({ ...NONE, informedPpm: 500_000 })).toBeGreaterThan(0);
  });

  test('makers who know a rise quote higher, and more on the side that gains', () => {
    const quotes = (makersKnowPpm: number) => {
      const venue = venueWith({ ...NONE, makersKnowPpm }, { ...STILL, driftPpb: 20_000 }, '6');
      pass(venue, 30_000);
      const makers = venue.market.population?.accounts.makers ?? [];
      const lots = { buy: 0, sell: 0 };
      for (const no of makers)
        for (const order of venue.state.accounts.get(no)?.open.get(SYMBOL)?.orders ?? []) {
          const standing = venue.state.orders.get(order);
          if (standing) lots[standing.side] += remainingOf(standing);
        }
      return { above: mid(venue) - venue.market.index / 100_000_000, lots };
    };
    const [blind, knowing] = [quotes(0), quotes(1_000_000)];
    // All of a rise of 1 bp is 9.5 ticks.
    expect(knowing.above - blind.above).toBeGreaterThan(4);
    expect(knowing.lots.buy).toBeGreaterThan(knowing.lots.sell);
  });
});

describe('makers who read the book', () => {
  test('move away from a wall that nobody meets', () => {
    const responses = [0, 5_000_000].map((readingPpm) => {
      const [calm, walled] = [false, true].map((hasWall) => {
        const venue = venueWith({ ...NONE, readingPpm }, STILL, '7');
        pass(venue, 10_000);
        const user = richUser(venue);
        const { spec, book } = venue.market;
        const wall = quote(spec, user, 'buy', book.bestBid() - 20, spec.maxLimitLots);
        if (hasWall) expect(send(venue, [wall])).toEqual(['ok']);
        pass(venue, 5_000);
        return mid(venue);
      }) as [number, number];
      return walled - calm;
    });
    expect(responses[0]).toBe(0);
    expect(responses[1]).toBeGreaterThan(0);
  });

  test('see no imbalance in an empty side, and nearly a million in a side that holds all', () => {
    const venue = venueWith(null, STILL, '8');
    pass(venue, 1_000);
    const user = richUser(venue);
    const { spec, book } = venue.market;
    const before = imbalancePpm(venue.market);
    expect(Math.abs(before)).toBeLessThan(900_000);
    send(venue, [quote(spec, user, 'sell', book.bestAsk() + 1, spec.maxLimitLots)]);
    expect(imbalancePpm(venue.market)).toBeLessThan(Math.min(before, -300_000));
    const bare = populated('8', { liquidity: { kind: 'none' } });
    expect(imbalancePpm(bare.market)).toBe(0);
  });
});

describe('round figures', () => {
  test('sizes keep one digit, prices go to a multiple of ten ticks away from the other side', () => {
    expect([1, 9, 14, 15, 96, 1_249, 7_500].map(roundLots)).toEqual([1, 9, 10, 20, 100, 1_000, 8_000]);
    expect([95_001, 95_010].map((price) => roundPrice('buy', price))).toEqual([95_000, 95_010]);
    expect([95_001, 95_010].map((price) => roundPrice('sell', price))).toEqual([95_010, 95_010]);
    expect(roundPrice('buy', 7)).toBe(7);
  });

  test('are more frequent in the book where traders prefer them', () => {
    const shares = [0, 500_000].map((roundPpm) => {
      const { market } = venueWith({ ...NONE, roundPpm });
      const levels = market.book.depth('sell', 1_000).map(([price]) => price);
      return levels.filter(isRoundPrice).length / levels.length;
    }) as [number, number];
    expect(shares[0]).toBeLessThan(0.2);
    expect(shares[1]).toBeGreaterThan(0.3);
  });
});

describe('scheduled hours', () => {
  test('the share that leaves grows until the hour, and is back a minute later', () => {
    const left = [0, 3_000_000, 3_300_000, 3_599_999, 3_630_000].map((at) => afterThinning(ALL, at, 1_000));
    expect(left).toEqual([600, 1_000, 800, 600, 800]);
    expect(afterThinning(undefined, 3_599_999, 1_000)).toBe(1_000);
  });

  test('the book has fewer levels before the hour, and all of them after it', () => {
    const signals = { ...NONE, thinPpm: 500_000, thinMs: 60_000 };
    const liquidity = { ...POPULATION, signals, depth: { ...POPULATION.depth, everyMs: 150 } };
    const market = testMarket(SYMBOL, { liquidity, process: stochastic({ ...STILL, betaPpm: 0 }) });
    const startTime = Date.UTC(2026, 0, 5, 11, 58, 50);
    const venue = venueOf(genesis(testConfig({ seed: '9', startTime, markets: [market] })).state);
    const levels = (): number => venue.market.book.levelCount('buy') + venue.market.book.levelCount('sell');
    pass(venue, 9_000);
    const usual = levels();
    pass(venue, 59_000);
    const thin = levels();
    pass(venue, 70_000);
    expect(thin).toBeLessThan(0.8 * usual);
    expect(levels()).toBeGreaterThan(0.9 * usual);
  });
});

describe('quotes that move alone', () => {
  test('change as often as the world says, and never cross', () => {
    const changes = [0, 100].map((requoteMs) => {
      const venue = venueWith({ ...NONE, requoteMs }, STILL, '10');
      const depth = venue.market.population?.accounts.depth ?? [];
      let modified = 0;
      for (const event of pass(venue, 60_000))
        if (event.type === 'OrderModified') {
          const account = venue.state.orders.get(event.order)?.account;
          if (account !== undefined && depth.includes(account)) modified += 1;
        }
      expect(venue.market.book.bestBid()).toBeLessThan(venue.market.book.bestAsk());
      return modified;
    }) as [number, number];
    expect(changes[0]).toBe(0);
    // Ten a second in the mean, half to twice that with the pace of the market; an order that has gone since counts nowhere.
    expect(changes[1]).toBeGreaterThan(200);
    expect(changes[1]).toBeLessThan(1_300);
  });
});

describe('a market with all of it', () => {
  const venue = (seed: string) => venueWith(ALL, {}, seed);
  const again = ({ state }: Venue): Venue => venueOf(decodeState(encodeState(state), state.config));

  test('goes on from a written state as from the one that was written, also behind a pin', () => {
    const one = venue('11');
    pass(one, 30_000);
    const other = again(one);
    for (const each of [one, other]) {
      pass(each, 20_000);
      control(each, { type: 'PinPrice', symbol: SYMBOL, price: null });
      pass(each, 5_000);
      control(each, { type: 'SetFeed', symbol: SYMBOL, frozen: false });
      pass(each, 20_000);
    }
    expect(stateDigest(other.state)).toBe(stateDigest(one.state));
  });

  test('knows the same of the coming move whoever asked first, also while the hour changes how lively it is', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour % 2 === 0 ? 400_000 : 1_600_000));
    const one = venueWith(ALL, { profile: { ...FLAT, hours } }, '13');
    const known = new Set<number>();
    for (let look = 0; look < 60; look += 1) {
      pass(one, 350);
      const ahead = foreseen(one);
      expect(foreseen(again(one))).toBe(ahead);
      known.add(ahead);
    }
    expect(known.size).toBeGreaterThan(10);
  });

  test('is another one than a market without, from the first look on', () => {
    const [with_, without] = [venue('12'), venueWith(null, {}, '12')];
    for (const each of [with_, without]) pass(each, 10_000);
    expect(stateDigest(with_.state)).not.toBe(stateDigest(without.state));
  });
});
