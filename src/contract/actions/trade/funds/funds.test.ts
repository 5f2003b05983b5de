import { describe, expect, test } from 'vitest';
import { collateralConfig } from '../../../../engine/accounts/collateral.test-helper.ts';
import type { TradeWrite } from '../../../action.ts';
import type { JsonObject } from '../../../json.ts';
import { createSubaccount } from '../subaccounts/createSubaccount.ts';
import { TestVenue, invalid, said, typed, undecodable } from '../venue.test-helper.ts';
import { getBalanceUpdates } from '../history/getBalanceUpdates.ts';
import { getTransfers } from '../history/getTransfers.ts';
import { getWithdrawableAmounts } from './getWithdrawableAmounts.ts';
import { transferCollateral } from './transferCollateral.ts';
import { updateSubAccountName } from '../subaccounts/updateSubAccountName.ts';
import { voluntaryCollateralExchange } from './voluntaryCollateralExchange.ts';
import { withdrawCollateral } from './withdrawCollateral.ts';

const WALLET = '0x9999999999999999999999999999999999999999';
const ids = { subAccountId: 5n, nonce: 9n, expiresAfter: 0n };

describe('what is signed', () => {
  test('a transfer: the destination of either spelling, the amount as it is', () => {
    const signed = {
      type: 'TransferCollateral',
      values: { amount: '.50', expiresAfter: 0n, nonce: 9n, subAccountId: 5n, symbol: 'USDT', to: 7n },
    };
    for (const key of ['to', 'destinationSubAccountId']) {
      expect(typed(transferCollateral, { [key]: '7', symbol: 'USDT', amount: '.50' })).toEqual(signed);
    }
  });

  test('a withdrawal', () => {
    const sent = { symbol: 'USDT', amount: '10.0', destination: WALLET };
    expect(typed(withdrawCollateral, sent)).toEqual({ type: 'WithdrawCollateral', values: { ...ids, ...sent } });
  });

  test('an exchange, also in its older shape', () => {
    const values = { ...ids, sourceAsset: 'WETH', targetUSDTAmount: 'all' };
    const signed = { type: 'VoluntaryCollateralExchange', values };
    expect(typed(voluntaryCollateralExchange, { sourceAsset: 'WETH', targetUSDTAmount: 'all' })).toEqual(signed);
    expect(typed(voluntaryCollateralExchange, { fromSymbol: 'WETH', toSymbol: 'USDT', fromAmount: 'all' })).toEqual(
      signed,
    );
  });

  test('a creation signs its subaccount as the master; a missing name is empty', () => {
    const { subAccountId: masterSubAccountId, ...rest } = ids;
    expect(typed(createSubaccount, {})).toEqual({
      type: 'CreateSubaccount',
      values: { masterSubAccountId, name: '', ...rest },
    });
    expect(typed(updateSubAccountName, { name: 'hedge' })).toEqual({
      type: 'UpdateSubAccountName',
      values: { ...ids, name: 'hedge' },
    });
  });

  test.each<[string, TradeWrite, JsonObject, unknown]>([
    ['a number for an amount', transferCollateral, { to: '7', symbol: 'USDT', amount: 5 }, undecodable()],
    [
      'two destinations',
      transferCollateral,
      { to: '7', destinationSubAccountId: '8' },
      invalid('cannot specify both to and destinationSubAccountId with different values'),
    ],
    ['a destination of words', transferCollateral, { to: 'home' }, invalid('to must be a valid positive integer')],
    ['no destination', withdrawCollateral, { symbol: 'USDT', amount: '1' }, invalid('destination address is required')],
    ['a name that is none', createSubaccount, { name: 7 }, undecodable()],
    ['no source', voluntaryCollateralExchange, {}, invalid('sourceAsset is required')],
  ])('nothing, for %s', (_what, action, params, refusal) => {
    expect(said(typed(action, params))).toEqual(refusal);
  });
});

describe('responses', () => {
  test('a transfer says nothing, a withdrawal names itself', () => {
    const venue = new TestVenue(collateralConfig());
    venue.send(createSubaccount, {});
    const to = String(1867542890123456789n + 4n);
    expect(venue.send(transferCollateral, { to, symbol: 'USDT', amount: '1' })).toEqual({});
    // The first digits of SHA-256 of "7|withdrawal|10": seed, and the tenth movement after eight deposits and the transfer.
    expect(venue.send(withdrawCollateral, { symbol: 'WETH', amount: '1.50', destination: WALLET })).toEqual({
      requestId: 'ab97af48774ec70e',
      symbol: 'WETH',
      amount: '1.5',
      destination: WALLET,
      timestamp: 0,
      withdrawTime: 0,
    });
    expect(venue.read(getWithdrawableAmounts, { symbols: ['WETH', 'DOGE'] })).toEqual({
      items: [
        { symbol: 'WETH', withdrawableAmount: '8.5', quantity: '8.5', pendingWithdraw: '1.5', withdrawFee: '0.0017' },
        { symbol: 'DOGE', withdrawableAmount: '0', quantity: '0', pendingWithdraw: '0', withdrawFee: '0' },
      ],
      // 9,999 and 8.5 x 3,135
      totalWithdrawableUsdt: '36646.50',
    });
  });

  test('an exchange responds with its terms', () => {
    const venue = new TestVenue(collateralConfig());
    expect(venue.send(voluntaryCollateralExchange, { sourceAsset: 'WETH', targetUSDTAmount: '3135' })).toEqual({
      sourceAsset: 'WETH',
      sourceAmountTaken: '1',
      targetAsset: 'USDT',
      targetAmount: '3135',
      indexPrice: '3300',
      effectiveHaircut: '0.05',
      collateral: [
        { symbol: 'USDT', quantity: '13135' },
        { symbol: 'WETH', quantity: '9' },
      ],
    });
  });

  test('a movement without optional parts leaves their keys out', () => {
    const row = {
      id: '8',
      action: 'TRANSFER',
      status: 'success',
      amount: '-1',
      fee: '0',
      grossAmount: '1',
      collateral: 'USDT',
      usdtNotional: '1',
      timestamp: 1_767_571_200_000,
      destinationAddress: null,
      txHash: null,
      fromSubAccountId: null,
      toSubAccountId: null,
    } as const;
    const venue = new TestVenue();
    const response = venue.read(getBalanceUpdates, {}, 0, { balanceUpdates: () => [row] });
    const { destinationAddress: _d, txHash: _t, fromSubAccountId: _f, toSubAccountId: _s, ...record } = row;
    expect(response).toEqual({ balanceUpdates: [{ ...record, subAccountId: '1867542890123456789' }] });
  });

  test('filters and pages reach the views', () => {
    const venue = new TestVenue();
    const now = venue.state.now;
    expect(venue.parse(getBalanceUpdates, { actionFilter: 'TRANSFER, DEPOSIT', offset: 10_000 })).toEqual({
      actionFilter: ['DEPOSIT', 'TRANSFER'],
      window: { from: now - 604_800_000, to: now },
      limit: 50,
      offset: 10_000,
    });
    expect(venue.parse(getTransfers, { symbol: 'weth', limit: 1000 })).toEqual({
      symbol: 'WETH',
      window: { from: now - 2_592_000_000, to: now },
      limit: 1000,
      offset: 0,
    });
  });
});
