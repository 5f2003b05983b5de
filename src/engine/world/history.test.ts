import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { MarketSpec } from '../config.ts';
import type { CommandOutcome } from '../engine.ts';
import { remainingOf } from '../orders/order.ts';
import { decodeState, encodeState } from '../state-codec/state-codec.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { HistoryLevel, QueueModel } from './history-terms.ts';
import { takenAway } from './queue-models.ts';

const SYMBOL = 'BTC-USDT';
const START = 1_767_571_200_000;

/** A market of history, with lots for quantities: 100 lots are 0.001. */
class HistoryVenue extends TestVenue {
  constructor(queue: QueueModel = 'behind', change: Partial<MarketSpec> = {}) {
    super(testConfig({ markets: [testMarket(SYMBOL, { liquidity: { kind: 'history', queue }, ...change })] }));
  }

  depth(...levels: [side: 'buy' | 'sell', price: number, lots: number][]): CommandOutcome {
    return this.#set(levels, false);
  }

  snapshot(...levels: [side: 'buy' | 'sell', price: number, lots: number][]): CommandOutcome {
    return this.#set(levels, true);
  }

  trade(side: 'buy' | 'sell', price: number, lots: number): [account: number, price: number, lots: number][] {
    const outcome = this.run({ type: 'HistoryTrade', symbol: SYMBOL, side, price, lots });
    expect(outcome.refusal).toBeNull();
    return fillsOf(outcome);
  }

  /** Owner and lots of each order of a level, in the order in which they are met: u for a user, h for history. */
  level(side: 'buy' | 'sell', price: number): string {
    const orders = [...(this.engine.state.markets.get(SYMBOL)?.book.queue(side) ?? [])];
    return orders
      .filter((order) => order.price === price)
      .map((order) => `${order.account < 4 ? 'u' : 'h'}${remainingOf(order)}`)
      .join(' ');
  }

  #set(levels: [side: 'buy' | 'sell', price: number, lots: number][], snapshot: boolean): CommandOutcome {
    const named = levels.map(([side, price, lots]): HistoryLevel => ({ side, price, lots }));
    return this.run({ type: 'SetHistoryDepth', symbol: SYMBOL, levels: named, snapshot });
  }
}

const fillsOf = (outcome: CommandOutcome): [number, number, number][] =>
  TestVenue.trades(outcome).map(({ maker, price, quantity }) => [maker.account, price, quantity]);

describe('the queue of a historical level', () => {
  test('lets an order of a user wait behind what was there, and fills it after that', () => {
    const venue = new HistoryVenue();
    venue.depth(['buy', 94_990, 500], ['sell', 95_010, 500]);
    venue.place(0, 'buy', '0.002', '94990');
    venue.depth(['buy', 94_990, 800]);
    expect(venue.level('buy', 94_990)).toBe('h500 u200 h300');
    expect(venue.trade('sell', 94_990, 500)).toEqual([[4, 94_990, 500]]);
    expect(venue.trade('sell', 94_990, 150)).toEqual([[0, 94_990, 150]]);
    expect(venue.level('buy', 94_990)).toBe('u50 h300');
  });

  test('takes away behind the user first', () => {
    const venue = new HistoryVenue('behind');
    venue.depth(['buy', 94_990, 500]);
    venue.place(0, 'buy', '0.002', '94990');
    venue.depth(['buy', 94_990, 800]);
    venue.depth(['buy', 94_990, 600]);
    expect(venue.level('buy', 94_990)).toBe('h500 u200 h100');
    venue.depth(['buy', 94_990, 350]);
    expect(venue.level('buy', 94_990)).toBe('h350 u200');
    venue.depth(['buy', 94_990, 0]);
    expect(venue.level('buy', 94_990)).toBe('u200');
  });

  test('takes away in proportion, with what rounding leaves over from the back', () => {
    const venue = new HistoryVenue('proportional');
    venue.depth(['buy', 94_990, 500]);
    venue.place(0, 'buy', '0.002', '94990');
    venue.depth(['buy', 94_990, 800]);
    // 201 of 500 and 300: 125.625 and 75.375, rounded down; one lot is left over.
    venue.depth(['buy', 94_990, 599]);
    expect(venue.level('buy', 94_990)).toBe('h375 u200 h224');
  });

  test.each([
    ['behind', [5, 5, 5], 7, [0, 2, 5]],
    ['behind', [5], 5, [5]],
    ['proportional', [5, 5, 5], 7, [2, 2, 3]],
    ['proportional', [1, 1, 1], 2, [0, 1, 1]],
    ['proportional', [1_000_000_000_000, 1_000_000_000_000], 1_999_999_999_999, [999_999_999_999, 1_000_000_000_000]],
    ['proportional', [3, 9], 12, [3, 9]],
  ] as const)('%s: of %j, %i lots go as %j', (model, queue, lots, expected) => {
    expect(takenAway(model, queue, lots)).toEqual(expected);
  });
});

describe('a user who takes from history', () => {
  test('eats its depth, and the next row of the level restores it', () => {
    const venue = new HistoryVenue();
    venue.depth(['sell', 95_010, 500], ['sell', 95_020, 700]);
    expect(fillsOf(venue.place(0, 'buy', '0.009', '95020'))).toEqual([
      [4, 95_010, 500],
      [4, 95_020, 400],
    ]);
    expect(venue.level('sell', 95_020)).toBe('h300');
    venue.depth(['sell', 95_020, 700]);
    expect([venue.level('sell', 95_010), venue.level('sell', 95_020)]).toEqual(['', 'h700']);
  });

  test('does not see what a snapshot leaves out', () => {
    const venue = new HistoryVenue();
    venue.depth(['sell', 95_010, 500], ['buy', 94_990, 500]);
    venue.place(0, 'buy', '0.002', '94990');
    venue.snapshot(['sell', 95_030, 200]);
    expect(venue.level('sell', 95_010)).toBe('');
    expect(venue.level('buy', 94_990)).toBe('u200');
    expect(venue.level('sell', 95_030)).toBe('h200');
  });
});

describe('rows that cross', () => {
  test('move the other side of history away without a trade', () => {
    const venue = new HistoryVenue();
    venue.depth(['buy', 94_990, 500], ['sell', 95_010, 500], ['sell', 95_020, 500]);
    expect(fillsOf(venue.depth(['buy', 95_010, 300]))).toEqual([]);
    expect([venue.level('sell', 95_010), venue.level('sell', 95_020)]).toEqual(['', 'h500']);
    expect([venue.level('buy', 95_010), venue.level('buy', 94_990)]).toEqual(['h300', 'h500']);
  });

  test('fill the orders of users that they cross, and rest with what is left', () => {
    const venue = new HistoryVenue();
    venue.depth(['sell', 95_010, 500]);
    venue.place(0, 'sell', '0.002', '95005');
    expect(fillsOf(venue.depth(['buy', 95_006, 300]))).toEqual([[0, 95_005, 200]]);
    expect(venue.level('buy', 95_006)).toBe('h100');
  });
});

describe('a historical trade', () => {
  test('beyond a better level says that the level was gone', () => {
    const venue = new HistoryVenue();
    venue.depth(['sell', 95_010, 500], ['sell', 95_020, 500]);
    venue.place(0, 'sell', '0.002', '95010');
    expect(venue.trade('buy', 95_020, 300)).toEqual([
      [0, 95_010, 200],
      [4, 95_020, 100],
    ]);
    expect([venue.level('sell', 95_010), venue.level('sell', 95_020)]).toEqual(['', 'h400']);
  });

  test('is seen whole, also in an empty book, and leaves nothing behind', () => {
    const venue = new HistoryVenue();
    expect(venue.trade('sell', 94_000, 700)).toEqual([[4, 94_000, 700]]);
    expect(venue.engine.state.markets.get(SYMBOL)).toMatchObject({ lastTrade: 94_000 });
    expect(venue.engine.state.orders.size).toBe(0);
    venue.depth(['buy', 94_000, 100]);
    expect(venue.trade('sell', 94_000, 300)).toEqual([
      [4, 94_000, 100],
      [4, 94_000, 200],
    ]);
    expect(venue.engine.state.orders.size).toBe(0);
  });

  test('beyond the price of users fills them by its quantity, or whole where the market says so', () => {
    const through = (kind: 'quantity' | 'whole' | null, side: 'buy' | 'sell', price: number, lots: number) => {
      const venue = new HistoryVenue('behind', {
        liquidity: { kind: 'history', queue: 'behind', ...(kind && { through: kind }) },
      });
      venue.depth(['buy', 94_990, 500], ['buy', 94_980, 400], ['sell', 95_010, 500]);
      venue.place(0, 'buy', '0.002', '94990');
      venue.place(1, 'buy', '0.001', '94985');
      venue.place(2, 'sell', '0.003', '95010');
      return venue.trade(side, price, lots);
    };
    // The queue of its own price is a matter of quantity in both.
    for (const kind of [null, 'quantity', 'whole'] as const) {
      expect(through(kind, 'sell', 94_990, 600)).toEqual([
        [4, 94_990, 500],
        [0, 94_990, 100],
      ]);
    }
    expect(through(null, 'sell', 94_980, 50)).toEqual([[0, 94_990, 50]]);
    expect(through('quantity', 'sell', 94_980, 50)).toEqual([[0, 94_990, 50]]);
    expect(through('whole', 'sell', 94_980, 50)).toEqual([
      [0, 94_990, 200],
      [1, 94_985, 100],
    ]);
    expect(through('whole', 'sell', 94_985, 50)).toEqual([[0, 94_990, 200]]);
    // What a larger trade has left meets the queue of its price, as ever.
    expect(through('whole', 'sell', 94_980, 350)).toEqual([
      [0, 94_990, 200],
      [1, 94_985, 100],
      [4, 94_980, 50],
    ]);
    expect(through('whole', 'buy', 95_020, 1)).toEqual([[2, 95_010, 300]]);
  });

  test('may lie outside the price band and below the least size of users', () => {
    const venue = new HistoryVenue();
    expect(venue.trade('buy', 150_000, 1)).toEqual([[4, 150_000, 1]]);
  });
});

describe('a row that cannot be', () => {
  const levels = (...given: HistoryLevel[]) => ({ levels: given, snapshot: false });
  const bid = { side: 'buy', price: 94_990, lots: 1 } as const;
  test.each([
    ['an unknown market', 'MARKET_NOT_FOUND', 'market not found', { symbol: 'X-USDT', ...levels(bid) }],
    ['a level that is there twice', 'INVALID_VALUE', 'a level is there twice', levels(bid, { ...bid, lots: 2 })],
    ['levels that cross', 'INVALID_VALUE', 'levels cross each other', levels(bid, { ...bid, side: 'sell' })],
    ['a price below a tick', 'INVALID_VALUE', 'price must be at least one tick', levels({ ...bid, price: 0 })],
    [
      'too much',
      'INVALID_VALUE',
      'quantity must be from 0 to 1000000000000 lots',
      levels({ ...bid, lots: 1_000_000_000_001 }),
    ],
  ])('%s is refused with nothing changed', (_what, code, message, change) => {
    const venue = new HistoryVenue();
    venue.depth(['buy', 94_990, 500]);
    const { state } = venue.engine;
    const before = { digest: stateDigest(state), inputs: state.inputSeq };
    expect(venue.run({ type: 'SetHistoryDepth', symbol: SYMBOL, ...change }).refusal).toMatchObject({ code, message });
    state.inputSeq = before.inputs;
    expect(stateDigest(state)).toBe(before.digest);
  });

  test('a trade of nothing is refused, and history in a market of another kind', () => {
    const nothing = { type: 'HistoryTrade', symbol: SYMBOL, side: 'buy', price: 95_000, lots: 0 } as const;
    expect(new HistoryVenue().run(nothing).refusal?.message).toBe('a trade must have a quantity above 0');
    expect(new TestVenue().run({ ...nothing, lots: 1 }).refusal).toMatchObject({
      code: 'INVALID_VALUE',
      message: 'BTC-USDT takes no history: its liquidity is of another kind',
    });
  });

  test('history out of trading hours is refused', () => {
    const session = { weekdays: [1], openMinute: 60, closeMinute: 120 };
    const venue = new HistoryVenue('behind', { session });
    const closed = { code: 'MARKET_CLOSED', message: 'market is closed' };
    expect(venue.depth(['buy', 94_990, 500]).refusal).toMatchObject(closed);
    venue.advance(3_600_000);
    expect(venue.depth(['buy', 94_990, 500]).refusal).toBeNull();
    venue.run({ type: 'SetMarketStatus', symbol: SYMBOL, status: 'closed' });
    expect(venue.depth(['buy', 94_990, 600]).refusal).toMatchObject(closed);
    expect(venue.level('buy', 94_990)).toBe('h500');
  });
});

test('a market of history is restored as it was', () => {
  const venue = new HistoryVenue('proportional');
  venue.depth(['buy', 94_990, 500], ['sell', 95_010, 500]);
  venue.place(0, 'buy', '0.002', '94990');
  venue.depth(['buy', 94_990, 800]);
  venue.trade('sell', 94_990, 100);
  const { state } = venue.engine;
  expect(state.now).toBe(START);
  expect(stateDigest(decodeState(encodeState(state), state.config))).toBe(stateDigest(state));
});
