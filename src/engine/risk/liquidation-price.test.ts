import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { collateralConfig } from '../accounts/collateral.test-helper.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig, MarginTier } from '../config.ts';
import { positionRiskOf } from './margin.ts';

const BTC = 'BTC-USDT';
const ETH = 'ETH-USDT';

/** 0.5 % up to 500,000, 1 % above, as wire 3.2 and 6.3 have it. */
const TIERS: readonly MarginTier[] = [
  {
    minNotional: 0n,
    maxNotional: unitsOf('500000'),
    maxLeverage: 100,
    initialRate: 1_000_000,
    maintenanceRate: 500_000,
    deduction: 0n,
  },
  {
    minNotional: unitsOf('500001'),
    maxNotional: null,
    maxLeverage: 50,
    initialRate: 2_000_000,
    maintenanceRate: 1_000_000,
    deduction: unitsOf('2500.005'),
  },
];

/** Account 0 has the funds given, account 1 is rich enough for the other side of everything. */
function poor(usdt: string, change: Partial<ExchangeConfig> = {}, weth = '0'): ExchangeConfig {
  const base = weth === '0' ? testConfig(change) : collateralConfig(weth, change);
  const other = weth === '0' ? [] : [{ asset: 'WETH', amount: unitsOf(weth) }];
  return {
    ...base,
    devAccounts: base.devAccounts.map((dev, index) => ({
      ...dev,
      balances: [{ asset: 'USDT', amount: index === 0 ? unitsOf(usdt) : unitsOf('10000000') }, ...other],
    })),
  };
}

class PriceVenue extends TestVenue {
  leverage(symbol: string, leverage: number): this {
    this.run({ type: 'SetLeverage', account: 0, symbol, leverage });
    return this;
  }

  /** Account 0 takes a position from account 1 at the mark. */
  open(symbol: string, side: 'buy' | 'sell', quantity: string, price: string): this {
    this.place(1, side === 'buy' ? 'sell' : 'buy', quantity, price, { symbol });
    const { refusal } = this.place(0, side, quantity, price, { symbol });
    expect(refusal).toBeNull();
    return this;
  }

  isolated(side: 'buy' | 'sell', quantity: string, margin: string): this {
    this.place(1, side === 'buy' ? 'sell' : 'buy', quantity, '95000');
    const { refusal } = this.run({
      type: 'PlaceIsolatedOrder',
      account: 0,
      symbol: BTC,
      side,
      orderType: 'limitGtc',
      price: '95000',
      quantity,
      reduceOnly: false,
      postOnly: false,
      clientId: '',
      expiresAt: null,
      source: '',
      leverage: 50,
      margin: unitsOf(margin),
    });
    expect(refusal).toBeNull();
    return this;
  }

  liquidationPrice(symbol = BTC): number {
    const position = this.account(0).positions.get(symbol);
    if (!position) throw new Error('a position is open');
    return positionRiskOf(this.engine.state, this.account(0), position).liquidationPrice;
  }

  /** Moves the mark, and says whether that liquidates account 0. */
  liquidatesAt(mark: number, symbol = BTC): boolean {
    const { refusal, events } = this.run({ type: 'SetMarkPrice', symbol, price: mark });
    expect(refusal).toBeNull();
    return events.some((event) => event.type === 'LiquidationBegan' && event.account === 0);
  }
}

const leveraged = (config: ExchangeConfig): PriceVenue => new PriceVenue(config).leverage(BTC, 50).leverage(ETH, 50);
const tiered: Partial<ExchangeConfig> = {
  markets: [testMarket(BTC, { marginTiers: TIERS })],
};

/** What account 0 has, where it says that ends, and the way the mark goes there. */
const CASES: readonly (readonly [string, () => PriceVenue, number, -1 | 1])[] = [
  // (95,000 - 2,952.5) / 0.995, where 2,952.5 is 3,000 less the fee of 47.5.
  ['a long', () => leveraged(poor('3000')).open(BTC, 'buy', '1', '95000'), 92_510, -1],
  // (95,000 + 2,952.5) / 1.005.
  ['a short', () => leveraged(poor('3000')).open(BTC, 'sell', '1', '95000'), 97_465, 1],
  // (9,500 - 295.25) / (0.1 x 0.995): the 99,700 beside it do not count.
  ['an isolated long', () => leveraged(poor('100000')).isolated('buy', '0.1', '300'), 92_510, -1],
  ['an isolated short', () => leveraged(poor('100000')).isolated('sell', '0.1', '300'), 97_465, 1],
  // (95,000 - 4,936 + 165) / 0.995: 5,000 less fees of 47.5 and 16.5; the other position needs 0.5 % of 33,000.
  [
    'a long beside another position',
    () => leveraged(poor('5000')).open(ETH, 'sell', '10', '3300').open(BTC, 'buy', '1', '95000'),
    90_682,
    -1,
  ],
  // (95,000 - 1,952.5 - 1,567.5) / 0.995: half a WETH at 3,300, 5 % off.
  ['a long on two collaterals', () => leveraged(poor('2000', {}, '0.5')).open(BTC, 'buy', '1', '95000'), 91_940, -1],
  // 570,000 is in the second tier, and so is what it ends at: (570,000 - 23,715 - 2,500.005) / (6 x 0.99).
  ['a long in its own tier', () => leveraged(poor('24000', tiered)).open(BTC, 'buy', '6', '95000'), 91_546, -1],
  // At 95,000 the notional is 513,000, in the second tier; (513,000 - 16,743.5) / (5.4 x 0.995) = 92,361 is in the first.
  [
    'a long that falls into a lower tier',
    () => leveraged(poor('17000', tiered)).open(BTC, 'buy', '5.4', '95000'),
    92_361,
    -1,
  ],
  // 494,000 is in the first tier; (494,000 + 17,753 + 2,500.005) / (5.2 x 1.01) = 97,916 in the second.
  [
    'a short that rises into a higher tier',
    () => leveraged(poor('18000', tiered)).open(BTC, 'sell', '5.2', '95000'),
    97_916,
    1,
  ],
];

describe('the liquidation price', () => {
  test.each(CASES)('of %s is where the account is liquidated', (_what, open, price, way) => {
    expect(open().liquidationPrice()).toBe(price);
    expect(open().liquidatesAt(price - way)).toBe(false);
    expect(open().liquidatesAt(price + way)).toBe(true);
  });

  test('changes with the other prices that the account depends on', () => {
    const venue = leveraged(poor('2000', {}, '0.5')).open(BTC, 'buy', '1', '95000');
    venue.run({ type: 'SetIndexPrice', symbol: ETH, price: 300_000_000_000 });
    // Half a WETH at 3,000, 5 % off, is 142.5 less.
    expect(venue.liquidationPrice()).toBe(92_083);
    expect(venue.liquidatesAt(92_084)).toBe(false);
    expect(venue.liquidatesAt(92_082)).toBe(true);
  });

  test('is 0 where no price reaches it', () => {
    expect(leveraged(poor('100000')).open(BTC, 'buy', '1', '95000').liquidationPrice()).toBe(0);
  });

  test('is reached by the index and by the mark alone', () => {
    const at = (price: number): boolean => {
      const venue = leveraged(poor('3000')).open(BTC, 'buy', '1', '95000');
      const { events } = venue.run({ type: 'SetIndexPrice', symbol: BTC, price: price * 100_000_000 });
      return events.some(({ type }) => type === 'LiquidationBegan');
    };
    expect([at(92_511), at(92_509)]).toEqual([false, true]);
  });
});
