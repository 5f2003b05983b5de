import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../../engine/accounts/collateral.test-helper.ts';
import type { Command } from '../../engine/command.ts';
import { testConfig, testMarket } from '../../engine/config.test-helper.ts';
import { conditional, plain } from '../../engine/orders/conditional-venue.test-helper.ts';
import { ExplainingVenue } from './explaining-venue.test-helper.ts';
import type { Explanation } from './explanation.ts';
import { resultOf } from './recompute.test-helper.ts';

/** Code, and the last step as formula and numbers. */
const seen = ({ verdict, steps }: Explanation): unknown[] => {
  const last = steps.at(-1);
  return [verdict['code'], last?.name, last?.with, last?.result];
};

describe('terms of an order', () => {
  test.each([
    [
      'a price off the tick',
      plain({ price: '94000.5' }),
      ['INVALID_VALUE', 'refused', `'no' = 'no' or 94000.5 < 1`, 'yes'],
    ],
    [
      'a size off the lot',
      plain({ quantity: '0.0000001' }),
      ['INVALID_VALUE', 'refused', `'no' = 'no' or 0.0000001 <= 0 or 0.0000001 > 100`, 'yes'],
    ],
    [
      'too large',
      plain({ quantity: '101' }),
      ['INVALID_VALUE', 'refused', `'yes' = 'no' or 101 <= 0 or 101 > 100`, 'yes'],
    ],
    ['too small', plain({ quantity: '0.0009' }), ['QUANTITY_TOO_SMALL', 'refused', '0.0009 < 0.001', 'yes']],
    ['too high', plain({ price: '99751' }), ['PRICE_OUT_OF_BOUNDS', 'refused', '99751 > 99750', 'yes']],
    ['too low', plain({ side: 'sell', price: '90249' }), ['PRICE_OUT_OF_BOUNDS', 'refused', '90249 < 90250', 'yes']],
    [
      'nothing to meet',
      plain({ orderType: 'market', price: '' }),
      ['NO_LIQUIDITY', 'refused', '0 = 0 or 0 > 99750', 'yes'],
    ],
    ['no trigger', conditional({ triggerPrice: '' }), ['INVALID_TRIGGER_PRICE', 'refused', `'none' = 'none'`, 'yes']],
    [
      'a trigger off the tick',
      conditional({ triggerPrice: '0.5' }),
      ['INVALID_TRIGGER_PRICE', 'refused', `'no' = 'no' or 0.5 < 1`, 'yes'],
    ],
    [
      'a limit beyond its trigger',
      conditional({ price: '89299' }),
      ['PRICE_OUT_OF_BOUNDS', 'refused', '89299 < 89300', 'yes'],
    ],
    ['nothing to reduce', plain({ reduceOnly: true }), ['REDUCE_ONLY_NO_POSITION', 'refused', '0 = 0', 'yes']],
    ['no such market', plain({ symbol: 'NO-USDT' }), ['MARKET_NOT_FOUND', 'refused', `'no' = 'no'`, 'yes']],
    [
      'no such order',
      { type: 'CancelOrder', account: 0, order: { no: 9 } } as const,
      ['ORDER_NOT_FOUND', 'refused', `'no' = 'no'`, 'yes'],
    ],
    [
      'too much leverage',
      { type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 101 } as const,
      ['VALIDATION_ERROR', 'refused', '101 > 100', 'yes'],
    ],
  ] satisfies [string, Command, unknown[]][])('%s', (_what, command, expected) => {
    expect(seen(new ExplainingVenue().why(command))).toEqual(expected);
  });

  test('worth too little at the mark, whatever its price', () => {
    const venue = new ExplainingVenue();
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_000 * 100_000_000 });
    for (const order of [{ price: '9400' }, { price: '', orderType: 'market' }] as const) {
      const seenOf = seen(venue.why(plain({ ...order, quantity: '0.001' })));
      expect(seenOf).toEqual(['QUANTITY_TOO_SMALL', 'refused', '9 < 10', 'yes']);
    }
  });

  test('a client id that a live order has', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ price: '94000', clientId: 'mine' }));
    expect(seen(venue.why(plain({ price: '94000', clientId: 'mine' })))).toEqual([
      'IDEMPOTENCY_CONFLICT',
      'refused',
      `1948058938469519360 != 'none'`,
      'yes',
    ]);
  });

  test('an order of the same subaccount in the way', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ account: 1, side: 'sell', price: '95000', quantity: '0.4' }));
    venue.run(plain({ side: 'sell', price: '95001' }));
    expect(seen(venue.why(plain({ price: '95010', quantity: '0.5' })))).toEqual([
      'SELF_TRADE_PREVENTED',
      'refused',
      '95010 >= 95001 and 0.4 < 0.5',
      'yes',
    ]);
    expect(seen(venue.why(plain({ price: '95000', orderType: 'limitAlo' })))).toEqual([
      'POST_ONLY_WOULD_TRADE',
      'refused',
      '95000 >= 95000',
      'yes',
    ]);
  });

  test('more to reduce than there is, and on the wrong side', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ account: 1, side: 'sell' }));
    venue.run(plain({ quantity: '1', orderType: 'limitIoc' }));
    venue.run(plain({ side: 'sell', price: '96000', quantity: '0.7', reduceOnly: true }));
    expect(seen(venue.why(plain({ side: 'sell', price: '96000', quantity: '0.4', reduceOnly: true })))).toEqual([
      'REDUCE_ONLY_WOULD_INCREASE',
      'refused',
      '0.7 + 0.4 > 1',
      'yes',
    ]);
    expect(seen(venue.why(plain({ reduceOnly: true })))).toEqual(['REDUCE_ONLY_SAME_SIDE', 'refused', '0 = 0', 'yes']);
    expect(seen(venue.why(conditional({ side: 'buy', triggerPrice: '96000' })))).toEqual([
      'INVALID_ORDER_SIDE',
      'refused',
      `'yes' = 'yes'`,
      'yes',
    ]);
  });

  test('a change below what has filled', () => {
    const venue = new ExplainingVenue();
    venue.run(plain());
    venue.run(plain({ account: 1, side: 'sell', quantity: '0.6' }));
    const change = { type: 'ModifyOrder', account: 0, order: { no: 0 }, price: null, triggerPrice: null } as const;
    expect(seen(venue.why({ ...change, quantity: '0.5' }))).toEqual([
      'QUANTITY_BELOW_FILLED',
      'refused',
      '0.5 <= 0.6',
      'yes',
    ]);
    expect(venue.why({ ...change, quantity: null, triggerPrice: '95000' }).verdict).toMatchObject({
      code: 'ORDER_REJECTED_BY_ENGINE',
    });
  });

  test('more orders than the tier allows', () => {
    const config = testConfig();
    const tiers = config.tiers.map((tier) => ({ ...tier, maxOrdersPerMarket: 2, maxTotalOrders: 3 }));
    const venue = new ExplainingVenue({ ...config, tiers });
    for (const price of ['94000', '94001']) venue.run(plain({ price, quantity: '0.01' }));
    expect(seen(venue.why(plain({ price: '94000' })))).toEqual(['MAX_ORDERS_PER_MARKET', 'refused', '3 > 2', 'yes']);
    venue.run(plain({ symbol: 'ETH-USDT', price: '3300', quantity: '0.1' }));
    expect(seen(venue.why(plain({ symbol: 'ETH-USDT', price: '3300' })))).toEqual([
      'MAX_TOTAL_ORDERS',
      'refused',
      '4 > 3',
      'yes',
    ]);
  });

  test('open interest beyond the cap', () => {
    const venue = new ExplainingVenue(
      testConfig({ markets: [testMarket('BTC-USDT', { openInterestCap: 9_400_000_000_000n })] }),
    );
    expect(seen(venue.why(plain({ price: '94000' })))).toEqual(['OI_CAP_EXCEEDED', 'refused', '95000 > 94000', 'yes']);
  });
});

describe('a market', () => {
  test('that is closed, or only closes positions', () => {
    const venue = new ExplainingVenue();
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'closed' });
    expect(seen(venue.why(plain()))).toEqual(['MARKET_CLOSED', 'refused', `'closed' = 'closed'`, 'yes']);
    venue.run({ type: 'SetMarketStatus', symbol: 'BTC-USDT', status: 'close_only' });
    expect(seen(venue.why(plain()))).toEqual([
      'MARKET_CLOSED',
      'refused',
      `'close_only' = 'close_only' and 'no' = 'no'`,
      'yes',
    ]);
  });

  test('out of its hours', () => {
    const session = { weekdays: [1, 2], openMinute: 60, closeMinute: 120 };
    const venue = new ExplainingVenue(testConfig({ markets: [testMarket('BTC-USDT', { session })] }));
    expect(seen(venue.why(plain()))).toEqual(['MARKET_CLOSED', 'refused', `'yes' = 'no' or 0 < 60 or 0 >= 120`, 'yes']);
  });

  test('whose index is stale', () => {
    const venue = new ExplainingVenue();
    venue.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true });
    venue.advance(60_000);
    expect(seen(venue.why(plain()))).toEqual(['MARKET_CLOSED', 'refused', '60000 >= 60000', 'yes']);
  });
});

test('a stale collateral price', () => {
  const venue = new ExplainingVenue(collateralConfig('10'));
  venue.run({ type: 'SetFeed', symbol: 'ETH-USDT', frozen: true });
  venue.advance(61_000);
  expect(seen(venue.why(plain({ price: '94000' })))).toEqual([
    'COLLATERAL_PRICE_STALE',
    'refused',
    '61000 >= 60000',
    'yes',
  ]);
});

describe('INSUFFICIENT_MARGIN', () => {
  test('of an order: initial margin of all of it, its loss against the mark, the fee', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ account: 1, side: 'sell', price: '95100', quantity: '1' }));
    venue.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 5 });
    const why = venue.why(plain({ price: '95200', quantity: '100' }));
    const results = ['worst[BTC-USDT]', 'initial[BTC-USDT]', 'fillLoss', 'restLoss', 'fee', 'required', 'available'];
    expect(results.map((name) => resultOf(why, name))).toEqual([
      '100',
      '1900000',
      '100',
      '19800',
      '47.55',
      '1919947.55',
      '1000000',
    ]);
    expect(seen(why)).toEqual(['INSUFFICIENT_MARGIN', 'refused', '1919947.55 > 1000000', 'yes']);
  });

  test('of a TWAP, of a change, and of less leverage', () => {
    const venue = new ExplainingVenue();
    venue.run(plain({ price: '94000', quantity: '100' }));
    const twap = { type: 'PlaceTwap', account: 0, symbol: 'BTC-USDT', side: 'buy', price: '', quantity: '10' } as const;
    const plan = { chunks: 10, intervalMs: 30_000, sizeVarianceBps: 0, intervalVarianceBps: 0 };
    const rest = { reduceOnly: false, clientId: '', source: '' };
    expect(seen(venue.why({ ...twap, ...plan, ...rest }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '1045000 > 1000000',
      'yes',
    ]);
    expect(seen(venue.why({ ...twap, ...plan, ...rest, quantity: '0.1' }))).toEqual([
      'VALIDATION_ERROR',
      'refused',
      '9500 < 10000',
      'yes',
    ]);
    // At 200,000 it is measured at 99,750, the bound of the band; a sell at 1 at 90,250.
    for (const worst of [{ price: '200000' }, { price: '1', side: 'sell', quantity: '101' }] as const) {
      const why = venue.why({ ...twap, ...plan, ...rest, ...worst });
      expect(seen(why).slice(0, 3)).toEqual([
        'INSUFFICIENT_MARGIN',
        'refused',
        worst.price === '1' ? '1439250 > 1000000' : '1092500 > 1000000',
      ]);
    }
    const change = { type: 'ModifyOrder', account: 0, order: { no: 0 }, price: '96000', triggerPrice: null } as const;
    venue.run({ type: 'ModifyOrder', account: 0, order: { no: 0 }, price: null, quantity: '99', triggerPrice: null });
    expect(seen(venue.why({ ...change, quantity: '100' }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '1050000 > 1000000',
      'yes',
    ]);
    expect(seen(venue.why({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 9 }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '1045000 > 1000000',
      'yes',
    ]);
  });

  test('of an isolated order and of its margin', () => {
    const venue = new ExplainingVenue();
    const isolated = { ...plain({ price: '94000' }), type: 'PlaceIsolatedOrder', leverage: 10 } as const;
    expect(seen(venue.why({ ...isolated, margin: 100_000_100_000_000n }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '1000001 > 1000000',
      'yes',
    ]);
    expect(seen(venue.why({ ...isolated, margin: 900_000_000_000n }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '9500 > 9000',
      'yes',
    ]);
    venue.run({ ...isolated, margin: 950_000_000_000n });
    expect(seen(venue.why({ type: 'MoveIsolatedMargin', account: 0, symbol: 'BTC-USDT', amount: -1n }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '9499.99999999 < 0 or 9500 > 9499.99999999',
      'yes',
    ]);
    expect(seen(venue.why({ type: 'MoveIsolatedMargin', account: 0, symbol: 'ETH-USDT', amount: 1n }))).toEqual([
      'POSITION_NOT_FOUND',
      'refused',
      `'no' = 'no'`,
      'yes',
    ]);
  });

  test('of an amount that would leave', () => {
    const venue = new ExplainingVenue(collateralConfig('100'));
    venue.run(plain({ price: '94000', quantity: '30' }));
    const transfer = { type: 'TransferCollateral', from: 0, to: 1, asset: 'WETH' } as const;
    const why = venue.why({ ...transfer, amount: 1_300_000_000n });
    expect(['freeValue', 'givenUp'].map((name) => resultOf(why, name))).toEqual(['38500', '40755']);
    expect(seen(why)).toEqual(['INSUFFICIENT_MARGIN', 'refused', '38500 < 0 or 40755 > 38500', 'yes']);
    expect(seen(venue.why({ ...transfer, amount: 10_100_000_000n }))).toEqual([
      'INSUFFICIENT_MARGIN',
      'refused',
      '101 > 100',
      'yes',
    ]);
  });
});

test('a refusal without arithmetic names the rule behind its text', () => {
  const why = new ExplainingVenue().why({ type: 'RenameAccount', account: 99, name: 'x' });
  expect(why).toMatchObject({ verdict: { code: 'NOT_FOUND', message: 'Subaccount not found' }, steps: [] });
  expect(why.rules.map(({ id }) => id)).toEqual(['VALIDATION']);
});
