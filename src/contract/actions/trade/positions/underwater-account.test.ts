import { STANDARD_RISK } from '../../../../engine/config.test-helper.ts';
import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../../../../engine/accounts/collateral.test-helper.ts';
import type { JsonObject } from '../../../json.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { getPortfolio } from '../funds/getPortfolio.ts';
import { getPositions } from './getPositions.ts';
import { getSubAccount } from '../subaccounts/getSubAccount.ts';
import { getWithdrawableAmounts } from '../funds/getWithdrawableAmounts.ts';
import { placeIsolatedOrder } from '../orders/placeIsolatedOrder.ts';
import { placeOrders } from '../orders/placeOrders.ts';

/** What reads say of an account that has lost more than it holds, in a world without liquidations. */

const UNTOUCHED = { ...STANDARD_RISK, liquidation: false, forcedExchange: false };

const trade = (venue: TestVenue, price: string, [buyer, seller]: readonly [number, number]): void => {
  const order = { symbol: 'BTC-USDT', orderType: 'limitGtc', price, quantity: '1' };
  venue.send(placeOrders, { orders: [{ ...order, side: 'sell' }] }, seller);
  venue.send(placeOrders, { orders: [{ ...order, side: 'buy' }] }, buyer);
};

/** Account 1, with 10,000 USDT and 10 WETH, is long 1 BTC from 95,000 when bitcoin falls to 45,000. */
function underwater(): TestVenue {
  const venue = new TestVenue(collateralConfig('10', { risk: UNTOUCHED }));
  trade(venue, '95000', [1, 0]);
  venue.control({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 4_500_000_000_000 });
  return venue;
}

const summaryOf = (venue: TestVenue): unknown => (venue.read(getSubAccount, {}, 1) as JsonObject).crossMarginSummary;

describe('an account worth less than nothing', () => {
  test('has no debt while its balance is positive, and nothing to withdraw', () => {
    expect(summaryOf(underwater())).toEqual({
      // 9,952.5 + 33,000 - 50,000
      accountValue: '-7047.50',
      // 9,952.5 + 31,350 - 50,000
      adjustedAccountValue: '-8697.50',
      availableMargin: '-13197.50',
      totalUnrealizedPnl: '-50000.00',
      maintenanceMargin: '225.00',
      initialMargin: '4500.00',
      withdrawable: '0.00',
      debt: '0.00',
    });
  });

  test('owes what it has realized and does not hold', () => {
    const venue = underwater();
    trade(venue, '45000', [0, 1]);
    expect(summaryOf(venue)).toMatchObject({
      // 10,000 less 47.5 and 9 of fees, less 50,000
      debt: '40056.50',
      accountValue: '-7056.50',
      adjustedAccountValue: '-8706.50',
      totalUnrealizedPnl: '0.00',
      withdrawable: '0.00',
    });
    const [{ assets }] = venue.read(getPortfolio, {}, 1) as [{ assets: JsonObject[] }];
    expect(assets[0]).toMatchObject({ asset: 'USDT', free: '-40056.5', locked: '0', total: '-40056.5' });
    expect(assets[1]).toMatchObject({ asset: 'WETH', free: '0', locked: '10', total: '10', value: '33000.00' });
  });

  test('can withdraw nothing of anything', () => {
    const nothing = { withdrawableAmount: '0', pendingWithdraw: '0' };
    const rows = {
      items: [
        { symbol: 'USDT', quantity: '9952.5', withdrawFee: '5', ...nothing },
        { symbol: 'WETH', quantity: '10', withdrawFee: '0.0017', ...nothing },
      ],
      totalWithdrawableUsdt: '0.00',
    };
    expect(underwater().read(getWithdrawableAmounts, { symbols: ['USDT', 'WETH'] }, 1)).toEqual(rows);
  });
});

const FIGURES = ['usedMargin', 'maintenanceMargin', 'liquidationPrice'] as const;

/** The figures of one market as both reads give them. */
const bothOf = (venue: TestVenue): unknown[] => {
  const [position] = venue.read(getPositions, {}, 1) as JsonObject[];
  const [listed] = (venue.read(getSubAccount, {}, 1) as { positions: JsonObject[] }).positions;
  return [position, listed].map((record) => FIGURES.map((figure) => record?.[figure]));
};

describe('getPositions and getSubAccount say the same', () => {
  test('of a cross position', () => {
    const figures = ['4500.00', '225.00', expect.any(String)];
    const both = bothOf(underwater());
    expect(both).toEqual([figures, figures]);
    expect(both[0]).toEqual(both[1]);
  });

  test('of an isolated one', () => {
    const venue = new TestVenue({ risk: UNTOUCHED });
    const order = { symbol: 'BTC-USDT', orderType: 'limitGtc', price: '95000', quantity: '0.1' };
    venue.send(placeOrders, { orders: [{ ...order, side: 'sell' }] });
    const isolated = { order: { ...order, side: 'buy' }, leverage: '20', isolatedMargin: '500' };
    venue.send(placeIsolatedOrder, isolated, 1);
    // 500 less a fee of 4.75; 9,500 - 495.25 over 0.1 x (1 - 0.005)
    const figures = ['495.25', '47.50', '90500'];
    expect(bothOf(venue)).toEqual([figures, figures]);
  });
});
