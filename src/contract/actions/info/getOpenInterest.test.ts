import { expect, test } from 'vitest';
import { handMadeState, marketIn, NOON } from '../../hand-made.test-helper.ts';
import { ask, refusal } from './responses.test-helper.ts';
import { getAssets } from './getAssets.ts';
import { getCollaterals } from './getCollaterals.ts';
import { getOpenInterest } from './getOpenInterest.ts';

test('both sides of one market, or of all in the order of the configuration', () => {
  const state = handMadeState();
  marketIn(state, 'BTC-USDT').openInterest = 12_345;
  const btc = {
    symbol: 'BTC-USDT',
    openInterest: '0.2469',
    longOpenInterest: '0.12345',
    shortOpenInterest: '0.12345',
    timestamp: NOON,
  };
  expect(ask(getOpenInterest, state, { symbol: 'BTC-USDT' })).toEqual([btc]);
  expect(ask(getOpenInterest, state)).toMatchObject([btc, { symbol: 'WTI-USDT' }, { symbol: 'ADA-USDT' }]);
  expect(ask(getOpenInterest, state, { symbol: 'DOT-USDT' })).toEqual(
    refusal('INVALID_FORMAT', 400, 'market name invalid'),
  );
});

test('collaterals and assets name their precision in both spellings', () => {
  const state = handMadeState();
  const spec = {
    asset: 'WETH',
    name: 'Wrapped ether',
    pricingPair: 'WETHUSD',
    priceMarket: 'ETH-USDT',
    quantityPrecision: 8,
    chainDecimals: 18,
    withdrawFee: 170_000n,
    depositCap: 500_000_000_000n,
    ltv: 90_000_000,
    lltv: 95_000_000,
    tiers: [
      { id: 1, name: 'low', minValue: 0n, maxValue: 50_000_000_000_000n, haircut: 5_000_000, valueAddition: 0n },
      {
        id: 2,
        name: 'high',
        minValue: 50_000_000_000_000n,
        maxValue: null,
        haircut: 10_000_000,
        valueAddition: 2_500_000_000_000n,
      },
    ],
  };
  const rich = { ...state, config: { ...state.config, collaterals: [spec] } };
  expect(ask(getCollaterals, rich)).toEqual([
    {
      collateral: 'WETH',
      market: 'WETHUSD',
      depositCap: '5000',
      ltv: '0.9',
      lltv: '0.95',
      withdrawFee: '0.0017',
      quantityPrecision: 8,
      QuantityPrecision: 8,
      tiers: [
        {
          id: 1,
          name: 'low',
          minAmount: '0',
          maxAmount: '500000',
          valueRatio: '0.95',
          haircut: '0.05',
          valueAddition: '0',
        },
        {
          id: 2,
          name: 'high',
          minAmount: '500000',
          maxAmount: '',
          valueRatio: '0.9',
          haircut: '0.1',
          valueAddition: '25000',
        },
      ],
    },
  ]);
  expect(ask(getAssets, rich)).toEqual([
    {
      symbol: 'WETH',
      name: 'Wrapped ether',
      decimals: 18,
      quantityPrecision: 8,
      QuantityPrecision: 8,
      isCollateral: true,
      withdrawFee: '0.0017',
    },
  ]);
});
