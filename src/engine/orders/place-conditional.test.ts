import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import { TestVenue } from '../venue.test-helper.ts';
import type { PlaceConditional } from './conditional-terms.ts';
import { conditional, ConditionalVenue, takeProfit } from './conditional-venue.test-helper.ts';

describe('a conditional order waits for its trigger', () => {
  test('outside the book, without margin or reduce-only lots, and counts as an open order', () => {
    const venue = new ConditionalVenue();
    expect(TestVenue.seen(venue.conditional())).toEqual(['OrderPlaced']);
    expect(venue.order(0)).toMatchObject({ kind: 'stopMarket', phase: 'armed', status: 'placed', resting: false });
    expect(venue.account(0)).toMatchObject({ liveOrders: 1 });
    expect(venue.account(0).open.get('BTC-USDT')).toMatchObject({ buyLots: 0, sellLots: 0, reduceLots: 0 });
    checkInvariants(venue.engine.state);
  });

  test.each([
    ['stop', 'sell', 'triggerSl', 94_000, 94_001],
    ['stop', 'buy', 'triggerSl', 96_000, 95_999],
    ['take profit', 'sell', 'triggerTp', 96_000, 95_999],
    ['take profit', 'buy', 'triggerTp', 94_000, 94_001],
  ] as const)('a %s that %ss fires at its price and not one tick before (%s)', (_name, side, orderType, at, before) => {
    const venue = new ConditionalVenue();
    if (side === 'sell') venue.longOf('1');
    else {
      venue.place(1, 'buy', '1', '95000');
      venue.place(0, 'sell', '1', '95000', { orderType: 'limitIoc' });
    }
    venue.quote(side === 'sell' ? String(before - 900) : '90500', side === 'sell' ? '99000' : String(before + 900));
    venue.conditional({ side, orderType, triggerPrice: String(at) });
    expect(ConditionalVenue.fired(venue.markTo(before))).toEqual([]);
    const outcome = venue.markTo(at);
    expect(ConditionalVenue.fired(outcome)).toEqual([[4, at, 50_000]]);
    expect(venue.held).toBe(side === 'sell' ? 50_000 : -50_000);
    expect(venue.order(4)).toBeUndefined();
  });

  test('on the last price the mark does not fire it', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.quote('93000', '97000');
    venue.conditional({ triggerPriceType: 'last', triggerPrice: '94000' });
    expect(ConditionalVenue.fired(venue.markTo(93_500))).toEqual([]);
    // The trade at 93,000 is the last price, which lies below the trigger.
    const trade = venue.place(2, 'sell', '0.1', '93000', { orderType: 'limitIoc' });
    expect(ConditionalVenue.fired(trade)).toEqual([[4, 93_000, 50_000]]);
  });

  test('a trigger that holds already is accepted and fires at once', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.quote('94900', '95100');
    const outcome = venue.conditional({ triggerPrice: '95000' });
    expect(TestVenue.seen(outcome)).toEqual(['OrderPlaced', 'OrderTriggered', 'Traded']);
    expect(TestVenue.trades(outcome).map(({ price, taker }) => [price, taker.order])).toEqual([[94_900, 4]]);
  });
});

describe('a fired order', () => {
  test('is clamped to the position', () => {
    const venue = new ConditionalVenue();
    venue.longOf('0.2');
    venue.quote('93900', '96000');
    venue.conditional({ quantity: '5' });
    const outcome = venue.markTo(94_000);
    expect(ConditionalVenue.fired(outcome)).toEqual([[4, 94_000, 20_000]]);
    expect(venue.held).toBe(0);
    checkInvariants(venue.engine.state);
  });

  test('that closes the position takes its size as it is then', () => {
    const venue = new ConditionalVenue();
    venue.conditional({ quantity: '', closePosition: true });
    expect(venue.order(0)).toMatchObject({ quantity: 0, closePosition: true });
    venue.longOf('0.7');
    venue.quote('93900', '96000');
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([[0, 94_000, 70_000]]);
    expect(venue.held).toBe(0);
  });

  test('without a position ends, and nothing else happens', () => {
    const venue = new ConditionalVenue();
    venue.conditional();
    const outcome = venue.markTo(94_000);
    expect(ConditionalVenue.ended(outcome)).toEqual([[0, 'no_position']]);
    expect(ConditionalVenue.fired(outcome)).toEqual([]);
    expect(venue.account(0).liveOrders).toBe(0);
  });

  test('with a limit rests there and then reserves of the position', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.conditional({ price: '94500' });
    venue.markTo(94_000);
    expect(venue.order(2)).toMatchObject({ kind: 'stopLimit', phase: 'working', resting: true, quantity: 50_000 });
    expect(venue.account(0).open.get('BTC-USDT')).toMatchObject({ reduceLots: 50_000 });
    checkInvariants(venue.engine.state);
  });

  test('with a limit is trimmed before older reduce-only orders', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.place(0, 'sell', '0.8', '99000', { reduceOnly: true });
    venue.conditional({ price: '94500' });
    venue.markTo(94_000);
    expect(venue.order(3)).toMatchObject({ resting: true, quantity: 50_000, trimmed: 30_000 });
    expect(venue.order(2)).toMatchObject({ quantity: 80_000, trimmed: 0 });
    checkInvariants(venue.engine.state);
  });

  test('at market closes the position before resting reduce-only orders, which are trimmed', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.place(0, 'sell', '0.8', '99000', { reduceOnly: true });
    venue.quote('93900', '99500');
    venue.conditional({ quantity: '0.5' });
    venue.markTo(94_000);
    expect(venue.held).toBe(50_000);
    expect(venue.order(2)).toMatchObject({ quantity: 80_000, trimmed: 30_000 });
    checkInvariants(venue.engine.state);
  });

  test('at market that meets nothing within the band is dropped', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.conditional();
    expect(ConditionalVenue.ended(venue.markTo(94_000))).toEqual([[2, 'remainder']]);
    expect(venue.held).toBe(100_000);
  });

  test('does not fire while its market is closed, and fires when it opens', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.quote('93900', '96000');
    venue.conditional();
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' });
    expect(ConditionalVenue.fired(venue.markTo(93_950))).toEqual([]);
    const opened = venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'open' });
    expect(ConditionalVenue.fired(opened)).toEqual([[4, 93_950, 50_000]]);
  });
});

describe('an order that closes the position and would meet nothing (R-98)', () => {
  const closing = (change: Partial<PlaceConditional> = {}) =>
    conditional({ closePosition: true, quantity: '', ...change });

  test('stays armed with its sibling, and fires once there is a bid within the band', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.group(null, [takeProfit({ closePosition: true, quantity: '' }), closing()]);
    expect(venue.markTo(94_000).events.filter(({ type }) => type.startsWith('Order'))).toEqual([]);
    expect([2, 3].map((no) => venue.order(no)?.phase)).toEqual(['armed', 'armed']);
    // 5 % below the mark is the furthest that a market order goes: 89,300.
    expect(ConditionalVenue.fired(venue.place(1, 'buy', '1', '89299.9'))).toEqual([]);
    checkInvariants(venue.engine.state);
    const outcome = venue.place(1, 'buy', '1', '93900');
    expect(TestVenue.seen(outcome)).toEqual(['OrderPlaced', 'OrderTriggered', 'Traded', 'OrderCancelled']);
    expect(ConditionalVenue.fired(outcome)).toEqual([[3, 94_000, 100_000]]);
    expect(ConditionalVenue.ended(outcome)).toEqual([[2, 'sibling']]);
    expect(venue.held).toBe(0);
  });

  test('does not fire at a later price that its trigger does not hold at', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.run(closing());
    venue.markTo(94_000);
    venue.markTo(94_001);
    expect(ConditionalVenue.fired(venue.place(1, 'buy', '1', '93900'))).toEqual([]);
    expect(ConditionalVenue.fired(venue.markTo(93_950))).toEqual([[2, 93_950, 100_000]]);
  });

  test('lets what is due behind it fire first', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.run(closing({ triggerPrice: '94500' }));
    venue.conditional({ triggerPrice: '94200', price: '94100' });
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([[3, 94_000, 50_000]]);
    expect(venue.order(2)?.phase).toBe('armed');
    expect(venue.order(3)).toMatchObject({ phase: 'working', resting: true });
    checkInvariants(venue.engine.state);
  });

  test('waits behind an order of its own account', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.place(0, 'buy', '0.1', '93900');
    venue.run(closing());
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([]);
    const outcome = venue.place(1, 'buy', '2', '93950');
    expect(ConditionalVenue.fired(outcome)).toEqual([[3, 94_000, 100_000]]);
  });

  test('with a limit it waits for the first bid, then rests where none reaches it', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.run(closing({ price: '94500' }));
    expect(ConditionalVenue.fired(venue.markTo(94_000))).toEqual([]);
    expect(ConditionalVenue.fired(venue.place(1, 'buy', '2', '93900'))).toEqual([[2, 94_000, 100_000]]);
    expect(venue.order(2)).toMatchObject({ resting: true, quantity: 100_000 });
  });

  test('ends when the position is gone', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.run(closing());
    venue.markTo(94_000);
    venue.place(0, 'sell', '1', '94100');
    const outcome = venue.place(1, 'buy', '1', '94100');
    expect(ConditionalVenue.ended(outcome)).toEqual([[2, 'no_position']]);
  });
});

describe('several triggers due at once fire in one order', () => {
  test('as a falling price reached them, then oldest first, each seeing what the one before left', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.quote('92000', '97000');
    venue.conditional({ triggerPrice: '93000', quantity: '0.3' });
    venue.conditional({ triggerPrice: '94000', quantity: '0.6' });
    venue.conditional({ triggerPrice: '94000', quantity: '0.3' });
    const outcome = venue.markTo(92_500);
    expect(ConditionalVenue.fired(outcome)).toEqual([
      [5, 92_500, 60_000],
      [6, 92_500, 30_000],
      [4, 92_500, 10_000],
    ]);
    expect(venue.held).toBe(0);
  });
});

describe('a refusal changes nothing', () => {
  test.each([
    ['no market', 'MARKET_NOT_FOUND', 'market not found', { symbol: 'X-USDT' }],
    [
      'no trigger',
      'INVALID_TRIGGER_PRICE',
      'trigger price must be provided for conditional orders',
      { triggerPrice: '' },
    ],
    ['a trigger off the tick', 'INVALID_TRIGGER_PRICE', 'invalid trigger price', { triggerPrice: '94000.5' }],
    ['a limit off the tick', 'INVALID_VALUE', 'invalid price', { price: '94000.5' }],
    ['a quantity off the lot', 'INVALID_VALUE', 'invalid quantity', { quantity: '0.000001' }],
    ['a quantity below the minimum', 'QUANTITY_TOO_SMALL', 'quantity below minimum', { quantity: '0.00099' }],
    ['more than a market order may be', 'INVALID_VALUE', 'invalid quantity', { quantity: '10.00001' }],
    ['a limit outside the band around the trigger', 'PRICE_OUT_OF_BOUNDS', 'price out of bounds', { price: '89299' }],
    ['a live client id', 'IDEMPOTENCY_CONFLICT', 'duplicate clientOrderId', { clientId: 'taken' }],
    [
      'the side of the position',
      'INVALID_ORDER_SIDE',
      'conditional order must have opposite side to position',
      { side: 'buy', triggerPrice: '96000' },
    ],
  ] as const)('%s', (_name, code, message, change) => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.place(0, 'buy', '0.1', '94500', { clientId: 'taken' });
    const before = stateDigest(venue.engine.state);
    const outcome = venue.conditional(change);
    expect(outcome.refusal).toMatchObject({ code, message });
    venue.engine.state.inputSeq -= 1;
    expect(stateDigest(venue.engine.state)).toBe(before);
  });

  test('the bounds of the band around the trigger are allowed', () => {
    const venue = new ConditionalVenue();
    expect(venue.conditional({ price: '89300' }).refusal).toBeNull();
  });

  test('one more than the tier allows, the last one it allows not', () => {
    const base = testConfig();
    const devAccounts = base.devAccounts.map((dev) => ({ ...dev, tierId: 'tier_1' }));
    const venue = new ConditionalVenue(testConfig({ devAccounts }));
    for (let count = 0; count < 14; count += 1) venue.place(0, 'buy', '0.01', '94000');
    expect(venue.conditional().refusal).toBeNull();
    expect(venue.conditional().refusal).toMatchObject({ code: 'MAX_ORDERS_PER_MARKET' });
  });
});

describe('an entry, which is not reduce-only', () => {
  const entry = (change: Partial<PlaceConditional> = {}) => ({ reduceOnly: false, ...change });
  const BUY = { side: 'buy', triggerPrice: '96000' } as const;

  test.each([
    ['without a position', 0, 50_000],
    ['beside a long', 20_000, 70_000],
    ['through a short', -20_000, 30_000],
  ])('that buys %s takes all of its quantity', (_case, before, after) => {
    const venue = new ConditionalVenue();
    if (before > 0) venue.longOf('0.2');
    if (before < 0) {
      venue.place(1, 'buy', '0.2', '95000');
      venue.place(0, 'sell', '0.2', '95000', { orderType: 'limitIoc' });
    }
    expect(venue.held).toBe(before);
    venue.quote('94900', '96100');
    expect(venue.conditional(entry(BUY)).refusal).toBeNull();
    expect(ConditionalVenue.fired(venue.markTo(96_000)).map(([, price, lots]) => [price, lots])).toEqual([
      [96_000, 50_000],
    ]);
    expect(venue.held).toBe(after);
    checkInvariants(venue.engine.state);
  });

  test('with a limit rests, and then holds margin like any order', () => {
    const venue = new ConditionalVenue();
    venue.conditional(entry({ ...BUY, orderType: 'triggerTp', triggerPrice: '94000', price: '93900' }));
    expect(venue.account(0).open.get('BTC-USDT')).toMatchObject({ buyLots: 0, reduceLots: 0 });
    venue.markTo(94_000);
    expect(venue.order(0)).toMatchObject({ phase: 'working', resting: true, reduceOnly: false, trimmed: 0 });
    expect(venue.account(0).open.get('BTC-USDT')).toMatchObject({ buyLots: 50_000, reduceLots: 0 });
    checkInvariants(venue.engine.state);
  });

  test('stays when the position beside it closes', () => {
    const venue = new ConditionalVenue();
    venue.longOf('1');
    venue.conditional(entry(BUY));
    venue.place(1, 'buy', '1', '95000');
    venue.place(0, 'sell', '1', '95000', { orderType: 'limitIoc' });
    expect(venue.held).toBe(0);
    expect(venue.order(2)).toMatchObject({ phase: 'armed' });
    checkInvariants(venue.engine.state);
  });

  test.each([
    ['over its margin', 'INSUFFICIENT_MARGIN', { quantity: '100', price: '96500' }, () => undefined],
    ['without an offer in reach', 'NO_LIQUIDITY', {}, () => undefined],
    [
      'in front of its own order',
      'SELF_TRADE_PREVENTED',
      {},
      (venue: ConditionalVenue) => venue.place(0, 'sell', '1', '96100'),
    ],
    [
      'in a close-only market',
      'MARKET_CLOSED',
      {},
      (venue: ConditionalVenue) => venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'close_only' }),
    ],
  ] as const)('%s ends with %s, and nothing else happens', (_case, code, change, prepare) => {
    const venue = new ConditionalVenue();
    expect(venue.conditional(entry({ ...BUY, ...change })).refusal).toBeNull();
    prepare(venue);
    const balances = new Map(venue.account(0).balances);
    const outcome = venue.markTo(96_000);
    expect(ConditionalVenue.ended(outcome)).toEqual([[0, code]]);
    expect(ConditionalVenue.fired(outcome)).toEqual([]);
    expect(venue.order(0)).toBeUndefined();
    expect(venue.held).toBe(0);
    expect(new Map(venue.account(0).balances)).toEqual(balances);
    checkInvariants(venue.engine.state);
  });
});
