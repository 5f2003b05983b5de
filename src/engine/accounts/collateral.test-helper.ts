import { unitsOf } from '../../kernel/decimal.ts';
import { UNIT } from '../../kernel/units.ts';
import { testConfig } from '../config.test-helper.ts';
import type { CollateralSpec, ExchangeConfig } from '../config.ts';

/** Priced at 3,300 by ETH-USDT: 5 % off below 500,000, 10 % of what is above, 20 % of what is above 2,000,000. */
const WETH: CollateralSpec = {
  asset: 'WETH',
  name: 'Wrapped ether',
  pricingPair: 'WETHUSD',
  priceMarket: 'ETH-USDT',
  quantityPrecision: 8,
  chainDecimals: 18,
  withdrawFee: unitsOf('0.0017'),
  depositCap: unitsOf('5000'),
  ltv: UNIT * 0.9,
  lltv: UNIT * 0.95,
  tiers: [
    { id: 1, name: 'one', minValue: 0n, maxValue: unitsOf('500000'), haircut: UNIT * 0.05, valueAddition: 0n },
    {
      id: 2,
      name: 'two',
      minValue: unitsOf('500000'),
      maxValue: unitsOf('2000000'),
      haircut: UNIT * 0.1,
      valueAddition: unitsOf('25000'),
    },
    {
      id: 3,
      name: 'three',
      minValue: unitsOf('2000000'),
      maxValue: null,
      haircut: UNIT * 0.2,
      valueAddition: unitsOf('225000'),
    },
  ],
};

/** The small world of engine tests with a second collateral; accounts 0 to 3 hold 10,000 USDT and some WETH. */
export function collateralConfig(weth = '10', change: Partial<ExchangeConfig> = {}): ExchangeConfig {
  const config = testConfig(change);
  return {
    ...config,
    collaterals: [...config.collaterals, WETH],
    devAccounts: config.devAccounts.map((dev) => ({
      ...dev,
      balances: [
        { asset: 'USDT', amount: unitsOf('10000') },
        { asset: 'WETH', amount: unitsOf(weth) },
      ],
    })),
  };
}
