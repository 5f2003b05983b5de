import type { OpenTotals, Position } from '../../../../engine/state.ts';
import { FewMap } from '../../../../kernel/tables.ts';
import { expect, test } from 'vitest';
import { testConfig } from '../../../../engine/config.test-helper.ts';
import { unitsOf } from '../../../../kernel/decimal.ts';
import { TestVenue, START } from '../venue.test-helper.ts';
import { getSubAccount } from './getSubAccount.ts';
import { getSubAccounts } from './getSubAccounts.ts';
import { placeOrders } from '../orders/placeOrders.ts';

const MASTER = '1867542890123456789';
const LIMITS = { maxBorrowCapacity: '0', maxOrdersPerMarket: 200, maxSubAccounts: 5, maxTotalOrders: 1000 };
const RATES = { makerFeeRate: '0.0002', takerFeeRate: '0.0005', tierName: 'market_maker' };

/** A world in which account 0 also holds 2 WETH, priced by the ETH market at 3,300 and cut by 5 %. */
function withWeth(): TestVenue {
  const { collaterals, devAccounts } = testConfig();
  const [usdt] = collaterals;
  const [first, ...others] = devAccounts;
  if (!usdt || !first) throw new Error('the test world changed');
  const tiers = [{ id: 1, name: 'all', minValue: 0n, maxValue: null, haircut: 5_000_000, valueAddition: 0n }];
  const weth = { ...usdt, asset: 'WETH', priceMarket: 'ETH-USDT', quantityPrecision: 8, tiers };
  const balances = [...first.balances, { asset: 'WETH', amount: unitsOf('2') }];
  return new TestVenue({ collaterals: [usdt, weth], devAccounts: [{ ...first, balances }, ...others] });
}

test('collateral at its index price and after its haircut', () => {
  const record = withWeth().read(getSubAccount) as Record<string, unknown>;
  expect(record).toEqual({
    subAccountId: MASTER,
    masterAccountId: null,
    subAccountName: record.subAccountName,
    collaterals: [
      {
        symbol: 'USDT',
        quantity: '1000000',
        price: '1',
        collateralValue: '1000000.00',
        adjustedCollateralValue: '1000000.00',
        haircutRate: '0',
        haircutAdjustment: '0',
        pendingWithdraw: '0',
        withdrawable: '1000000',
        calculatedAt: 0,
      },
      {
        symbol: 'WETH',
        quantity: '2',
        price: '3300',
        collateralValue: '6600.00',
        adjustedCollateralValue: '6270.00',
        haircutRate: '0.05',
        haircutAdjustment: '0',
        pendingWithdraw: '0',
        withdrawable: '2',
        calculatedAt: START,
      },
    ],
    crossMarginSummary: {
      accountValue: '1006600.00',
      availableMargin: '1006270.00',
      totalUnrealizedPnl: '0.00',
      maintenanceMargin: '0.00',
      initialMargin: '0.00',
      withdrawable: '1000000.00',
      adjustedAccountValue: '1006270.00',
      debt: '0.00',
    },
    positions: [],
    marketPreferences: { leverages: { 'BTC-USDT': 10, 'ETH-USDT': 10 } },
    feeRates: RATES,
    accountLimits: LIMITS,
    tier_id: 'market_maker',
    tier_name: 'market_maker',
  });
  expect(typeof record.subAccountName).toBe('string');
});

test('a position, its margin and the fee paid for it', () => {
  const venue = new TestVenue();
  const order = { symbol: 'BTC-USDT', orderType: 'limitGtc', price: '95000', quantity: '1' };
  venue.send(placeOrders, { orders: [{ ...order, side: 'buy' }] }, 1);
  venue.send(placeOrders, { orders: [{ ...order, side: 'sell' }] });
  venue.state.accounts.get(0)?.leverage.set('BTC-USDT', 20);
  expect(venue.read(getSubAccount)).toMatchObject({
    collaterals: [{ symbol: 'USDT', quantity: '999952.5' }],
    crossMarginSummary: {
      accountValue: '999952.50',
      initialMargin: '4750.00',
      maintenanceMargin: '475.00',
      availableMargin: '995202.50',
    },
    marketPreferences: { leverages: { 'BTC-USDT': 20, 'ETH-USDT': 10 } },
    positions: [
      {
        symbol: 'BTC-USDT',
        side: 'short',
        entryPrice: '95000.00',
        quantity: '1',
        pnl: '0',
        upnl: '0',
        usedMargin: '4750.00',
        maintenanceMargin: '475.00',
      },
    ],
  });
});

test('lists all subaccounts of a master account, the master first, for each of their ids', () => {
  const venue = new TestVenue();
  const { state } = venue;
  const master = state.accounts.get(0);
  const wallet = master && state.wallets.get(master.owner);
  if (!master || !wallet) throw new Error('the test world changed');
  const open = (no: number, of: number | null): void => {
    const maps = {
      balances: new FewMap<string, bigint>(),
      pendingWithdraw: new FewMap<string, bigint>(),
      positions: new FewMap<string, Position>(),
      open: new FewMap<string, OpenTotals>(),
    };
    state.accounts.set(no, {
      ...master,
      ...maps,
      leverage: new FewMap(),
      clientIds: new FewMap(),
      no,
      master: of,
      name: `n${no}`,
      liveOrders: 0,
      delegations: new FewMap(),
    });
    wallet.accounts.unshift(no);
  };
  open(7, 0);
  open(8, 0);
  // Another master account of the same wallet is no part of this family.
  open(9, null);
  for (const asked of [0, 8]) {
    expect(venue.read(getSubAccounts, {}, asked)).toMatchObject({
      subAccounts: [
        { subAccountId: MASTER, masterAccountId: null, delegatedSigners: [], feeRates: RATES },
        {
          subAccountId: '1867542890123456796',
          masterAccountId: MASTER,
          subAccountName: 'n7',
          collaterals: [],
          delegatedSigners: [],
        },
        { subAccountId: '1867542890123456797', masterAccountId: MASTER, subAccountName: 'n8', accountLimits: LIMITS },
      ],
    });
    expect((venue.read(getSubAccounts, {}, asked) as { subAccounts: unknown[] }).subAccounts).toHaveLength(3);
  }
});
