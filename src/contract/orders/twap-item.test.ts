import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../kernel/errors.ts';
import type { JsonObject } from '../json.ts';
import { ORDER_ITEM, type OrderItem } from './order-item.ts';
import { toPlaceTwap, twapFault } from './order-rules.ts';

const SOUND = { symbol: 'BTC-USDT', side: 'buy', orderType: 'twap', quantity: '1', durationSeconds: 300 };

function item(change: JsonObject = {}): OrderItem {
  const read = ORDER_ITEM.read({ ...SOUND, ...change }, undefined);
  if (isRefusal(read)) throw new Error(read.message);
  return read;
}

describe('twapFault', () => {
  test.each<[JsonObject, string | undefined]>([
    [{}, undefined],
    [{ durationSeconds: 86_400, intervalSeconds: 600, sizeVarianceBps: 2_000, intervalVarianceBps: 100 }, undefined],
    [{ durationSeconds: 299 }, 'durationSeconds must be between 300 and 86400'],
    [{ durationSeconds: 86_401 }, 'durationSeconds must be between 300 and 86400'],
    [{ intervalSeconds: 45 }, 'intervalSeconds must be one of 10, 30, 60, 120, 180, 300, 600'],
    [{ intervalSeconds: 180 }, 'TWAP must have at least 2 chunks'],
    [{ durationSeconds: 360, intervalSeconds: 180 }, undefined],
    [{ sizeVarianceBps: 2_100 }, 'sizeVarianceBps must be a multiple of 100 between 0 and 2000'],
    [{ intervalVarianceBps: 50 }, 'intervalVarianceBps must be a multiple of 100 between 0 and 2000'],
  ])('%j', (change, fault) => {
    expect(twapFault({ items: [item(change)], grouping: 'twap' })).toBe(fault);
  });

  test('the terms are checked in their order', () => {
    const wrong = { durationSeconds: 1, intervalSeconds: 1, sizeVarianceBps: 1, intervalVarianceBps: 1 };
    const found: (string | undefined)[] = [];
    const repairs = [
      {},
      { durationSeconds: 300 },
      { intervalSeconds: 600 },
      { intervalSeconds: 30 },
      { sizeVarianceBps: 0 },
    ];
    let change: JsonObject = wrong;
    for (const repair of repairs) {
      change = { ...change, ...repair };
      found.push(twapFault({ items: [item(change)], grouping: 'twap' })?.split(' ')[0]);
    }
    expect(found).toEqual(['durationSeconds', 'intervalSeconds', 'TWAP', 'sizeVarianceBps', 'intervalVarianceBps']);
  });

  test('grouping and type go together, and a TWAP comes alone', () => {
    const plain = item({ orderType: 'market' });
    const alone = 'TWAP request must contain exactly one order';
    expect(twapFault({ items: [item(), item()], grouping: 'twap' })).toBe(alone);
    expect(twapFault({ items: [plain, item()], grouping: 'na' })).toBe(alone);
    expect(twapFault({ items: [item(), item()], grouping: '' })).toBe(alone);
    expect(twapFault({ items: [item()], grouping: '' })).toBeUndefined();
    expect(twapFault({ items: [item()], grouping: 'na' })).toBeUndefined();
    expect(twapFault({ items: [item()], grouping: 'normalTpsl' })).toBe('invalid grouping');
    expect(twapFault({ items: [plain], grouping: 'twap' })).toBe("order 0: invalid orderType 'market'");
    expect(twapFault({ items: [plain, plain], grouping: 'na' })).toBeUndefined();
  });
});

test('a TWAP becomes a command in chunks and milliseconds', () => {
  const sent = item({
    symbol: 'ETH-USDT',
    price: '095000.0',
    durationSeconds: 329,
    clientOrderId: 'c',
    sizeVarianceBps: 100,
  });
  expect(toPlaceTwap(sent, { account: 3, source: 'bot' })).toEqual({
    type: 'PlaceTwap',
    account: 3,
    symbol: 'ETH-USDT',
    side: 'buy',
    price: '95000',
    quantity: '1',
    reduceOnly: false,
    clientId: 'c',
    source: 'bot',
    chunks: 10,
    intervalMs: 30_000,
    sizeVarianceBps: 100,
    intervalVarianceBps: 0,
  });
});
