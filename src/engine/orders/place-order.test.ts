import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import { TestVenue } from '../venue.test-helper.ts';

describe('an accepted order', () => {
  test('a limit order that meets nothing rests', () => {
    const venue = new TestVenue();
    expect(TestVenue.seen(venue.place(0, 'buy', '0.1', '94000'))).toEqual(['OrderPlaced']);
    expect(venue.engine.state.markets.get('BTC-USDT')?.book.depth('buy', 5)).toEqual([[94_000, 10_000]]);
  });

  test('a crossing order trades at the resting price, best price and oldest order first, and rests its remainder', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '0.1', '95010');
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(2, 'sell', '0.1', '95000');
    const outcome = venue.place(3, 'buy', '0.35', '95010');
    const trades = TestVenue.trades(outcome).map((trade) => [trade.maker.order, trade.price, trade.quantity]);
    expect(trades).toEqual([
      [1, 95_000, 10_000],
      [2, 95_000, 10_000],
      [0, 95_010, 10_000],
    ]);
    expect(outcome.events.at(-1)).toEqual({ type: 'OrderRested', at: 1_767_571_200_000, order: 3 });
    expect(venue.engine.state.orders.get(3)).toMatchObject({
      filled: 30_000,
      status: 'partially filled',
      resting: true,
    });
  });

  test('an IOC order drops what it could not fill, a market order too', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '0.1', '95000');
    const ioc = venue.place(1, 'buy', '0.3', '95000', { orderType: 'limitIoc' });
    expect(ioc.events.at(-1)).toMatchObject({ type: 'OrderCancelled', cause: 'remainder' });
    venue.place(0, 'sell', '0.1', '95000');
    const market = venue.place(1, 'buy', '0.3', '', { orderType: 'market' });
    expect(market.events.at(-1)).toMatchObject({ type: 'OrderCancelled', cause: 'remainder' });
    expect(venue.account(1).positions.get('BTC-USDT')?.lots).toBe(20_000);
    expect(venue.engine.state.orders.size).toBe(0);
  });

  test('a market order stops at the band and does not touch the rest of the book', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '0.1', '99750');
    const outside = testConfig({ markets: [testMarket('BTC-USDT', { limitCap: 50_000_000 })] });
    const wide = new TestVenue(outside);
    wide.place(0, 'sell', '0.1', '99750');
    wide.place(0, 'sell', '0.1', '99751');
    const outcome = wide.place(1, 'buy', '0.2', '', { orderType: 'market' });
    expect(TestVenue.trades(outcome).map((trade) => trade.price)).toEqual([99_750]);
  });

  test('a good-till-date order is cancelled at its time, not a millisecond earlier', () => {
    const venue = new TestVenue();
    const expiresAt = 1_767_571_200_000 + 20_000;
    venue.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt });
    venue.advance(19_999);
    expect(venue.engine.state.orders.size).toBe(1);
    venue.advance(1);
    expect(venue.engine.state.orders.size).toBe(0);
  });

  test('a limitGtd order whose time has passed on the way ends with the next move of the clock', () => {
    const venue = new TestVenue();
    venue.engine.apply({ kind: 'clock', at: venue.engine.state.now + 10 });
    const expiresAt = venue.engine.state.now - 1;
    expect(venue.place(0, 'buy', '0.1', '94000', { orderType: 'limitGtd', expiresAt }).refusal).toBeNull();
    venue.engine.apply({ kind: 'clock', at: venue.engine.state.now });
    expect(venue.account(0).liveOrders).toBe(0);
  });
});

describe('a refusal changes nothing', () => {
  const cases: [string, string, string, (venue: TestVenue) => ReturnType<TestVenue['place']>][] = [
    [
      'an unknown market',
      'MARKET_NOT_FOUND',
      'market not found',
      (d) => d.place(0, 'buy', '0.1', '95000', { symbol: 'X-USDT' }),
    ],
    ['a price off the tick', 'INVALID_VALUE', 'invalid price', (d) => d.place(0, 'buy', '0.1', '95000.5')],
    ['a quantity off the lot', 'INVALID_VALUE', 'invalid quantity', (d) => d.place(0, 'buy', '0.000001', '95000')],
    [
      'a quantity above the maximum',
      'INVALID_VALUE',
      'invalid quantity',
      (d) => d.place(0, 'buy', '100.00001', '95000'),
    ],
    [
      'a market order above its own maximum',
      'INVALID_VALUE',
      'invalid quantity',
      (d) => d.place(0, 'buy', '10.00001', '', { orderType: 'market' }),
    ],
    [
      'a quantity below the minimum',
      'QUANTITY_TOO_SMALL',
      'quantity below minimum',
      (d) => d.place(0, 'buy', '0.00099', '95000'),
    ],
    ['a buy above the band', 'PRICE_OUT_OF_BOUNDS', 'price out of bounds', (d) => d.place(0, 'buy', '0.1', '99751')],
    ['a sell below the band', 'PRICE_OUT_OF_BOUNDS', 'price out of bounds', (d) => d.place(0, 'sell', '0.1', '90249')],
    [
      'a live client id',
      'IDEMPOTENCY_CONFLICT',
      'duplicate clientOrderId',
      (d) => d.place(0, 'buy', '0.1', '94000', { clientId: 'taken' }),
    ],
    [
      'a post-only order that would trade',
      'POST_ONLY_WOULD_TRADE',
      'post only order would trade',
      (d) => d.place(1, 'sell', '0.1', '94000', { postOnly: true }),
    ],
    [
      'an order that would meet its own',
      'SELF_TRADE_PREVENTED',
      'self trade prevented',
      (d) => d.place(0, 'sell', '0.1', '94000'),
    ],
    [
      'a market order with nothing to meet',
      'NO_LIQUIDITY',
      'no liquidity',
      (d) => d.place(0, 'buy', '0.1', '', { orderType: 'market' }),
    ],
    [
      'a reduce-only order without a position',
      'REDUCE_ONLY_NO_POSITION',
      'no open position found, cannot place reduce-only order',
      (d) => d.place(1, 'sell', '0.1', '95000', { reduceOnly: true }),
    ],
    [
      'more than margin allows',
      'INSUFFICIENT_MARGIN',
      'insufficient margin',
      (d) => d.place(1, 'buy', '100', '95000', { symbol: 'BTC-USDT', price: '99000' }),
    ],
  ];

  test.each(cases)('%s', (_name, code, message, act) => {
    const venue = new TestVenue(
      testConfig({
        devAccounts: testConfig().devAccounts.map((dev) => ({
          ...dev,
          balances: [{ asset: 'USDT', amount: 10_000_000_000_000n }],
        })),
      }),
    );
    venue.place(0, 'buy', '0.1', '94000', { clientId: 'taken' });
    const before = { digest: stateDigest(venue.engine.state), inputs: venue.engine.state.inputSeq };
    const outcome = act(venue);
    expect(outcome.refusal).toMatchObject({ code, message });
    // The count of inputs is all that a refusal may move.
    venue.engine.state.inputSeq = before.inputs;
    expect(stateDigest(venue.engine.state)).toBe(before.digest);
  });

  test('the bounds of the band themselves are allowed', () => {
    const venue = new TestVenue();
    expect(venue.place(0, 'buy', '0.1', '99750').refusal).toBeNull();
    expect(venue.place(1, 'sell', '0.01', '99751').refusal).toBeNull();
  });

  test('orders up to the limit of the tier are accepted, the next is not', () => {
    const base = testConfig();
    const venue = new TestVenue(
      testConfig({ devAccounts: base.devAccounts.map((dev) => ({ ...dev, tierId: 'tier_1' })) }),
    );
    for (let count = 0; count < 15; count += 1) expect(venue.place(0, 'buy', '0.01', '94000').refusal).toBeNull();
    expect(venue.place(0, 'buy', '0.01', '94000').refusal?.code).toBe('MAX_ORDERS_PER_MARKET');
    // An order that can never rest is not counted.
    expect(venue.place(0, 'buy', '0.01', '94000', { orderType: 'limitIoc' }).refusal).toBeNull();
  });

  test('a close-only market accepts only orders that reduce', () => {
    const venue = new TestVenue();
    venue.place(0, 'sell', '0.1', '95000');
    venue.place(1, 'buy', '0.1', '95000');
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'close_only' });
    expect(venue.place(1, 'buy', '0.1', '94000').refusal).toMatchObject({
      code: 'MARKET_CLOSED',
      message: 'market is close only',
    });
    expect(venue.place(1, 'sell', '0.1', '95000', { reduceOnly: true }).refusal).toBeNull();
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' });
    expect(venue.place(1, 'sell', '0.1', '95000', { reduceOnly: true }).refusal).toMatchObject({
      code: 'MARKET_CLOSED',
      message: 'market is closed',
    });
  });
});

// the least size of BTC-USDT is 0.001.
describe('a reduce-only order below the least size', () => {
  const dust = (): TestVenue => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '1', '95000');
    venue.place(0, 'buy', '1', '95000');
    venue.place(1, 'buy', '0.99955', '94900');
    venue.place(0, 'sell', '0.99955', '94900');
    expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(45);
    return venue;
  };

  test('is taken when it closes the whole position', () => {
    const venue = dust();
    venue.place(1, 'buy', '1', '94900');
    expect(venue.place(0, 'sell', '0.00045', '94900', { reduceOnly: true }).refusal).toBeNull();
    expect(venue.account(0).positions.size).toBe(0);
  });

  test('is refused when it leaves a part, or does not say that it only reduces', () => {
    const venue = dust();
    const before = { inputs: venue.engine.state.inputSeq, digest: stateDigest(venue.engine.state) };
    expect(venue.place(0, 'sell', '0.00044', '96000', { reduceOnly: true }).refusal?.code).toBe('QUANTITY_TOO_SMALL');
    expect(venue.place(0, 'sell', '0.00045', '96000').refusal?.code).toBe('QUANTITY_TOO_SMALL');
    expect(venue.place(0, 'buy', '0.00045', '94000', { reduceOnly: true }).refusal?.code).toBe('QUANTITY_TOO_SMALL');
    venue.engine.state.inputSeq = before.inputs;
    expect(stateDigest(venue.engine.state)).toBe(before.digest);
  });

  test('as a change, counts with what has filled of the order', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '0.00145', '95000');
    venue.place(0, 'buy', '0.00145', '95000');
    venue.place(0, 'sell', '0.00145', '96000', { reduceOnly: true });
    const change = (quantity: string) =>
      venue.run({ type: 'ModifyOrder', account: 0, order: { no: 2 }, price: null, quantity, triggerPrice: null });
    expect(change('0.00045').refusal?.code).toBe('QUANTITY_TOO_SMALL');
    venue.place(1, 'buy', '0.001', '94900');
    venue.place(0, 'sell', '0.001', '94900');
    expect(change('0.00045').refusal).toBeNull();
    expect(venue.engine.state.orders.get(2)).toMatchObject({ quantity: 45, trimmed: 0 });
  });
});
