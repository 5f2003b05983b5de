import { describe, expect, test } from 'vitest';
import { TestVenue, invalid, said } from '../actions/trade/venue.test-helper.ts';
import { placeOrders } from '../actions/trade/orders/placeOrders.ts';
import type { JsonObject } from '../json.ts';

const MAIN = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' };
const TAKE = {
  symbol: 'BTC-USDT',
  side: 'sell',
  orderType: 'triggerTp',
  triggerPrice: '096000.0',
  quantity: '.10',
  isTriggerMarket: true,
  clientOrderId: 'take',
};
const STOP = {
  ...TAKE,
  orderType: 'triggerSl',
  triggerPrice: '93000',
  triggerPriceType: 'last',
  clientOrderId: 'stop',
};

const commands = (orders: JsonObject[], grouping: string): unknown =>
  said(new TestVenue().parse(placeOrders, { orders, grouping }));

const PLACED = {
  type: 'PlaceConditional',
  account: 0,
  symbol: 'BTC-USDT',
  side: 'sell',
  price: '',
  quantity: '0.1',
  reduceOnly: false,
  closePosition: false,
  source: '',
} as const;
const TAKEN = {
  ...PLACED,
  orderType: 'triggerTp',
  triggerPrice: '96000',
  triggerPriceType: 'mark',
  clientId: 'take',
} as const;
const STOPPED = {
  ...PLACED,
  orderType: 'triggerSl',
  triggerPrice: '93000',
  triggerPriceType: 'last',
  clientId: 'stop',
} as const;

describe('the commands of conditional orders', () => {
  test('alone they are commands of their own, in one spelling', () => {
    expect(commands([TAKE, STOP], 'na')).toEqual([TAKEN, STOPPED]);
  });

  test('one that closes the position may leave out its quantity, whatever stands there', () => {
    for (const quantity of ['', '0', 'all']) {
      expect(commands([{ ...STOP, quantity, closePosition: true }], '')).toMatchObject([{ closePosition: true }]);
    }
  });

  test('a normal group is one command: main order, take profit, stop loss', () => {
    expect(commands([STOP, MAIN, TAKE], 'normalTpsl')).toMatchObject([
      {
        type: 'PlaceGroup',
        symbol: 'BTC-USDT',
        main: { type: 'PlaceOrder', price: '94000' },
        pairs: [[TAKEN, STOPPED]],
      },
    ]);
  });

  test('several pairs are cut where a type comes again', () => {
    const orders = [TAKE, TAKE, STOP, MAIN, STOP, TAKE].map((order, index) => ({
      ...order,
      clientOrderId: `o${index}`,
    }));
    const [group] = commands(orders, 'multipleTpsl') as [{ pairs: { clientId: string }[][] }];
    expect(group.pairs.map((pair) => pair.map(({ clientId }) => clientId))).toEqual([
      ['o0'],
      ['o1', 'o2'],
      ['o4', 'o5'],
    ]);
  });

  test('those of a position keep their order and have no main one', () => {
    expect(commands([STOP, TAKE], 'positionTpsl')).toEqual([
      { type: 'PlaceGroup', account: 0, symbol: 'BTC-USDT', main: null, pairs: [[STOPPED, TAKEN]] },
    ]);
  });

  test('the fallback symbol counts as the symbol of an item', () => {
    const { symbol: _, ...plain } = MAIN;
    const params = { orders: [plain, TAKE], grouping: 'normalTpsl', symbol: 'BTC-USDT' };
    expect(new TestVenue().parse(placeOrders, params)).toMatchObject([
      { symbol: 'BTC-USDT', main: { symbol: 'BTC-USDT' } },
    ]);
    expect(said(new TestVenue().parse(placeOrders, { ...params, symbol: 'ETH-USDT' }))).toEqual(
      invalid('all orders must have the same symbol'),
    );
  });
});

describe('statuses of linked orders', () => {
  const ID = '1948058938469519360';

  test('rejected, each has an entry of its own', () => {
    const orders = [{ ...MAIN, price: '99751' }, TAKE, STOP];
    const rejected = { error: 'price out of bounds', errorCode: 'PRICE_OUT_OF_BOUNDS' };
    expect(new TestVenue().send(placeOrders, { orders, grouping: 'normalTpsl' })).toEqual({
      statuses: [
        rejected,
        { ...rejected, order: { venueId: null, clientId: 'take' } },
        { ...rejected, order: { venueId: null, clientId: 'stop' } },
      ],
    });
  });

  test('a main order that takes nothing is canceled, and its children with it', () => {
    const orders = [{ ...MAIN, orderType: 'limitIoc' }, STOP];
    expect(new TestVenue().send(placeOrders, { orders, grouping: 'normalTpsl' })).toMatchObject({
      statuses: [{ canceled: { id: ID } }, { canceled: { id: '1948058938469519361' } }],
    });
  });

  test('conditional orders in the quiet wait as resting', () => {
    expect(new TestVenue().send(placeOrders, { orders: [TAKE], grouping: 'na' })).toEqual({
      statuses: [{ resting: { order: { venueId: ID, clientId: 'take' }, id: ID } }],
    });
  });
});
