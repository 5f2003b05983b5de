import { describe, expect, test } from 'vitest';
import { newVenue, pushed, said, StreamVenue } from './stream-venue.test-helper.ts';

const START = 1_767_571_200_000;

describe('plain orders', () => {
  test('an order that rests, and every field of its event', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000', {
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
        createdAt: START,
        clientOrderId: 'mine',
        postOnly: true,
        expiresAt: START + 60_000,
      },
    });
  });

  test('margin follows an order that rests, also where it holds none', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94000');
    expect(said(frames)).toEqual(['orderPlaced 0 buy 0/0.1 at 94000 open', 'marginUpdate']);
    venue.place(1, 'sell', '0.1', '94000');
    frames.length = 0;
    venue.place(0, 'sell', '0.1', '96000', { reduceOnly: true });
    expect(said(frames)).toEqual(['orderPlaced 2 sell 0/0.1 at 96000 open', 'marginUpdate']);
  });

  test('an order that fills on entry: all executions, then one summary, then margin', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(1, 'sell', '0.2', '95001');
    venue.place(0, 'buy', '0.3', '95001');
    expect(said(frames)).toEqual([
      'orderPlaced 2 buy 0/0.3 at 95001 open',
      'trade open long 0.1 95000',
      'trade open long 0.2 95001',
      'orderFilled 2 buy 0.3/0.3 at 95001 filled',
      'marginUpdate',
    ]);
  });

  test('one that fills in part and rests, then is hit twice', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.3', '95000');
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.3 at 95000 open',
      'trade open long 0.1 95000',
      'orderPartiallyFilled 1 buy 0.1/0.3 at 95000 partially_filled',
      'marginUpdate',
    ]);
    venue.place(1, 'sell', '0.05', '95000');
    expect(said(frames)).toEqual([
      'trade open long 0.05 95000',
      'orderPartiallyFilled 1 buy 0.15/0.3 at 95000 partially_filled',
      'marginUpdate',
    ]);
    venue.place(1, 'sell', '0.2', '95000');
    expect(said(frames)).toEqual([
      'trade open long 0.15 95000',
      'orderFilled 1 buy 0.3/0.3 at 95000 filled',
      'marginUpdate',
    ]);
  });

  test('several resting orders that one order sweeps are summed up one by one', () => {
    const { venue, frames } = newVenue();
    venue.place(0, 'buy', '0.1', '94900');
    venue.place(0, 'buy', '0.1', '94800');
    frames.length = 0;
    venue.place(1, 'sell', '0.15', '94800');
    expect(said(frames)).toEqual([
      'trade open long 0.1 94900',
      'orderFilled 0 buy 0.1/0.1 at 94900 filled',
      'trade open long 0.05 94800',
      'orderPartiallyFilled 1 buy 0.05/0.1 at 94800 partially_filled',
      'marginUpdate',
    ]);
  });

  test('the rest of an IOC order is cancelled behind its summary', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.3', '95000', { orderType: 'limitIoc' });
    expect(said(frames)).toEqual([
      'orderPlaced 1 buy 0/0.3 at 95000 open',
      'trade open long 0.1 95000',
      'orderPartiallyFilled 1 buy 0.1/0.3 at 95000 partially_filled',
      'orderCancelled 1 buy 0.1/0.3 at 95000 cancelled IOC_REMAINDER',
      'marginUpdate',
    ]);
  });

  test('an execution holds the private trade record and the position, and neither meseq nor time is the next one’s', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.1', '95000', { clientId: 'mine' });
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

  test('a fill through zero is sent once, as its last leg, and a closing one without a position', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.1', '95000');
    venue.place(1, 'buy', '0.4', '95100');
    frames.length = 0;
    venue.place(0, 'sell', '0.3', '95100');
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
    venue.place(1, 'sell', '0.5', '95200');
    venue.place(0, 'buy', '0.2', '95200');
    const closing = pushed(frames).find(({ data }) => data.eventType === 'trade');
    expect(closing?.data).toMatchObject({ direction: 'close short', realizedPnl: '-20', position: null });
  });

  test('the orders of one request are sent in their order, and margin once behind them', () => {
    const { venue, frames } = newVenue();
    const order = { type: 'PlaceOrder', account: 0, symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc' } as const;
    const rest = { reduceOnly: false, postOnly: false, clientId: '', expiresAt: null, source: '', quantity: '0.1' };
    venue.batch(
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
    venue.batch(
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
    const venue = new StreamVenue();
    venue.place(0, 'buy', '0.3', '95000');
    venue.place(1, 'sell', '0.1', '95000');
    const frames = venue.follow(0);
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 0 } });
    expect(said(frames)).toEqual(['orderCancelled 0 buy 0.1/0.3 at 95000 cancelled', 'marginUpdate']);
  });

  test('events of other subaccounts are not sent', () => {
    const { venue, frames } = newVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(2, 'buy', '0.2', '95000');
    venue.run({ type: 'CancelOrder', account: 2, order: { no: 1 } });
    venue.place(2, 'buy', '0.2', '1');
    expect(frames).toEqual([]);
  });
});
