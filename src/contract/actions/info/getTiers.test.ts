import { expect, test } from 'vitest';
import { handMadeState } from '../../hand-made.test-helper.ts';
import { ask } from './responses.test-helper.ts';
import { getTiers } from './getTiers.ts';

test('volume tiers by ascending volume, custom tiers last', () => {
  const limits = { maxSubAccounts: 1, maxOrdersPerMarket: 10, maxTotalOrders: 50, maxBorrowCapacity: '0' };
  expect(ask(getTiers, handMadeState())).toEqual([
    {
      tierId: 'tier_0',
      tierType: 'volume',
      tierName: 'Regular User',
      minTradeVolume: '0',
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0005',
      ...limits,
    },
    {
      tierId: 'tier_2',
      tierType: 'volume',
      tierName: 'Tier 2',
      minTradeVolume: '5000000',
      makerFeeRate: '0.00016',
      takerFeeRate: '0.0004',
      ...limits,
    },
    {
      tierId: 'market_maker',
      tierType: 'custom',
      tierName: 'Market Maker',
      minTradeVolume: '0',
      makerFeeRate: '-0.00005',
      takerFeeRate: '0.00017',
      ...limits,
    },
  ]);
});

test('costs 50 tokens', () => {
  expect(getTiers.cost({})).toBe(50);
});
