import { describe, expect, test } from 'vitest';
import type { State } from '../../../engine/state.ts';
import { handMadeState, marketIn } from '../../hand-made.test-helper.ts';
import type { JsonObject } from '../../json.ts';
import { ask } from './responses.test-helper.ts';
import { getMarkets } from './getMarkets.ts';

const symbols = (state: State, params: JsonObject): string[] =>
  (ask(getMarkets, state, params) as { symbol: string }[]).map(({ symbol }) => symbol);

describe('a market record', () => {
  test('carries every trading rule as decimal text', () => {
    expect((ask(getMarkets, handMadeState()) as unknown[])[0]).toEqual({
      symbol: 'BTC-USDT',
      description: 'Bitcoin perpetual',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      settleAsset: 'USDT',
      isOpen: true,
      isCloseOnly: false,
      priceExponent: 0,
      quantityExponent: 5,
      priceIncrement: '1',
      minOrderSize: '0.001',
      orderSizeIncrement: '0.00001',
      largePositionPenalty: '0.1',
      contractSize: 1,
      maxMarketOrderSize: '10',
      maxLimitOrderSize: '100',
      minOrderPrice: '1',
      limitOrderPriceCapRatio: '0.05',
      limitOrderPriceFloorRatio: '0.05',
      marketOrderPriceCapRatio: '0.03',
      marketOrderPriceFloorRatio: '0.02',
      liquidationClearanceFee: '0.005',
      minNotionalValue: '10',
      defaultLeverage: 10,
      fundingRateCap: '0.02',
      fundingRateFloor: '-0.02',
      maintenanceMarginTiers: [
        {
          minPositionSize: '0',
          maxPositionSize: '500000',
          maxLeverage: 100,
          initialMarginRequirement: '0.01',
          maintenanceMarginRequirement: '0.005',
          maintenanceDeductionValue: '0',
        },
        {
          minPositionSize: '500001',
          maxPositionSize: '',
          maxLeverage: 50,
          initialMarginRequirement: '0.02',
          maintenanceMarginRequirement: '0.01',
          maintenanceDeductionValue: '2500.005',
        },
      ],
    });
  });

  test('distinguishes open, close-only and closed markets', () => {
    const state = handMadeState();
    marketIn(state, 'WTI-USDT').status = 'close_only';
    marketIn(state, 'ADA-USDT').status = 'closed';
    expect(ask(getMarkets, state)).toMatchObject([
      { symbol: 'BTC-USDT', isOpen: true, isCloseOnly: false },
      { symbol: 'WTI-USDT', isOpen: true, isCloseOnly: true },
      { symbol: 'ADA-USDT', isOpen: false, isCloseOnly: false },
    ]);
  });

  test('of a session market is not open out of hours', () => {
    const state = handMadeState();
    state.now = Date.UTC(2026, 0, 5, 7, 59, 59, 999);
    expect((ask(getMarkets, state) as unknown[])[1]).toMatchObject({ symbol: 'WTI-USDT', isOpen: false });
    state.now = Date.UTC(2026, 0, 5, 8);
    expect((ask(getMarkets, state) as unknown[])[1]).toMatchObject({ symbol: 'WTI-USDT', isOpen: true });
  });
});

describe('activeOnly', () => {
  const state = handMadeState();
  marketIn(state, 'WTI-USDT').status = 'closed';

  test('true leaves markets out that are not open', () => {
    expect(symbols(state, { activeOnly: true })).toEqual(['BTC-USDT', 'ADA-USDT']);
  });

  test.each([{}, { activeOnly: false }, { activeOnly: 'true' }, { activeOnly: 1 }, { activeOnly: null }])(
    '%j lists all markets',
    (params) => {
      expect(symbols(state, params)).toEqual(['BTC-USDT', 'WTI-USDT', 'ADA-USDT']);
    },
  );
});

test('costs 50 tokens', () => {
  expect(getMarkets.cost({})).toBe(50);
});
