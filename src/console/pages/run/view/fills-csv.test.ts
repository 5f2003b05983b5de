import { expect, test } from 'vitest';
import type { Fill } from '../../../../scenarios/strategy.ts';
import { fillsCsv } from './fills-csv.ts';

const FILL: Fill = {
  time: 1_767_571_200_250,
  symbol: 'BTC-USDT',
  tradeId: '1',
  orderId: '2',
  clientOrderId: null,
  side: 'buy',
  price: '95000.5',
  quantity: '0.1',
  fee: '-0.475',
  liquidity: 'maker',
};

test('a fill is a row below the header', () => {
  expect(fillsCsv('alice', [FILL])).toBe(
    'time,timeMs,account,symbol,side,price,quantity,fee,liquidity,tradeId,orderId,clientOrderId\r\n' +
      '2026-01-05T00:00:00.250Z,1767571200250,alice,BTC-USDT,buy,95000.5,0.1,-0.475,maker,1,2,\r\n',
  );
});

test.each([
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', "'=1+1"],
  ['@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
])('the client order id %s is written as %s', (clientOrderId, cell) => {
  expect(fillsCsv('alice', [{ ...FILL, clientOrderId }]).endsWith(`,2,${cell}\r\n`)).toBe(true);
});
