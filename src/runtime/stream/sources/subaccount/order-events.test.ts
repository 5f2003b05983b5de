import { describe, expect, test } from 'vitest';
import { said, pushed, stop, StreamDesk } from './stream-desk.test-helper.ts';

const START = 1_767_571_200_000;

/** Account 0 is followed, account 1 makes the market. */
function newDesk(): { desk: StreamDesk; frames: string[] } {
  const desk = new StreamDesk();
  return { desk, frames: desk.follow(0) };
}

describe('plain orders', () => {
  test('an order that rests, and every field of its event', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000', {
      orderType: 'limitGtd',
      clientId: 'mine',
      postOnly: true,
      expiresAt: START + 60_000,
    });
    expect(pushed(frames)[0]).toEqual({
      method: 'subAccountEvent',
      channel: 'subAccountUpdate',
      timestamp: START,
      meseq: expect.any(Number) as number,
      met: '1767571200000000',
      data: {
        eventType: 'orderPlaced',
        subAccountId: '1867542890123456789',
        order: { venueId: '1948058938469519360', clientId: 'mine' },
        orderId: '1948058938469519360',
        symbol: 'BTC-USDT',
        timestamp: START,
        side: 'buy',
        orderType: 'limit',
        price: '94000',
        quantity: '0.1',
        filledQuantity: '0',
        remainingQuantity: '0.1',
        status: 'open',
        created_at: START,
        clientOrderId: 'mine',
        postOnly: true,
        expiresAt: START + 60_000,
      },
    });
  });

  test('margin follows an order that rests, also where it holds none', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000');
    expect(said(frames)).toEqual(['orderPlaced 0 buy 0/0.1 at 94000 open', 'marginUpdate']);
    desk.place(1, 'sell', '0.1', '94000');
    frames.length = 0;
    desk.place(0, 'sell', '0.1', '96000', { reduceOnly: true });
    expect(said(frames)).toEqual(['orderPlaced 2 sell 0/0.1 at 96000 open', 'marginUpdate']);
  });

  test('an order that fills on entry: all executions, then one summary, then margin', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(1, 'sell', '0.2', '95001');
    desk.place(0, 'buy', '0.3', '95001');
    expect(said(frames)).toEqual([
      'orderPlaced 2 buy 0/0.3 at 95001 open',
      'trade open long 0.1 95000',
      'trade open long 0.2 95001',
      'orderFilled 2 buy 0.3/0.3 at 95001 filled',
      'marginUpdate',
    ]);
  });

  test('one that fills in part and rests, then is hit twice', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(0, 'buy', '0.3', '95000');
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.3 at 95000 open',
      'trade open long 0.1 95000',
      'orderPartiallyFilled 1 buy 0.1/0.3 at 95000 partially_filled',
      'marginUpdate',
    ]);
    desk.place(1, 'sell', '0.05', '95000');
    expect(said(frames)).toEqual([
      'trade open long 0.05 95000',
      'orderPartiallyFilled 1 buy 0.15/0.3 at 95000 partially_filled',
      'marginUpdate',
    ]);
    desk.place(1, 'sell', '0.2', '95000');
    expect(said(frames)).toEqual([
      'trade open long 0.15 95000',
      'orderFilled 1 buy 0.3/0.3 at 95000 filled',
      'marginUpdate',
    ]);
  });

  test('several resting orders that one order sweeps are summed up one by one', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94900');
    desk.place(0, 'buy', '0.1', '94800');
    frames.length = 0;
    desk.place(1, 'sell', '0.15', '94800');
    expect(said(frames)).toEqual([
      'trade open long 0.1 94900',
      'orderFilled 0 buy 0.1/0.1 at 94900 filled',
      'trade open long 0.05 94800',
      'orderPartiallyFilled 1 buy 0.05/0.1 at 94800 partially_filled',
      'marginUpdate',
    ]);
  });

  test('the rest of an IOC order is cancelled behind its summary', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(0, 'buy', '0.3', '95000', { orderType: 'limitIoc' });
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.3 at 95000 open',
      'trade open long 0.1 95000',
      'orderPartiallyFilled 1 buy 0.1/0.3 at 95000 partially_filled',
      'orderCancelled 1 buy 0.1/0.3 at 95000 cancelled IOC_REMAINDER',
      'marginUpdate',
    ]);
  });

  test('an execution holds the private trade record and the position, and neither meseq nor time is the next one’s', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(0, 'buy', '0.1', '95000', { clientId: 'mine' });
    const [placed, trade, filled, margin] = pushed(frames);
    expect(trade?.data).toEqual({
      eventType: 'trade',
      subAccountId: '1867542890123456789',
      tradeId: '1',
      order: { venueId: '1948058938469519361', clientId: 'mine' },
      orderId: '1948058938469519361',
      orderType: 'limit',
      symbol: 'BTC-USDT',
      side: 'buy',
      direction: 'open long',
      price: '95000',
      quantity: '0.1',
      realizedPnl: '0',
      fee: '4.75',
      feeRate: '0.0005',
      markPrice: '95000',
      entryPrice: '95000.00',
      timestamp: START,
      maker: false,
      reduceOnly: false,
      postOnly: false,
      triggeredByLiquidation: false,
      position: {
        adlBucket: 1,
        positionId: '2',
        subAccountId: '1867542890123456789',
        symbol: 'BTC-USDT',
        side: 'long',
        entryPrice: '95000.00',
        quantity: '0.1',
        realizedPnl: '0',
        unrealizedPnl: '0',
        usedMargin: '950.00',
        maintenanceMargin: '47.50',
        liquidationPrice: '0',
        status: 'open',
        netFunding: '0',
        takeProfitOrders: [],
        stopLossOrders: [],
        takeProfitOrderIds: [],
        stopLossOrderIds: [],
        updatedAt: START,
        createdAt: START,
      },
    });
    expect(trade?.met).toBe('1767571200000000');
    expect(trade?.meseq).toBeGreaterThan(placed?.meseq ?? Infinity);
    expect(filled?.meseq).toBe(trade?.meseq);
    expect([margin?.meseq, margin?.met, margin?.provenanceMissing]).toEqual([undefined, undefined, undefined]);
  });

  test('an execution through zero is told once, as its last leg, and a closing one without a position', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(0, 'buy', '0.1', '95000');
    desk.place(1, 'buy', '0.4', '95100');
    frames.length = 0;
    desk.place(0, 'sell', '0.3', '95100');
    const flip = pushed(frames).filter(({ data }) => data.eventType === 'trade');
    expect(flip.map(({ data }) => data)).toMatchObject([
      {
        direction: 'open short',
        quantity: '0.3',
        realizedPnl: '10',
        fee: '14.265',
        entryPrice: '95100.00',
        position: { side: 'short', quantity: '0.2', entryPrice: '95100.00' },
      },
    ]);
    desk.place(1, 'sell', '0.5', '95200');
    desk.place(0, 'buy', '0.2', '95200');
    const closing = pushed(frames).find(({ data }) => data.eventType === 'trade');
    expect(closing?.data).toMatchObject({ direction: 'close short', realizedPnl: '-20', position: null });
  });

  test('the orders of one request are told in their order, and margin once behind them', () => {
    const { desk, frames } = newDesk();
    const order = { type: 'PlaceOrder', account: 0, symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc' } as const;
    const rest = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '', quantity: '0.1' };
    desk.batch(
      { ...order, ...rest, price: '94000' },
      { ...order, ...rest, price: '110000' },
      { ...order, ...rest, price: '93000' },
    );
    expect(said(frames)).toEqual([
      'orderPlaced 0 buy 0/0.1 at 94000 open',
      'orderRejected limit 0.1 PRICE_OUT_OF_BOUNDS',
      'orderPlaced 1 buy 0/0.1 at 93000 open',
      'marginUpdate',
    ]);
    desk.batch(
      { type: 'CancelOrder', account: 0, order: { no: 0 } },
      { type: 'CancelOrder', account: 0, order: { no: 1 } },
    );
    expect(said(frames)).toEqual([
      'orderCancelled 0 buy 0/0.1 at 94000 cancelled',
      'orderCancelled 1 buy 0/0.1 at 93000 cancelled',
      'marginUpdate',
    ]);
  });

  test('an order that was there before the stream is known with what it had filled', () => {
    const desk = new StreamDesk();
    desk.place(0, 'buy', '0.3', '95000');
    desk.place(1, 'sell', '0.1', '95000');
    const frames = desk.follow(0);
    desk.run({ type: 'CancelOrder', account: 0, order: { no: 0 } });
    expect(said(frames)).toEqual(['orderCancelled 0 buy 0.1/0.3 at 95000 cancelled', 'marginUpdate']);
  });

  test('what happens to others is not told', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(2, 'buy', '0.2', '95000');
    desk.run({ type: 'CancelOrder', account: 2, order: { no: 1 } });
    desk.place(2, 'buy', '0.2', '1');
    expect(frames).toEqual([]);
  });
});

describe('orders that are refused', () => {
  test('never had an id, and nothing in the engine stands behind them', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '110000', { clientId: 'far', orderType: 'limitGtd', expiresAt: START + 60_000 });
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
          clientOrderId: 'far',
          expiresAt: START + 60_000,
          errorCode: 'PRICE_OUT_OF_BOUNDS',
          error: 'price out of bounds',
        },
      },
    ]);
  });

  test('linked orders are refused one by one', () => {
    const { desk, frames } = newDesk();
    const main = { type: 'PlaceOrder', account: 0, symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc' } as const;
    desk.run({
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
    const { desk, frames } = newDesk();
    const { refusal } = desk.run(twap({ quantity: '0.1' }));
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
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000');
    desk.place(1, 'sell', '0.05', '95000');
    frames.length = 0;
    desk.run({ type: 'ModifyOrder', account: 0, order: { no: 0 }, price: '95000', quantity: null, triggerPrice: null });
    expect(said(frames)).toEqual([
      'orderModified 0 buy 0/0.1 at 95000 open',
      'trade open long 0.05 95000',
      'orderPartiallyFilled 0 buy 0.05/0.1 at 95000 partially_filled',
      'marginUpdate',
    ]);
  });

  test('a refused change says nothing', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000');
    frames.length = 0;
    desk.run({ type: 'ModifyOrder', account: 0, order: { no: 0 }, price: '1', quantity: null, triggerPrice: null });
    expect(frames).toEqual([]);
  });

  test('a reduce-only order that no longer fits is cut, then ends with the position', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.3', '95000');
    desk.place(0, 'buy', '0.3', '95000');
    desk.place(0, 'sell', '0.3', '96000', { reduceOnly: true });
    desk.place(1, 'buy', '0.5', '94900');
    frames.length = 0;
    desk.place(0, 'sell', '0.1', '94900');
    expect(said(frames)).toEqual([
      'orderPlaced 4 sell 0/0.1 at 94900 open',
      'trade close long 0.1 94900',
      'orderFilled 4 sell 0.1/0.1 at 94900 filled',
      'orderModified 2 sell 0/0.2 at 96000 open',
      'marginUpdate',
    ]);
    desk.place(0, 'sell', '0.2', '94900');
    expect(said(frames).filter((line) => line.startsWith('orderCancelled'))).toEqual([
      'orderCancelled 2 sell 0/0.2 at 96000 cancelled REDUCE_ONLY_POSITION_CLOSED',
    ]);
  });
});

describe('ends by the clock', () => {
  test('an order that expires', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt: START + 10_000 });
    frames.length = 0;
    desk.advance(9_999);
    expect(frames).toEqual([]);
    desk.advance(1);
    expect(said(frames)).toEqual(['orderCancelled 0 buy 0/0.1 at 94000 cancelled EXPIRED', 'marginUpdate']);
  });

  test('the dead-man switch: one cancel for each order, then margin once', () => {
    const { desk, frames } = newDesk();
    desk.place(0, 'buy', '0.1', '94000');
    desk.place(0, 'buy', '0.2', '93000');
    desk.run({ type: 'ScheduleCancel', account: 0, timeoutMs: 5_000 });
    frames.length = 0;
    // What comes due in one step of the clock is told moment by moment.
    desk.advance(60_000);
    expect(said(frames)).toEqual([
      'orderCancelled 0 buy 0/0.1 at 94000 cancelled SCHEDULED_CANCEL',
      'orderCancelled 1 buy 0/0.2 at 93000 cancelled SCHEDULED_CANCEL',
      'marginUpdate',
    ]);
  });

  test('the last connection is gone', () => {
    const { desk, frames } = newDesk();
    desk.run({ type: 'SetCancelOnDisconnect', account: 0, enabled: true });
    desk.place(0, 'buy', '0.1', '94000');
    desk.place(0, 'buy', '0.2', '93000');
    frames.length = 0;
    desk.run({ type: 'Disconnect', account: 0 });
    expect(said(frames)).toEqual([
      'orderCancelled 0 buy 0/0.1 at 94000 cancelled CANCEL_ON_DISCONNECT',
      'orderCancelled 1 buy 0/0.2 at 93000 cancelled CANCEL_ON_DISCONNECT',
      'marginUpdate',
    ]);
  });
});

describe('orders that wait', () => {
  /** Account 0 is long 0.5 from 95,000; account 1 bids 2 BTC at 93,000 for whatever fires. */
  function longDesk(): { desk: StreamDesk; frames: string[] } {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '0.5', '95000');
    desk.place(0, 'buy', '0.5', '95000');
    desk.place(1, 'buy', '2', '93000');
    frames.length = 0;
    return { desk, frames };
  }

  test('a conditional holds no margin and says none; fired, it goes the way of any order', () => {
    const { desk, frames } = longDesk();
    desk.run(stop());
    expect(said(frames)).toEqual(['orderPlaced 3 sell 0/0.5 from 94000 open']);
    desk.run({ type: 'ModifyOrder', account: 0, order: { no: 3 }, price: null, quantity: null, triggerPrice: '93900' });
    expect(said(frames)).toEqual(['orderModified 3 sell 0/0.5 from 93900 open']);
    desk.move(93_900);
    expect(said(frames)).toEqual([
      'trade close long 0.5 93000',
      'orderFilled 3 sell 0.5/0.5 from 93900 filled',
      'marginUpdate',
    ]);
  });

  test('one that closes the position has its size when it fires, and is told so', () => {
    const { desk, frames } = longDesk();
    desk.run(stop({ closePosition: true, quantity: '' }));
    expect(pushed(frames)[0]?.data).toMatchObject({ quantity: '0', remainingQuantity: '0', closePosition: true });
    desk.move(94_000);
    expect(said(frames)).toEqual([
      'orderModified 3 sell 0/0.5 from 94000 open',
      'trade close long 0.5 93000',
      'orderFilled 3 sell 0.5/0.5 from 94000 filled',
      'marginUpdate',
    ]);
  });

  test('a linked group: children are placed with it, and one that fires ends its sibling', () => {
    const { desk, frames } = longDesk();
    const takeProfit = stop({ orderType: 'triggerTp', triggerPrice: '96000' });
    desk.run({ type: 'PlaceGroup', account: 0, symbol: 'BTC-USDT', main: null, pairs: [[takeProfit, stop()]] });
    expect(said(frames)).toEqual([
      'orderPlaced 3 sell 0/0.5 from 96000 open',
      'orderPlaced 4 sell 0/0.5 from 94000 open',
    ]);
    desk.move(94_000);
    expect(said(frames)).toEqual([
      'orderCancelled 3 sell 0/0.5 from 96000 cancelled SIBLING_TRIGGERED',
      'trade close long 0.5 93000',
      'orderFilled 4 sell 0.5/0.5 from 94000 filled',
      'marginUpdate',
    ]);
  });

  test('a TWAP: the parent is placed, each chunk is an order of its own, and the parent sums them up', () => {
    const { desk, frames } = newDesk();
    desk.place(1, 'sell', '1', '95000');
    desk.run(twap({ quantity: '0.2' }));
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.2 open',
      'orderPlaced 2 buy 0/0.1 open',
      'trade open long 0.1 95000',
      'orderFilled 2 buy 0.1/0.1 filled',
      'orderPartiallyFilled 1 buy 0.1/0.2 partially_filled',
      'marginUpdate',
    ]);
    desk.advance(10_000);
    expect(said(frames)).toEqual([
      'orderPlaced 3 buy 0/0.1 open',
      'trade open long 0.1 95000',
      'orderFilled 3 buy 0.1/0.1 filled',
      'orderFilled 1 buy 0.2/0.2 filled',
      'marginUpdate',
    ]);
  });
});
