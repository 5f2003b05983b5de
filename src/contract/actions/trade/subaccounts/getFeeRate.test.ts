import { expect, test } from 'vitest';
import { TestVenue } from '../venue.test-helper.ts';
import { getFeeRate } from './getFeeRate.ts';

test('a custom tier has no level, and only volume tiers are listed', () => {
  expect(new TestVenue().read(getFeeRate)).toEqual({
    volume14d: '0',
    currentTier: {
      tierId: 'market_maker',
      tierLevel: null,
      tierType: 'custom',
      tierName: 'market_maker',
      minTradeVolume: '0',
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0005',
    },
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0005',
    referralDiscountApplied: false,
    referralDiscount: '0',
    tiers: [
      {
        tierLevel: 0,
        tierId: 'tier_1',
        tierName: 'tier_1',
        minTradeVolume: '0',
        makerFeeRate: '0.0002',
        takerFeeRate: '0.0005',
      },
    ],
  });
});
