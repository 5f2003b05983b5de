import { describe, expect, test } from 'vitest';
import { checksOf } from './checks.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { mostQuantity } from './room.ts';

const TERMS = {
  symbol: 'BTC-USDT',
  baseAsset: 'BTC',
  settleAsset: 'USDT',
  priceIncrement: '1',
  orderSizeIncrement: '0.00001',
  minOrderPrice: '1',
  minOrderSize: '0.001',
  minNotionalValue: '10',
  maxMarketOrderSize: '10',
  maxLimitOrderSize: '100',
  limitOrderPriceCapRatio: '0.05',
  limitOrderPriceFloorRatio: '0.05',
} as const;
const NOW = { mark: '95000', most: '12.1', available: '115000' };

const checked = (changes: Partial<Draft>, now = NOW): unknown[] =>
  checksOf({ ...EMPTY_DRAFT, symbol: 'BTC-USDT', ...changes }, TERMS, now).map(({ field, text }) => [field, text]);

describe('an order that is being typed', () => {
  test('has nothing wrong while it is empty, or fits', () => {
    expect(checked({})).toEqual([]);
    expect(checked({ price: '94995', quantity: '0.2' })).toEqual([]);
  });

  test.each<[Partial<Draft>, string, string]>([
    [{ price: '94500.37' }, 'price', '94,500.37 is no multiple of the tick 1; use 94,500 or 94,501'],
    [{ price: 'x' }, 'price', 'x is no number; write digits, such as 12.5'],
    [{ price: '99751' }, 'price', '99,751 is more than 5% over the mark 95,000; use 99,750 or less'],
    [{ side: 'sell', price: '90249' }, 'price', '90,249 is more than 5% under the mark 95,000; use 90,250 or more'],
    [{ quantity: '0.0000001' }, 'quantity', '0.0000001 is no multiple of the lot 0.00001; use 0.00001'],
    [{ quantity: '0.0009' }, 'quantity', '0.0009 is less than the least quantity 0.001; use 0.001 or more'],
    [
      { kind: 'market', quantity: '15' },
      'quantity',
      '15 is more than the most quantity of a market order, 10; use 10 or less',
    ],
    [
      { quantity: '13' },
      'quantity',
      'The quantity needs more margin than the 115,000.00 USDT that are free; use 12.1 or less, or a higher leverage',
    ],
    [
      { kind: 'twap', quantity: '0.1' },
      'quantity',
      'The quantity is worth 9,500.00 USDT, less than the least value 10,000.00; use 0.10527 or more',
    ],
    [{ kind: 'stop', trigger: '0.5' }, 'trigger', '0.5 is no multiple of the tick 1; use 1'],
    [{ kind: 'twap', duration: '10' }, 'duration', '10 s is no duration of a TWAP; use 300 to 86,400'],
  ])('%j is told so', (changes, field, text) => {
    expect(checked(changes)).toEqual([[field, text]]);
  });

  test('a price that is not shown is not checked', () => {
    expect(checked({ kind: 'market', price: '0.5' })).toEqual([]);
  });

  test('an order that only closes may be small, and takes no margin', () => {
    expect(checked({ quantity: '0.0005', reduceOnly: true }, { ...NOW, most: '0' })).toEqual([]);
  });
});

describe('the most that an account can pay for', () => {
  const tier = (from: string, to: string, rate: string) => ({
    minPositionSize: from,
    maxPositionSize: to,
    maxLeverage: 100,
    initialMarginRequirement: rate,
    maintenanceMarginRequirement: '0.005',
    maintenanceDeductionValue: '0',
  });
  const INPUT = {
    market: { ...TERMS, maintenanceMarginTiers: [tier('0', '500000', '0.01'), tier('500001', '', '0.02')] },
    ...{ price: 100_000, isMarket: false, leverage: 10, takerFee: 0, available: 10_000, closes: 0, isClosing: false },
  };

  test('is bound by margin, by the tier of its value, and by the market', () => {
    expect(mostQuantity(INPUT)).toBe('1');
    expect(mostQuantity({ ...INPUT, leverage: 100 })).toBe('5');
    expect(mostQuantity({ ...INPUT, available: 1e9, isMarket: true })).toBe('10');
    expect(mostQuantity({ ...INPUT, available: -5 })).toBe('0');
  });

  test('grows by what it closes', () => {
    expect(mostQuantity({ ...INPUT, closes: 0.5 })).toBe('1.5');
    expect(mostQuantity({ ...INPUT, closes: 0.5, isClosing: true })).toBe('0.5');
  });
});
