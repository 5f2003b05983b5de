import { describe, expect, test } from 'vitest';
import { stateDigest } from '../canonical-state.ts';
import { Desk } from '../bench-desk.test-helper.ts';
import { testConfig } from '../config.test-helper.ts';
import { checkInvariants } from '../invariants.ts';
import type { PlaceConditional } from './conditional-terms.ts';
import { ConditionalDesk, conditional, takeProfit } from './conditional-desk.test-helper.ts';

describe('a conditional order waits for its trigger', () => {
  test('outside the book, without margin or reduce-only lots, and counts as an open order', () => {
    const desk = new ConditionalDesk();
    expect(Desk.seen(desk.conditional())).toEqual(['OrderPlaced']);
    expect(desk.order(0)).toMatchObject({ kind: 'stopMarket', phase: 'armed', status: 'placed', resting: false });
    expect(desk.account(0)).toMatchObject({ liveOrders: 1 });
    expect(desk.account(0).open.get('BTC-USDT')).toMatchObject({ buyLots: 0, sellLots: 0, reduceLots: 0 });
    checkInvariants(desk.engine.state);
  });

  test.each([
    ['stop', 'sell', 'triggerSl', 94_000, 94_001],
    ['stop', 'buy', 'triggerSl', 96_000, 95_999],
    ['take profit', 'sell', 'triggerTp', 96_000, 95_999],
    ['take profit', 'buy', 'triggerTp', 94_000, 94_001],
  ] as const)('a %s that %ss fires at its price and not one tick before (%s)', (_name, side, orderType, at, before) => {
    const desk = new ConditionalDesk();
    if (side === 'sell') desk.longOf('1');
    else {
      desk.place(1, 'buy', '1', '95000');
      desk.place(0, 'sell', '1', '95000', { orderType: 'limitIoc' });
    }
    desk.quote(side === 'sell' ? String(before - 900) : '90500', side === 'sell' ? '99000' : String(before + 900));
    desk.conditional({ side, orderType, triggerPrice: String(at) });
    expect(ConditionalDesk.fired(desk.markTo(before))).toEqual([]);
    const outcome = desk.markTo(at);
    expect(ConditionalDesk.fired(outcome)).toEqual([[4, at, 50_000]]);
    expect(desk.held).toBe(side === 'sell' ? 50_000 : -50_000);
    expect(desk.order(4)).toBeUndefined();
  });

  test('on the last price the mark does not fire it', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.quote('93000', '97000');
    desk.conditional({ triggerPriceType: 'last', triggerPrice: '94000' });
    expect(ConditionalDesk.fired(desk.markTo(93_500))).toEqual([]);
    // The trade at 93,000 is the last price, which lies below the trigger.
    const trade = desk.place(2, 'sell', '0.1', '93000', { orderType: 'limitIoc' });
    expect(ConditionalDesk.fired(trade)).toEqual([[4, 93_000, 50_000]]);
  });

  test('a trigger that holds already is accepted and fires at once', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.quote('94900', '95100');
    const outcome = desk.conditional({ triggerPrice: '95000' });
    expect(Desk.seen(outcome)).toEqual(['OrderPlaced', 'OrderTriggered', 'Traded']);
    expect(Desk.trades(outcome).map(({ price, taker }) => [price, taker.order])).toEqual([[94_900, 4]]);
  });
});

describe('a fired order', () => {
  test('is clamped to the position', () => {
    const desk = new ConditionalDesk();
    desk.longOf('0.2');
    desk.quote('93900', '96000');
    desk.conditional({ quantity: '5' });
    const outcome = desk.markTo(94_000);
    expect(ConditionalDesk.fired(outcome)).toEqual([[4, 94_000, 20_000]]);
    expect(desk.held).toBe(0);
    checkInvariants(desk.engine.state);
  });

  test('that closes the position takes its size as it is then', () => {
    const desk = new ConditionalDesk();
    desk.conditional({ quantity: '', closePosition: true });
    expect(desk.order(0)).toMatchObject({ quantity: 0, closePosition: true });
    desk.longOf('0.7');
    desk.quote('93900', '96000');
    expect(ConditionalDesk.fired(desk.markTo(94_000))).toEqual([[0, 94_000, 70_000]]);
    expect(desk.held).toBe(0);
  });

  test('without a position ends, and nothing else happens', () => {
    const desk = new ConditionalDesk();
    desk.conditional();
    const outcome = desk.markTo(94_000);
    expect(ConditionalDesk.ended(outcome)).toEqual([[0, 'no_position']]);
    expect(ConditionalDesk.fired(outcome)).toEqual([]);
    expect(desk.account(0).liveOrders).toBe(0);
  });

  test('with a limit rests there and then reserves of the position', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.conditional({ price: '94500' });
    desk.markTo(94_000);
    expect(desk.order(2)).toMatchObject({ kind: 'stopLimit', phase: 'working', resting: true, quantity: 50_000 });
    expect(desk.account(0).open.get('BTC-USDT')).toMatchObject({ reduceLots: 50_000 });
    checkInvariants(desk.engine.state);
  });

  test('with a limit gives way to reduce-only orders that stand there, when it is the newest', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.place(0, 'sell', '0.8', '99000', { reduceOnly: true });
    desk.conditional({ price: '94500' });
    desk.markTo(94_000);
    expect(desk.order(3)).toMatchObject({ resting: true, quantity: 50_000, trimmed: 30_000 });
    expect(desk.order(2)).toMatchObject({ quantity: 80_000, trimmed: 0 });
    checkInvariants(desk.engine.state);
  });

  test('at market takes the position from under resting reduce-only orders, which are trimmed', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.place(0, 'sell', '0.8', '99000', { reduceOnly: true });
    desk.quote('93900', '99500');
    desk.conditional({ quantity: '0.5' });
    desk.markTo(94_000);
    expect(desk.held).toBe(50_000);
    expect(desk.order(2)).toMatchObject({ quantity: 80_000, trimmed: 30_000 });
    checkInvariants(desk.engine.state);
  });

  test('at market that meets nothing within the band is dropped', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.conditional();
    expect(ConditionalDesk.ended(desk.markTo(94_000))).toEqual([[2, 'remainder']]);
    expect(desk.held).toBe(100_000);
  });

  test('does not fire while its market is closed, and fires when it opens', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.quote('93900', '96000');
    desk.conditional();
    desk.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' });
    expect(ConditionalDesk.fired(desk.markTo(93_950))).toEqual([]);
    const opened = desk.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'open' });
    expect(ConditionalDesk.fired(opened)).toEqual([[4, 93_950, 50_000]]);
  });
});

describe('an order that closes the position and would meet nothing (R-98)', () => {
  const closing = (change: Partial<PlaceConditional> = {}) =>
    conditional({ closePosition: true, quantity: '', ...change });

  test('stays armed with its sibling, and fires once there is a bid within the band', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.group(null, [takeProfit({ closePosition: true, quantity: '' }), closing()]);
    expect(desk.markTo(94_000).events.filter(({ type }) => type.startsWith('Order'))).toEqual([]);
    expect([2, 3].map((no) => desk.order(no)?.phase)).toEqual(['armed', 'armed']);
    // 5 % below the mark is the furthest that a market order goes: 89,300.
    expect(ConditionalDesk.fired(desk.place(1, 'buy', '1', '89299.9'))).toEqual([]);
    checkInvariants(desk.engine.state);
    const outcome = desk.place(1, 'buy', '1', '93900');
    expect(Desk.seen(outcome)).toEqual(['OrderPlaced', 'OrderRested', 'OrderTriggered', 'Traded', 'OrderCancelled']);
    expect(ConditionalDesk.fired(outcome)).toEqual([[3, 94_000, 100_000]]);
    expect(ConditionalDesk.ended(outcome)).toEqual([[2, 'sibling']]);
    expect(desk.held).toBe(0);
  });

  test('does not fire at a later price that its trigger does not hold at', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.run(closing());
    desk.markTo(94_000);
    desk.markTo(94_001);
    expect(ConditionalDesk.fired(desk.place(1, 'buy', '1', '93900'))).toEqual([]);
    expect(ConditionalDesk.fired(desk.markTo(93_950))).toEqual([[2, 93_950, 100_000]]);
  });

  test('lets what is due behind it fire first', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.run(closing({ triggerPrice: '94500' }));
    desk.conditional({ triggerPrice: '94200', price: '94100' });
    expect(ConditionalDesk.fired(desk.markTo(94_000))).toEqual([[3, 94_000, 50_000]]);
    expect(desk.order(2)?.phase).toBe('armed');
    expect(desk.order(3)).toMatchObject({ phase: 'working', resting: true });
    checkInvariants(desk.engine.state);
  });

  test('waits behind an order of its own account', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.place(0, 'buy', '0.1', '93900');
    desk.run(closing());
    expect(ConditionalDesk.fired(desk.markTo(94_000))).toEqual([]);
    const outcome = desk.place(1, 'buy', '2', '93950');
    expect(ConditionalDesk.fired(outcome)).toEqual([[3, 94_000, 100_000]]);
  });

  test('with a limit it waits for the first bid, then rests where none reaches it', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.run(closing({ price: '94500' }));
    expect(ConditionalDesk.fired(desk.markTo(94_000))).toEqual([]);
    expect(ConditionalDesk.fired(desk.place(1, 'buy', '2', '93900'))).toEqual([[2, 94_000, 100_000]]);
    expect(desk.order(2)).toMatchObject({ resting: true, quantity: 100_000 });
  });

  test('ends when the position is gone', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.run(closing());
    desk.markTo(94_000);
    desk.place(0, 'sell', '1', '94100');
    const outcome = desk.place(1, 'buy', '1', '94100');
    expect(ConditionalDesk.ended(outcome)).toEqual([[2, 'no_position']]);
  });
});

describe('several triggers due at once fire in one order', () => {
  test('as a falling price reached them, then oldest first, each seeing what the one before left', () => {
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.quote('92000', '97000');
    desk.conditional({ triggerPrice: '93000', quantity: '0.3' });
    desk.conditional({ triggerPrice: '94000', quantity: '0.6' });
    desk.conditional({ triggerPrice: '94000', quantity: '0.3' });
    const outcome = desk.markTo(92_500);
    expect(ConditionalDesk.fired(outcome)).toEqual([
      [5, 92_500, 60_000],
      [6, 92_500, 30_000],
      [4, 92_500, 10_000],
    ]);
    expect(desk.held).toBe(0);
  });
});

describe('what is refused, with nothing changed', () => {
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
    const desk = new ConditionalDesk();
    desk.longOf('1');
    desk.place(0, 'buy', '0.1', '94500', { clientId: 'taken' });
    const before = stateDigest(desk.engine.state);
    const outcome = desk.conditional(change);
    expect(outcome.refusal).toMatchObject({ code, message });
    desk.engine.state.inputSeq -= 1;
    expect(stateDigest(desk.engine.state)).toBe(before);
  });

  test('the bounds of the band around the trigger are allowed', () => {
    const desk = new ConditionalDesk();
    expect(desk.conditional({ price: '89300' }).refusal).toBeNull();
  });

  test('one more than the tier allows, the last one it allows not', () => {
    const base = testConfig();
    const devAccounts = base.devAccounts.map((dev) => ({ ...dev, tierId: 'tier_1' }));
    const desk = new ConditionalDesk(testConfig({ devAccounts }));
    for (let count = 0; count < 14; count += 1) desk.place(0, 'buy', '0.01', '94000');
    expect(desk.conditional().refusal).toBeNull();
    expect(desk.conditional().refusal).toMatchObject({ code: 'MAX_ORDERS_PER_MARKET' });
  });
});
