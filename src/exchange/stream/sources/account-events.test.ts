import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { collateralConfig } from '../../../engine/accounts/collateral.test-helper.ts';
import { longVenue, newVenue, pushed, said, StreamVenue } from './stream-venue.test-helper.ts';

const START = 1_767_571_200_000;
const WALLET = `0x${'1'.repeat(40)}`;
const OTHER = `0x${'2'.repeat(40)}`;

/** The accounts of the world with a second collateral, one of them able to lose to. */
const wealthy = () =>
  collateralConfig().devAccounts.map((dev, index) => ({
    ...dev,
    balances: index === 1 ? [{ asset: 'USDT', amount: unitsOf('1000000') }] : dev.balances,
  }));

const deposit = { type: 'Deposit', account: 0, asset: 'USDT', amount: unitsOf('100') } as const;

describe('money', () => {
  test('a deposit is received, credited, and margin follows', () => {
    const { venue, frames } = newVenue();
    venue.run(deposit);
    const [received, credited, margin] = pushed(frames);
    const facts = {
      subAccountId: '1867542890123456789',
      collateral: 'USDT',
      quantity: '100',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      timestamp: START,
    };
    expect(received).toEqual({
      method: 'subAccountEvent',
      channel: 'subAccountUpdate',
      timestamp: START,
      data: { eventType: 'depositReceived', ...facts },
    });
    expect(credited?.data).toEqual({ eventType: 'depositCredited', ...facts });
    expect(margin?.data).toEqual({
      eventType: 'marginUpdate',
      subAccountId: '1867542890123456789',
      timestamp: START,
      crossMarginSummary: {
        accountValue: '1000100.00',
        availableMargin: '1000100.00',
        totalUnrealizedPnl: '0.00',
        maintenanceMargin: '0.00',
        initialMargin: '0.00',
        withdrawable: '1000100.00',
        adjustedAccountValue: '1000100.00',
        debt: '0.00',
      },
      collaterals: [
        {
          symbol: 'USDT',
          quantity: '1000100',
          price: '1',
          collateralValue: '1000100.00',
          adjustedCollateralValue: '1000100.00',
          haircutRate: '0',
          haircutAdjustment: '0',
          pendingWithdraw: '0',
          withdrawable: '1000100',
          calculatedAt: 0,
        },
      ],
      positions: [],
    });
    expect(frames).toEqual([]);
  });

  test.each(['success', 'failed'] as const)('a withdrawal that ends with %s', (outcome) => {
    const { venue, frames } = newVenue();
    venue.run({ type: 'PlanWithdrawal', account: 0, outcome });
    venue.run({
      type: 'WithdrawCollateral',
      account: 0,
      asset: 'USDT',
      amount: unitsOf('105'),
      destination: WALLET,
    });
    const begun = pushed(frames);
    const requestId = begun[0]?.data.requestId;
    expect(begun.map(({ data }) => data).slice(0, 2)).toEqual([
      {
        eventType: 'withdrawal',
        subAccountId: '1867542890123456789',
        requestId: expect.any(String) as string,
        symbol: 'USDT',
        amount: '105',
        destination: WALLET,
        fee: '5',
        timestamp: START,
      },
      {
        eventType: 'withdrawalStatus',
        subAccountId: '1867542890123456789',
        requestId,
        status: 'created',
        timestamp: START,
      },
    ]);
    expect(begun[2]?.data).toMatchObject({
      eventType: 'marginUpdate',
      collaterals: [{ quantity: '999895', pendingWithdraw: '105' }],
    });
    venue.advance(600_000);
    const ended = pushed(frames);
    const good = { status: 'completed', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string };
    const bad = { status: 'failed', failureReason: 'withdrawal failed on chain' };
    expect(ended[0]?.data).toEqual({
      eventType: 'withdrawalStatus',
      subAccountId: '1867542890123456789',
      requestId,
      ...(outcome === 'success' ? good : bad),
      timestamp: expect.any(Number) as number,
    });
    expect(ended[1]?.data).toMatchObject({
      eventType: 'marginUpdate',
      collaterals: [{ quantity: outcome === 'success' ? '999895' : '1000000', pendingWithdraw: '0' }],
    });
    expect(ended).toHaveLength(2);
  });

  test('a withdrawal that was under way before the stream ends under its request id', () => {
    const venue = new StreamVenue();
    venue.run({ type: 'WithdrawCollateral', account: 0, asset: 'USDT', amount: unitsOf('105'), destination: WALLET });
    const [pending] = venue.engine.state.withdrawals.values();
    const frames = venue.follow(0);
    venue.advance(600_000);
    expect(pushed(frames)[0]?.data).toMatchObject({ status: 'completed', requestId: pending?.requestId });
    expect(pending?.requestId).toMatch(/./);
  });

  test('a transfer is sent to both sides by their margin, and to no other subaccount', () => {
    const { venue, frames } = newVenue();
    const others = venue.follow(1);
    const third = venue.follow(2);
    venue.run({ type: 'TransferCollateral', from: 0, to: 1, asset: 'USDT', amount: unitsOf('40') });
    expect(pushed(frames).map(({ data }) => data)).toMatchObject([
      { eventType: 'marginUpdate', collaterals: [{ quantity: '999960' }] },
    ]);
    expect(pushed(others).map(({ data }) => data)).toMatchObject([
      { eventType: 'marginUpdate', collaterals: [{ quantity: '1000040' }] },
    ]);
    expect(third).toEqual([]);
  });

  test('an exchange of collateral that its owner asked for', () => {
    const venue = new StreamVenue(collateralConfig());
    const frames = venue.follow(0);
    const want = { kind: 'give', amount: unitsOf('2') } as const;
    venue.run({ type: 'ExchangeCollateral', account: 0, source: 'WETH', want });
    const [exchange, margin] = pushed(frames);
    expect(exchange?.data).toEqual({
      eventType: 'collateralExchange',
      subAccountId: '1867542890123456789',
      type: 'voluntary',
      fromCollateral: 'WETH',
      toCollateral: 'USDT',
      fromQuantity: '2',
      // At 3,300, less the haircut of 5 %.
      toQuantity: '6270',
      fee: '0',
      timestamp: START,
    });
    expect(margin?.data).toMatchObject({
      collaterals: [
        { symbol: 'USDT', quantity: '16270' },
        { symbol: 'WETH', quantity: '8' },
      ],
    });
  });

  test('one that the exchange makes, because a debt grew too large', () => {
    const venue = new StreamVenue(collateralConfig('10', { devAccounts: wealthy() }));
    venue.run({ type: 'TransferCollateral', from: 0, to: 2, asset: 'USDT', amount: unitsOf('9000') });
    venue.place(1, 'sell', '2', '95000');
    venue.place(0, 'buy', '2', '95000');
    venue.move(90_500);
    venue.place(1, 'buy', '2', '90500');
    venue.place(0, 'sell', '2', '90500');
    const frames = venue.follow(0);
    venue.move(850, 'ETH-USDT');
    const exchanges = pushed(frames).filter(({ data }) => data.eventType === 'collateralExchange');
    expect(exchanges.map(({ data }) => data)).toMatchObject([
      { type: 'auto', fromCollateral: 'WETH', toCollateral: 'USDT' },
    ]);
  });

  test('funding: one event for each position, then margin once', () => {
    const { venue, frames } = longVenue();
    venue.place(1, 'buy', '1', '3300', { symbol: 'ETH-USDT' });
    venue.place(0, 'sell', '1', '3300', { symbol: 'ETH-USDT' });
    frames.length = 0;
    venue.advance(3_600_000);
    const events = pushed(frames);
    expect(events.map(({ data }) => data.eventType)).toEqual(['funding', 'funding', 'marginUpdate']);
    expect(events.slice(0, 2).map(({ data }) => data)).toEqual([
      {
        eventType: 'funding',
        subAccountId: '1867542890123456789',
        timestamp: START + 3_600_000,
        symbol: 'BTC-USDT',
        positionSize: '0.1',
        fundingRate: '0.0000125',
        payment: '-0.11875',
        indexPrice: '95000',
      },
      {
        eventType: 'funding',
        subAccountId: '1867542890123456789',
        timestamp: START + 3_600_000,
        symbol: 'ETH-USDT',
        positionSize: '-1',
        fundingRate: '0.0000125',
        payment: '0.04125',
        indexPrice: '3300.0',
      },
    ]);
  });
});

describe('rights', () => {
  const grant = { type: 'GrantDelegation', account: 0, expiresAt: null } as const;
  const OWNER = `0x${'a'.repeat(40)}`;

  test('a delegation is added, and ends with all that its holder had granted', () => {
    const { venue, frames } = newVenue();
    venue.run({ ...grant, wallet: WALLET, permission: 'delegate', grantedBy: OWNER });
    venue.run({ ...grant, wallet: OTHER, permission: 'session', grantedBy: WALLET });
    venue.run({ type: 'RemoveDelegation', account: 0, wallet: WALLET });
    const [added, helper, ...revoked] = pushed(frames);
    expect(added?.data).toEqual({
      eventType: 'delegationAdded',
      subAccountId: '1867542890123456789',
      delegateAddress: WALLET,
      permissions: ['delegate'],
      addedBy: '0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa',
      addedAt: START,
    });
    expect(helper?.data).toMatchObject({ permissions: ['session'], addedBy: WALLET });
    expect(revoked.map(({ data }) => data)).toEqual([
      {
        eventType: 'delegationRevoked',
        subAccountId: '1867542890123456789',
        delegateAddress: WALLET,
        revokedAt: START,
      },
      { eventType: 'delegationRevoked', subAccountId: '1867542890123456789', delegateAddress: OTHER, revokedAt: START },
    ]);
  });

  test('one that expires is revoked at its millisecond', () => {
    const { venue, frames } = newVenue();
    venue.run({ ...grant, wallet: WALLET, permission: 'session', expiresAt: START + 5_000, grantedBy: OWNER });
    expect(pushed(frames)[0]?.data).toMatchObject({ expiresAt: START + 5_000 });
    venue.advance(4_999);
    expect(frames).toEqual([]);
    venue.advance(1);
    expect(said(frames)).toEqual([`delegationRevoked ${WALLET}`]);
  });
});
