import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../json.ts';
import { TestVenue, invalid, START_S, said, typed, undecodable } from '../venue.test-helper.ts';
import { placeOrders } from './placeOrders.ts';

const LIMIT = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const MARKET = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.01' };
const STOP = {
  symbol: 'BTC-USDT',
  side: 'sell',
  orderType: 'triggerSl',
  triggerPrice: '90000',
  quantity: '0.01',
  isTriggerMarket: true,
};
const TWAP = { symbol: 'BTC-USDT', side: 'buy', orderType: 'twap', quantity: '1', durationSeconds: 300 };
const GTD = { ...LIMIT, orderType: 'limitGtd', expiresAt: START_S + 60 };

const validate = (params: JsonObject): unknown => said(new TestVenue().parse(placeOrders, params));
const validateOne = (change: JsonObject, base: JsonObject = LIMIT): unknown =>
  validate({ orders: [{ ...base, ...change }] });

describe('the batch', () => {
  test.each([
    [{}, invalid('orders array cannot be empty')],
    [{ orders: null }, invalid('orders array cannot be empty')],
    [{ orders: [] }, invalid('orders array cannot be empty')],
    [{ orders: Array(21).fill(LIMIT) }, invalid('orders cannot exceed 20 per request')],
    [{ orders: {} }, undecodable()],
    [{ orders: ['x'] }, undecodable()],
    [{ orders: [{ ...LIMIT, price: 94000 }] }, undecodable()],
    [{ orders: [{ ...LIMIT, reduceOnly: 'true' }] }, undecodable()],
    [{ orders: [{ ...LIMIT, expiresAt: 1.5 }] }, undecodable()],
    [{ orders: [LIMIT], grouping: 1 }, undecodable()],
  ])('%j is refused before anything is signed', (params, refusal) => {
    expect(said(typed(placeOrders, params))).toEqual(refusal);
    expect(validate(params)).toEqual(refusal);
  });

  test('the symbol beside the orders is placed where an order has none (R-102)', () => {
    const { symbol: _, ...nameless } = LIMIT;
    const params = { orders: [nameless, { ...LIMIT, symbol: 'ETH-USDT' }], symbol: 'BTC-USDT' };
    const commands = new TestVenue().parse(placeOrders, params) as readonly { symbol: string }[];
    expect(commands.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT']);
  });

  test('a source of 100 allowed characters is stored without the spaces around it (R-103)', () => {
    const source = `aZ09-._=+/${'x'.repeat(90)}`;
    expect(new TestVenue().parse(placeOrders, { orders: [LIMIT], source: ` ${source}\n` })).toMatchObject([{ source }]);
  });

  test('twenty orders are taken', () => {
    expect(new TestVenue().parse(placeOrders, { orders: Array(20).fill(LIMIT) })).toHaveLength(20);
  });

  test.each([
    [{ symbol: 'BTC' }, invalid('invalid symbol')],
    [{ symbol: 'btc-usdt' }, invalid('symbol must use canonical uppercase format')],
    [{ symbol: 'ABCDEFGHIJKLMNOP-USDT' }, invalid('symbol exceeds maximum length of 20 characters')],
    [{ grouping: 'other' }, invalid('invalid grouping')],
    [{ source: 'x'.repeat(101) }, invalid('invalid source attribute: exceeds maximum length of 100 characters')],
    [{ symbol: '  ' }, invalid('symbol is required')],
    [{ source: 'a\u0000b' }, invalid('invalid source attribute: takes letters, digits and -._=+/')],
    [{ source: 'a b' }, invalid('invalid source attribute: takes letters, digits and -._=+/')],
    [{ source: 'caf\u00e9' }, invalid('invalid source attribute: takes letters, digits and -._=+/')],
  ])('%j beside the orders', (change, refusal) => {
    expect(validate({ orders: [LIMIT], ...change })).toEqual(refusal);
  });

  test('the second bad item is named by its index', () => {
    expect(validate({ orders: [LIMIT, { ...LIMIT, side: 'up' }] })).toEqual(
      invalid('order 1: side must be one of: [buy sell]'),
    );
  });

  test('costs five tokens an order, and an empty batch as much as one', () => {
    expect([{}, { orders: [] }, { orders: [1] }, { orders: [1, 2, 3] }].map(placeOrders.cost)).toEqual([5, 5, 5, 15]);
  });
});

describe('the rules of an item are checked in the stated order', () => {
  // Each row breaks one rule and every rule of the rows below it that can be broken at once.
  const CHAIN: readonly [JsonObject, string][] = [
    [{ side: 'x'.repeat(33) }, 'side exceeds maximum length of 32 characters'],
    [{ orderType: 'x'.repeat(33) }, 'orderType exceeds maximum length of 32 characters'],
    [{ price: '1'.repeat(129) }, 'price exceeds maximum length of 128 characters'],
    [{ quantity: '1'.repeat(129) }, 'quantity exceeds maximum length of 128 characters'],
    [{ triggerPrice: '1'.repeat(129) }, 'triggerPrice exceeds maximum length of 128 characters'],
    [{ quantity: '0' }, 'quantity is zero'],
    [{ side: 'BUY' }, 'side must be one of: [buy sell]'],
    [{ symbol: 'btc-usdt' }, 'symbol must use canonical uppercase format'],
    [{ orderType: 'limitGtd', expiresAt: 0 }, 'expiresAt is required for limitGtd orders'],
    [{ price: '0' }, 'price is zero'],
    [{ orderType: 'limitGtd', expiresAt: START_S }, 'expiresAt must be in the future'],
    [{ clientOrderId: ' a' }, 'clientOrderId: input must not include leading or trailing whitespace'],
  ];

  test('the first broken rule gives the refusal', () => {
    for (let first = 0; first < CHAIN.length; first += 1) {
      // Later rows are laid down first, so that on a shared field the earlier rule keeps its own value.
      const broken = CHAIN.slice(first)
        .reverse()
        .reduce<JsonObject>((item, [change]) => ({ ...item, ...change }), LIMIT);
      expect(validate({ orders: [broken], grouping: 'other' })).toEqual(invalid(`order 0: ${CHAIN[first]?.[1]}`));
    }
  });

  test.each([
    [{ quantity: '' }, 'quantity is missing'],
    [{ quantity: null }, 'quantity is missing'],
    [{ quantity: '1e3' }, 'quantity is invalid: not a decimal number'],
    [{ quantity: ' 1' }, 'quantity is invalid: not a decimal number'],
    [{ quantity: '-1' }, 'quantity is negative'],
    [{ quantity: '-0' }, 'quantity is negative'],
    [{ quantity: '0.000' }, 'quantity is zero'],
    [{ closePosition: true, quantity: '0' }, 'closePosition is only valid for trigger orders'],
    [{ side: '' }, 'side must be one of: [buy sell]'],
    [{ symbol: '' }, 'symbol is required'],
    [{ symbol: '  ' }, 'symbol is required'],
    [{ symbol: ' '.repeat(21) }, 'symbol exceeds maximum length of 20 characters'],
    [{ symbol: 'x'.repeat(21) }, 'symbol exceeds maximum length of 20 characters'],
    [{ symbol: 'BTCUSDT' }, 'invalid symbol'],
    [{ symbol: '-B' }, 'invalid symbol'],
    [{ symbol: 'BTC-U\u017fDT' }, 'invalid symbol'],
    [{ symbol: ' BTC-USDT' }, 'symbol must use canonical uppercase format'],
    [{ symbol: 'BTC -USDT' }, 'symbol must use canonical uppercase format'],
    [{ symbol: 'ABCDEFGHIJKLMNOP-USDT' }, 'symbol exceeds maximum length of 20 characters'],
    [{ orderType: 'limitFok' }, "invalid orderType 'limitFok'"],
    [{ orderType: 'constructor' }, "invalid orderType 'constructor'"],
    [{ orderType: '' }, "invalid orderType ''"],
    [{ price: '' }, 'price is required for limitGtc orders'],
    [{ orderType: 'limitAlo', price: null }, 'price is required for limitAlo orders'],
    [{ triggerPrice: '1' }, 'triggerPrice must be empty for limitGtc orders'],
    [{ isTriggerMarket: true }, 'isTriggerMarket must be false for limitGtc orders'],
    [{ expiresAt: START_S + 60 }, 'expiresAt is only valid for limitGtd orders'],
    [{ orderType: 'limitGtd', expiresAt: -1 }, 'expiresAt is required for limitGtd orders'],
    [{ price: 'abc' }, 'price is invalid: not a decimal number'],
    [{ price: '-1' }, 'price is negative'],
    [{ clientOrderId: 'x'.repeat(256) }, 'clientOrderId: input too long (max 255 characters)'],
    [{ clientOrderId: 'a b' }, 'clientOrderId: invalid string'],
    [{ clientOrderId: 'é' }, 'clientOrderId: invalid string'],
    [{ clientOrderId: '__internal-1' }, 'clientOrderId: input uses reserved internal clientOrderId prefix'],
  ])('%j', (change, text) => {
    expect(validateOne(change)).toEqual(invalid(`order 0: ${text}`));
  });

  test.each([
    [{ ...MARKET, price: '94000' }, 'price must be empty for market orders'],
    [{ ...MARKET, triggerPrice: '1' }, 'triggerPrice must be empty for market orders'],
    [{ ...MARKET, isTriggerMarket: true }, 'isTriggerMarket must be false for market orders'],
    [{ ...MARKET, expiresAt: START_S + 60 }, 'expiresAt is only valid for limitGtd orders'],
    [{ ...STOP, triggerPrice: '' }, 'triggerPrice is required for triggerSl orders'],
    [{ ...STOP, price: '1' }, 'price must be empty when isTriggerMarket is true'],
    [{ ...STOP, isTriggerMarket: false }, 'price is required when isTriggerMarket is false'],
    [{ ...STOP, triggerPrice: 'x' }, 'triggerPrice is invalid: not a decimal number'],
    [{ ...STOP, triggerPrice: '-1' }, 'triggerPrice is negative'],
    [{ ...STOP, triggerPrice: '0' }, 'triggerPrice is zero'],
    [{ ...STOP, triggerPriceType: 'index' }, 'trigger-price type unrecognised'],
    [{ ...STOP, expiresAt: START_S + 60 }, 'expiresAt is only valid for limitGtd orders'],
    [{ ...TWAP, triggerPrice: '1' }, 'triggerPrice must be empty for twap orders'],
    [{ ...TWAP, intervalSeconds: -1 }, 'intervalSeconds must not be negative for twap orders'],
    [{ ...TWAP, durationSeconds: 0 }, 'durationSeconds must be positive for twap orders'],
  ])('%j', (item, text) => {
    expect(validate({ orders: [item] })).toEqual(invalid(`order 0: ${text}`));
  });

  test('grouping and source are checked before an item becomes an order', () => {
    expect(validate({ orders: [STOP], grouping: 'other' })).toEqual(invalid('invalid grouping'));
    expect(validate({ orders: [{ ...GTD, expiresAt: START_S + 9 }], source: 'x'.repeat(101) })).toEqual(
      invalid('invalid source attribute: exceeds maximum length of 100 characters'),
    );
  });

  test.each([
    [9, invalid('expiresAt needs to be at least 10 seconds in the future')],
    [86_401, invalid('expiresAt needs to be less than 24 hours in the future')],
  ])('a good-till-date order of %i seconds', (seconds, refusal) => {
    expect(validateOne({ expiresAt: START_S + seconds }, GTD)).toEqual(refusal);
  });

  test.each([10, 86_400])('a good-till-date order of %i seconds is taken', (seconds) => {
    expect(validateOne({ expiresAt: START_S + seconds }, GTD)).toMatchObject([
      { expiresAt: (START_S + seconds) * 1000 },
    ]);
  });
});

describe('the message and the commands', () => {
  test('texts are signed exactly as sent, absent ones empty, a symbol from beside the orders, and unsigned fields not at all', () => {
    const orders = [
      { ...LIMIT, price: '094000.50', quantity: '.010', clientOrderId: 'a', reduceOnly: true, postOnly: true },
      { side: 'sell', orderType: 'market', quantity: '1.0', price: null },
    ];
    expect(typed(placeOrders, { orders, grouping: 'na', source: 's', symbol: 'BTC-USDT' })).toEqual({
      type: 'PlaceOrders',
      values: {
        subAccountId: 5n,
        orders: [
          {
            symbol: 'BTC-USDT',
            side: 'buy',
            orderType: 'limitGtc',
            price: '094000.50',
            triggerPrice: '',
            quantity: '.010',
            reduceOnly: true,
            isTriggerMarket: false,
            clientOrderId: 'a',
            closePosition: false,
          },
          {
            symbol: 'BTC-USDT',
            side: 'sell',
            orderType: 'market',
            price: '',
            triggerPrice: '',
            quantity: '1.0',
            reduceOnly: false,
            isTriggerMarket: false,
            clientOrderId: '',
            closePosition: false,
          },
        ],
        grouping: 'na',
        nonce: 9n,
        expiresAfter: 0n,
      },
    });
  });

  test('a missing grouping is signed as the empty text', () => {
    expect(typed(placeOrders, { orders: [LIMIT] })).toMatchObject({ values: { grouping: '' } });
  });

  test('commands carry one spelling of a decimal and the fallback symbol', () => {
    const item = {
      side: 'buy',
      orderType: 'limitGtc',
      price: '094000.50',
      quantity: '.010',
      clientOrderId: 'A-1.=/+_',
    };
    expect(new TestVenue().parse(placeOrders, { orders: [item], symbol: 'ETH-USDT', source: 'web' })).toEqual([
      {
        type: 'PlaceOrder',
        account: 0,
        symbol: 'ETH-USDT',
        side: 'buy',
        orderType: 'limitGtc',
        price: '94000.5',
        quantity: '0.01',
        reduceOnly: false,
        postOnly: false,
        clientId: 'A-1.=/+_',
        expiresAt: null,
        source: 'web',
      },
    ]);
  });
});

describe('statuses', () => {
  const FIRST = '1948058938469519360';
  const SECOND = '1948058938469519361';

  test('a resting order, and one with an expiry in milliseconds', () => {
    const venue = new TestVenue();
    expect(venue.send(placeOrders, { orders: [{ ...LIMIT, clientOrderId: 'mine' }, GTD] })).toEqual({
      statuses: [
        { resting: { order: { venueId: FIRST, clientId: 'mine' }, id: FIRST } },
        { resting: { order: { venueId: SECOND, clientId: '' }, id: SECOND, expiresAt: (START_S + 60) * 1000 } },
      ],
    });
    expect(venue.state.orders.size).toBe(2);
  });

  test('a fill through two levels reports its size and average, also when the rest goes on resting', () => {
    const venue = new TestVenue();
    const sell = { ...LIMIT, side: 'sell' };
    venue.send(placeOrders, {
      orders: [
        { ...sell, price: '95000', quantity: '0.01' },
        { ...sell, price: '95010', quantity: '0.02' },
      ],
    });
    expect(venue.send(placeOrders, { orders: [{ ...LIMIT, price: '95010', quantity: '0.05' }] }, 1)).toEqual({
      statuses: [
        {
          filled: {
            order: { venueId: '1948058938469519362', clientId: '' },
            id: '1948058938469519362',
            totalSize: '0.03',
            avgPrice: '95006.67',
          },
        },
      ],
    });
    expect(venue.state.orders.size).toBe(1);
  });

  test('an order that may not rest and finds no match is canceled', () => {
    const venue = new TestVenue();
    expect(venue.send(placeOrders, { orders: [{ ...LIMIT, orderType: 'limitIoc' }] })).toEqual({
      statuses: [{ canceled: { order: { venueId: FIRST, clientId: '' }, id: FIRST } }],
    });
    expect(venue.state.orders.size).toBe(0);
  });

  test('rejections stand beside what was placed, and name the order only by its client id', () => {
    const venue = new TestVenue();
    const orders = [
      MARKET,
      { ...LIMIT, symbol: 'ABC-USDT', clientOrderId: 'c1' },
      LIMIT,
      { ...LIMIT, orderType: 'limitAlo', quantity: '0.000001' },
    ];
    expect(venue.send(placeOrders, { orders })).toEqual({
      statuses: [
        { error: 'no liquidity', errorCode: 'NO_LIQUIDITY' },
        { error: 'market not found', errorCode: 'MARKET_NOT_FOUND', order: { venueId: null, clientId: 'c1' } },
        { resting: { order: { venueId: FIRST, clientId: '' }, id: FIRST } },
        { error: 'invalid quantity', errorCode: 'INVALID_VALUE' },
      ],
    });
  });
});
