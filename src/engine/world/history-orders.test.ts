import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { CommandOutcome } from '../engine.ts';
import { remainingOf } from '../orders/order.ts';
import { decodeState, encodeState } from '../state-codec/state-codec.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { HistoryEvent } from './history-terms.ts';

const SYMBOL = 'BTC-USDT';

/** A market of recorded orders, with lots for quantities: 100 lots are 0.001. */
class RecordedVenue extends TestVenue {
  constructor(through?: 'whole') {
    const liquidity = { kind: 'history', queue: 'behind', ...(through && { through }) } as const;
    super(testConfig({ markets: [testMarket(SYMBOL, { liquidity })] }));
  }

  message(event: HistoryEvent, id: string, side: 'buy' | 'sell', price: number, lots: number): CommandOutcome {
    return this.run({ type: 'HistoryOrder', symbol: SYMBOL, event, id, side, price, lots });
  }

  /** Messages on bids, as "add 1 94990 500". */
  bids(...messages: string[]): [account: number, price: number, lots: number][] {
    return messages.flatMap((text) => {
      const [event = '', id = '', price = '', lots = ''] = text.split(' ');
      const outcome = this.message(event as HistoryEvent, id === '-' ? '' : id, 'buy', Number(price), Number(lots));
      expect(outcome.refusal).toBeNull();
      return TestVenue.trades(outcome).map(({ maker, price: at, quantity }): [number, number, number] => [
        maker.account,
        at,
        quantity,
      ]);
    });
  }

  /** Each order of a side in the order in which they are met: the id of a recorded one, or u for a user, and its lots. */
  book(side: 'buy' | 'sell' = 'buy'): string {
    const orders = [...(this.engine.state.markets.get(SYMBOL)?.book.queue(side) ?? [])];
    return orders
      .map((order) => `${order.price}:${order.account < 4 ? 'u' : `#${order.clientId}`}=${remainingOf(order)}`)
      .join(' ');
  }
}

describe('a queue of recorded orders', () => {
  test('loses exactly the orders that the record names, and fills a user when all before it has gone', () => {
    const venue = new RecordedVenue();
    venue.bids('add 1 94990 300', 'add 2 94990 200');
    venue.place(0, 'buy', '0.002', '94990');
    venue.bids('add 3 94990 300', 'reduce 1 94990 100', 'remove 2 94990 200', 'reduce 3 94990 50');
    expect(venue.book()).toBe('94990:#1=200 94990:u=200 94990:#3=250');
    expect(venue.bids('execute 1 94990 200')).toEqual([[4, 94_990, 200]]);
    expect(venue.book()).toBe('94990:u=200 94990:#3=250');
    // The record knows nothing of the user, who stood before the order that it names.
    expect(venue.bids('execute 3 94990 150')).toEqual([[0, 94_990, 150]]);
    expect(venue.book()).toBe('94990:u=50 94990:#3=100');
    expect(venue.bids('execute 3 94990 100')).toEqual([
      [0, 94_990, 50],
      [4, 94_990, 50],
    ]);
    expect(venue.book()).toBe('');
  });

  test('meets users at better prices first, by the quantity of the execution or whole', () => {
    const through = (kind?: 'whole'): [number, number, number][] => {
      const venue = new RecordedVenue(kind);
      venue.bids('add 1 94980 300');
      venue.place(0, 'buy', '0.002', '94990');
      venue.place(1, 'buy', '0.001', '94985');
      const fills = venue.bids('execute 1 94980 50');
      expect(venue.book().split(' ').at(-1)).toBe('94980:#1=250');
      return fills;
    };
    expect(through()).toEqual([[0, 94_990, 50]]);
    expect(through('whole')).toEqual([
      [0, 94_990, 200],
      [1, 94_985, 100],
    ]);
  });

  test('says that what stood before an executed order had gone', () => {
    const venue = new RecordedVenue();
    venue.bids('add 1 94990 300', 'add 2 94980 100', 'add 3 94980 100');
    expect(venue.bids('execute 3 94980 60')).toEqual([[4, 94_980, 60]]);
    expect(venue.book()).toBe('94980:#3=40');
  });

  test('gives an execution that was never shown to users before all that is shown', () => {
    const venue = new RecordedVenue();
    venue.place(0, 'buy', '0.001', '94985');
    venue.bids('add 1 94980 300');
    venue.place(1, 'buy', '0.001', '94980');
    expect(venue.bids('execute - 94980 150')).toEqual([[0, 94_985, 100]]);
    expect(venue.book()).toBe('94980:#1=300 94980:u=100');
    // Nothing shown stands at this price or better: the market sees the whole trade.
    expect(venue.bids('execute - 94983 70')).toEqual([[4, 94_983, 70]]);
    expect(venue.book()).toBe('94980:#1=300 94980:u=100');
  });

  test('gives no more of an order than users have left of it', () => {
    const venue = new RecordedVenue();
    venue.bids('add 1 94990 300', 'add 2 94990 100');
    venue.place(0, 'sell', '0.0025', '94990');
    expect(venue.book()).toBe('94990:#1=50 94990:#2=100');
    expect(venue.bids('execute 1 94990 200')).toEqual([[4, 94_990, 50]]);
    expect(venue.book()).toBe('94990:#2=100');
    expect(venue.bids('reduce 1 94990 50', 'remove 1 94990 50')).toEqual([]);
    venue.place(0, 'sell', '0.001', '94990');
    expect(venue.bids('execute 2 94990 100')).toEqual([[4, 94_990, 100]]);
    expect(venue.book()).toBe('');
  });

  test('trades an added order with the users that it crosses, and history that it crosses goes', () => {
    const venue = new RecordedVenue();
    venue.message('add', '9', 'sell', 95_010, 400);
    venue.place(0, 'sell', '0.001', '95000');
    expect(venue.bids('add 1 95010 300')).toEqual([[0, 95_000, 100]]);
    expect([venue.book('buy'), venue.book('sell')]).toEqual(['95010:#1=200', '']);
  });
});

describe('a message that cannot be', () => {
  test.each([
    [['add', '1', 'buy', 94_990, 5], 'order 1 is in the book already'],
    [['add', '', 'buy', 94_990, 5], 'an order that is added must have an id'],
    [['add', 'x'.repeat(65), 'buy', 94_990, 5], 'an id has at most 64 characters'],
    [['reduce', '1', 'buy', 94_980, 5], 'order 1 stands at another side or price'],
    [['execute', '1', 'sell', 94_990, 5], 'order 1 stands at another side or price'],
    [['reduce', '1', 'buy', 94_990, 0], 'a message must have a quantity above 0'],
    [['add', '2', 'buy', 0, 5], 'price must be at least one tick'],
  ] as const)('%j is refused with nothing changed', (message, expected) => {
    const venue = new RecordedVenue();
    venue.bids('add 1 94990 300');
    const { state } = venue.engine;
    const before = { digest: stateDigest(state), inputs: state.inputSeq };
    const [event, id, side, price, lots] = message;
    expect(venue.message(event, id, side, price, lots).refusal).toMatchObject({
      code: 'INVALID_VALUE',
      message: expected,
    });
    state.inputSeq = before.inputs;
    expect(stateDigest(state)).toBe(before.digest);
  });
});

test('a market of recorded orders is restored as it was', () => {
  const venue = new RecordedVenue();
  venue.bids('add 1 94990 300', 'add 2 94990 200');
  venue.place(0, 'buy', '0.002', '94990');
  venue.bids('execute 1 94990 100');
  const { state } = venue.engine;
  expect(stateDigest(decodeState(encodeState(state), state.config))).toBe(stateDigest(state));
});
