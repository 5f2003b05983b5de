import { describe, expect, test } from 'vitest';
import { newVenue, pushed, pushOf, said, stop, type StreamVenue } from './stream-venue.test-helper.ts';

const START = 1_767_571_200_000;

describe('orders that are refused', () => {
  test('never had an id, and nothing in the engine stands behind them', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '110000', { clientId: 'far', orderType: 'limitGtd', expiresAt: START + 60_000 });
    expect(pushed(frames)).toEqual([
      {
        method: 'subAccountEvent',
        channel: 'subAccountUpdate',
        timestamp: START,
        provenanceMissing: true,
        data: {
          eventType: 'orderRejected',
          subAccountId: '1867542890123456789',
          order: { venueId: '', clientId: 'far' },
          orderId: '',
          symbol: 'BTC-USDT',
          timestamp: START,
          side: 'buy',
          orderType: 'limit',
          price: '110000',
          quantity: '0.1',
          filledQuantity: '0',
          remainingQuantity: '0.1',
          status: 'rejected',
          created_at: START,
          createdAt: START,
          clientOrderId: 'far',
          expiresAt: START + 60_000,
          errorCode: 'PRICE_OUT_OF_BOUNDS',
          error: 'price out of bounds',
        },
      },
    ]);
  });

  test('linked orders are refused one by one', () => {
    const { venue, frames } = newVenue();
    const main = { type: 'PlaceOrder', account: 0, symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc' } as const;
    venue.run({
      type: 'PlaceGroup',
      account: 0,
      symbol: 'BTC-USDT',
      main: {
        ...main,
        price: '110000',
        quantity: '0.5',
        reduceOnly: false,
        postOnly: false,
        clientId: '',
        expiresAt: null,
        source: '',
      },
      pairs: [[stop({ orderType: 'triggerTp', triggerPrice: '96000', price: '96100' }), stop()]],
    });
    expect(said(frames)).toEqual([
      'orderRejected limit 0.5 PRICE_OUT_OF_BOUNDS',
      'orderRejected takeProfitLimit 0.5 PRICE_OUT_OF_BOUNDS',
      'orderRejected stopMarket 0.5 PRICE_OUT_OF_BOUNDS',
    ]);
  });

  test('a term that fails the whole request is no rejection of an order', () => {
    const { venue, frames } = newVenue();
    const { refusal } = venue.run(twap({ quantity: '0.1' }));
    expect(refusal?.message).toBe('TWAP notional must be at least 10000');
    expect(frames).toEqual([]);
  });
});

const twap = (change: { quantity: string }) =>
  ({
    type: 'PlaceTwap',
    account: 0,
    symbol: 'BTC-USDT',
    side: 'buy',
    price: '',
    reduceOnly: false,
    clientId: '',
    source: '',
    chunks: 2,
    intervalMs: 10_000,
    sizeVarianceBps: 0,
    intervalVarianceBps: 0,
    ...change,
  }) as const;

describe('changes', () => {
  test('a modified order, and the fills when it crosses', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000');
    venue.place(1, 'sell', '0.05', '95000');
    frames.length = 0;
    venue.run({
      type: 'ModifyOrder',
      account: 0,
      order: { no: 0 },
      price: '95000',
      quantity: null,
      triggerPrice: null,
    });
    expect(said(frames)).toEqual([
      'orderModified 0 buy 0/0.1 at 95000 open',
      'trade open long 0.05 95000',
      'orderPartiallyFilled 0 buy 0.05/0.1 at 95000 partially_filled',
      'marginUpdate',
    ]);
  });

  test('a refused change says nothing', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000');
    frames.length = 0;
    venue.run({
      type: 'ModifyOrder',
      account: 0,
      order: { no: 0 },
      price: '99999',
      quantity: null,
      triggerPrice: null,
    });
    expect(frames).toEqual([]);
  });

  test('a reduce-only order that no longer fits is cut, then ends with the position', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.3', '95000');
    venue.place(0, 'buy', '0.3', '95000');
    venue.place(0, 'sell', '0.3', '96000', { reduceOnly: true });
    venue.place(1, 'buy', '0.5', '94900');
    frames.length = 0;
    venue.place(0, 'sell', '0.1', '94900');
    expect(pushOf(frames[3] ?? '').data).toMatchObject({ quantity: '0.3', remainingQuantity: '0.2' });
    expect(said(frames)).toEqual([
      'orderPlaced 4 sell 0/0.1 at 94900 open',
      'trade close long 0.1 94900',
      'orderFilled 4 sell 0.1/0.1 at 94900 filled',
      'orderModified 2 sell 0/0.3 at 96000 open',
      'marginUpdate',
    ]);
    venue.place(0, 'sell', '0.2', '94900');
    expect(said(frames).filter((line) => line.startsWith('orderCancelled'))).toEqual([
      'orderCancelled 2 sell 0/0.3 at 96000 cancelled REDUCE_ONLY_POSITION_CLOSED',
    ]);
  });
});

describe('ends by the clock', () => {
  test('an order that expires', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt: START + 10_000 });
    frames.length = 0;
    venue.advance(9_999);
    expect(frames).toEqual([]);
    venue.advance(1);
    expect(said(frames)).toEqual(['orderCancelled 0 buy 0/0.1 at 94000 cancelled EXPIRED', 'marginUpdate']);
  });

  test('the dead-man switch: one cancel for each order, then margin once', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000');
    venue.place(0, 'buy', '0.2', '93000');
    venue.run({ type: 'ScheduleCancel', account: 0, timeoutMs: 5_000 });
    frames.length = 0;
    // What falls due in one step of the clock is sent moment by moment.
    venue.advance(60_000);
    expect(said(frames)).toEqual([
      'orderCancelled 0 buy 0/0.1 at 94000 cancelled SCHEDULED_CANCEL',
      'orderCancelled 1 buy 0/0.2 at 93000 cancelled SCHEDULED_CANCEL',
      'marginUpdate',
    ]);
  });

  test('the last connection is gone', () => {
    const { venue, frames } = newVenue();
    venue.run({ type: 'SetCancelOnDisconnect', account: 0, enabled: true });
    venue.place(0, 'buy', '0.1', '94000');
    venue.place(0, 'buy', '0.2', '93000');
    frames.length = 0;
    venue.run({ type: 'Disconnect', account: 0 });
    expect(said(frames)).toEqual([
      'orderCancelled 0 buy 0/0.1 at 94000 cancelled CANCEL_ON_DISCONNECT',
      'orderCancelled 1 buy 0/0.2 at 93000 cancelled CANCEL_ON_DISCONNECT',
      'marginUpdate',
    ]);
  });
});

describe('orders that wait', () => {
  /** Account 0 is long 0.5 from 95,000; account 1 bids 2 BTC at 93,000 for whatever fires. */
  function longVenue(): { venue: StreamVenue; frames: string[] } {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.5', '95000');
    venue.place(0, 'buy', '0.5', '95000');
    venue.place(1, 'buy', '2', '93000');
    frames.length = 0;
    return { venue, frames };
  }

  test('a conditional holds no margin and says none; fired, it goes the way of any order', () => {
    const { venue, frames } = longVenue();
    venue.run(stop());
    expect(said(frames)).toEqual(['orderPlaced 3 sell 0/0.5 from 94000 open']);
    venue.run({
      type: 'ModifyOrder',
      account: 0,
      order: { no: 3 },
      price: null,
      quantity: null,
      triggerPrice: '93900',
    });
    expect(said(frames)).toEqual(['orderModified 3 sell 0/0.5 from 93900 open']);
    venue.move(93_900);
    expect(said(frames)).toEqual([
      'trade close long 0.5 93000',
      'orderFilled 3 sell 0.5/0.5 from 93900 filled',
      'marginUpdate',
    ]);
  });

  test('one that closes the position gets its size when it fires, and the event shows it', () => {
    const { venue, frames } = longVenue();
    venue.run(stop({ closePosition: true, quantity: '' }));
    expect(pushed(frames)[0]?.data).toMatchObject({ quantity: '0', remainingQuantity: '0', closePosition: true });
    venue.move(94_000);
    expect(said(frames)).toEqual([
      'orderModified 3 sell 0/0.5 from 94000 open',
      'trade close long 0.5 93000',
      'orderFilled 3 sell 0.5/0.5 from 94000 filled',
      'marginUpdate',
    ]);
  });

  test('a linked group: children are placed with it, and one that fires ends its sibling', () => {
    const { venue, frames } = longVenue();
    const takeProfit = stop({ orderType: 'triggerTp', triggerPrice: '96000' });
    venue.run({ type: 'PlaceGroup', account: 0, symbol: 'BTC-USDT', main: null, pairs: [[takeProfit, stop()]] });
    expect(said(frames)).toEqual([
      'orderPlaced 3 sell 0/0.5 from 96000 open',
      'orderPlaced 4 sell 0/0.5 from 94000 open',
    ]);
    venue.move(94_000);
    expect(said(frames)).toEqual([
      'trade close long 0.5 93000',
      'orderFilled 4 sell 0.5/0.5 from 94000 filled',
      'orderCancelled 3 sell 0/0.5 from 96000 cancelled SIBLING_TRIGGERED',
      'marginUpdate',
    ]);
  });

  test('a TWAP: the parent is placed, each chunk is an order of its own, and the parent sums them up', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '1', '95000');
    venue.run(twap({ quantity: '0.2' }));
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.2 open',
      'orderPlaced 2 buy 0/0.1 open',
      'trade open long 0.1 95000',
      'orderFilled 2 buy 0.1/0.1 filled',
      'orderPartiallyFilled 1 buy 0.1/0.2 partially_filled',
      'marginUpdate',
    ]);
    venue.advance(10_000);
    expect(said(frames)).toEqual([
      'orderPlaced 3 buy 0/0.1 open',
      'trade open long 0.1 95000',
      'orderFilled 3 buy 0.1/0.1 filled',
      'orderFilled 1 buy 0.2/0.2 filled',
      'marginUpdate',
    ]);
  });
});
