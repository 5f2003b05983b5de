import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { collateralConfig } from '../../accounts/collateral.test-helper.ts';
import type { EngineEvent } from '../../event.ts';
import type { PlaceIsolatedOrder } from '../../command.ts';
import { checkAll, longVenue, ofType, RiskVenue, stepsOf } from '../risk-venue.test-helper.ts';

describe('a takeover', () => {
  test('moves the position at the mark and all that the account holds', () => {
    const venue = longVenue();
    const { events } = venue.move(87_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan vault',
      'LiquidationStaged vault',
      'OrderPlaced',
      'OrderPlaced',
      'Traded takeover',
      'TakenOver',
      'LiquidationEnded takenOver',
      'TimerArmed',
    ]);
    expect(ofType(events, 'Traded')).toMatchObject([
      {
        price: 87_000,
        quantity: 10_000,
        takerSide: 'sell',
        taker: { account: 0, fee: 0n, feeRate: 0, realizedPnl: unitsOf('-1300'), position: null },
        maker: { account: VAULT_NO, fee: 0n, feeRate: 0, position: { lots: 10_000, cost: unitsOf('8700') } },
      },
    ]);
    expect(ofType(events, 'TakenOver')).toMatchObject([
      { account: 0, symbol: null, assets: [{ asset: 'USDT', amount: unitsOf('150'), value: unitsOf('150') }] },
    ]);
    expect([venue.usdt(0), venue.lots(0), venue.usdt(VAULT_NO)]).toEqual([0n, 0, unitsOf('1000150')]);
    checkAll(venue);
  });

  test('marks the order of the account as a liquidation, and its own side as the vault', () => {
    const [taken, given] = ofType(longVenue().move(87_000).events, 'OrderPlaced').map(({ order }) => order);
    expect(taken).toMatchObject({
      account: 0,
      side: 'sell',
      triggeredByLiquidation: true,
      reduceOnly: true,
      source: '',
    });
    expect(given).toMatchObject({ account: VAULT_NO, side: 'buy', triggeredByLiquidation: false, source: 'vault' });
  });

  test('happens below half of maintenance, not at it', () => {
    // At 90,000 the position needs 450; with 1,225 there are exactly 225.
    const at = longVenue({ funds: ['1225', '100000', '100000'] });
    expect(stepsOf(at.move(90_000).events)).toEqual(['LiquidationBegan partial', 'LiquidationPaused', 'TimerArmed']);
    const below = longVenue({ funds: ['1224.999999', '100000', '100000'] });
    expect(stepsOf(below.move(90_000).events).at(-2)).toBe('LiquidationEnded takenOver');
  });

  test('pulls orders with the second level as the cause, or as taken over when the first came before', () => {
    const at_once = longVenue();
    at_once.place(0, 'buy', '0.01', '80000');
    expect(stepsOf(at_once.move(87_000).events)[1]).toBe('OrderCancelled takeover_breach');
    const later = longVenue();
    later.move(89_000);
    later.place(0, 'sell', '0.1', '92000', { reduceOnly: true });
    expect(stepsOf(later.move(87_000).events)[0]).toBe('OrderCancelled vault_takeover');
    checkAll(later);
  });

  test('does not wait for the end of a pause, whose timer it takes away', () => {
    const venue = longVenue();
    venue.move(89_000);
    expect(stepsOf(venue.move(87_000).events).at(-2)).toBe('LiquidationEnded takenOver');
    expect(venue.engine.state.timers.peek()?.job).toEqual({ kind: 'vaultUnwind' });
    expect(ofType(venue.wait(30_000), 'TimerFired')).toHaveLength(1);
    checkAll(venue);
  });

  test('of a bankrupt account leaves the vault with its loss', () => {
    const venue = longVenue();
    expect(stepsOf(venue.move(80_000).events).at(-2)).toBe('LiquidationEnded takenOver');
    expect([venue.usdt(0), venue.usdt(VAULT_NO)]).toEqual([0n, unitsOf('999450')]);
    checkAll(venue);
  });

  test('does not change public prices, volumes and other accounts', () => {
    const venue = longVenue();
    const { lastTrade } = venue.engine.state.markets.get('BTC-USDT') ?? {};
    const others = [venue.usdt(1), venue.usdt(2), venue.lots(1)];
    venue.move(87_000);
    expect(venue.engine.state.markets.get('BTC-USDT')?.lastTrade).toBe(lastTrade);
    expect(venue.engine.state.wallets.get(venue.account(0).owner)?.volume).toMatchObject({ total: unitsOf('10000') });
    expect([venue.usdt(1), venue.usdt(2), venue.lots(1)]).toEqual(others);
  });

  test('takes other collateral too, which the vault sells at the index price', () => {
    const config = collateralConfig('1');
    const venue = new RiskVenue({
      funds: ['100', '100000'],
      change: {
        collaterals: config.collaterals,
        devAccounts: [
          {
            address: `0x${'a'.repeat(40)}`,
            tierId: 'market_maker',
            balances: [
              { asset: 'USDT', amount: unitsOf('100') },
              { asset: 'WETH', amount: unitsOf('1') },
            ],
          },
          {
            address: `0x${'b'.repeat(40)}`,
            tierId: 'market_maker',
            balances: [{ asset: 'USDT', amount: unitsOf('100000') }],
          },
        ],
      },
    });
    venue.deal(0, 1, '0.1');
    // 100 and 3,135 after the haircut, less 3,100: 135 of the 345 that are needed.
    const { events } = venue.move(69_000);
    expect(ofType(events, 'TakenOver')[0]?.assets).toMatchObject([
      { asset: 'USDT', amount: unitsOf('-3000'), value: unitsOf('-3000') },
      { asset: 'WETH', amount: unitsOf('1'), value: unitsOf('3300') },
    ]);
    expect(ofType(events, 'CollateralExchanged')).toMatchObject([
      { account: VAULT_NO, source: 'WETH', taken: unitsOf('1'), received: unitsOf('3300'), haircut: 0, forced: true },
    ]);
    expect(venue.usdt(VAULT_NO)).toBe(unitsOf('1000300'));
    expect([...venue.account(0).balances.values()]).toEqual([0n, 0n]);
    checkAll(venue);
  });

  test('does not happen when the vault would have less than it then needs', () => {
    const venue = longVenue({ vaultFunds: '284' });
    // 284 and 150 are 434, and the position needs 435.
    expect(stepsOf(venue.move(87_000).events)).toEqual(['LiquidationBegan vault', 'LiquidationPaused', 'TimerArmed']);
    expect(venue.lots(0)).toBe(10_000);
    checkAll(venue);
    const enough = longVenue({ vaultFunds: '285' });
    expect(stepsOf(enough.move(87_000).events)).toContain('TakenOver');
    checkAll(enough);
  });
});

describe('an isolated market', () => {
  const order: PlaceIsolatedOrder = {
    type: 'PlaceIsolatedOrder',
    account: 0,
    symbol: 'BTC-USDT',
    side: 'buy',
    orderType: 'limitGtc',
    price: '100000',
    quantity: '0.1',
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
    leverage: 10,
    margin: unitsOf('1450'),
  };

  function isolatedVenue(vaultFunds = '1000000'): RiskVenue {
    const venue = new RiskVenue({ funds: ['2000', '100000', '100000'], vaultFunds });
    venue.place(1, 'sell', '0.1', '100000');
    venue.run(order);
    venue.place(0, 'buy', '0.1', '3000', { symbol: 'ETH-USDT' });
    return venue;
  }

  test('is liquidated for itself: its own orders are pulled, the cross side keeps what it has', () => {
    const venue = isolatedVenue();
    venue.place(0, 'sell', '0.05', '103000', { reduceOnly: true });
    venue.place(2, 'buy', '1', '89000');
    const { events } = venue.move(89_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan partial',
      'OrderCancelled maintenance_breach',
      'LiquidationStaged partial',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'LiquidationEnded healthy',
    ]);
    expect(ofType(events, 'LiquidationBegan')).toMatchObject([
      { account: 0, symbol: 'BTC-USDT', equity: unitsOf('350') },
    ]);
    expect(ofType(events, 'Traded')).toMatchObject([{ quantity: 2_373 }]);
    expect([venue.usdt(0), venue.account(0).liveOrders]).toEqual([unitsOf('550'), 1]);
    checkAll(venue);
  });

  test('is taken over with its margin alone', () => {
    const venue = isolatedVenue();
    const { events } = venue.move(87_000);
    expect(ofType(events, 'TakenOver')).toMatchObject([
      { symbol: 'BTC-USDT', assets: [{ asset: 'USDT', amount: unitsOf('150') }] },
    ]);
    expect(stepsOf(events)).toContain('IsolatedMarginReleased');
    expect([venue.usdt(0), venue.account(0).liveOrders, venue.account(0).isolated.size]).toEqual([
      unitsOf('550'),
      1,
      0,
    ]);
    checkAll(venue);
  });

  test('is deleveraged for itself', () => {
    const venue = isolatedVenue('0');
    const { events } = venue.move(85_000);
    expect(ofType(events, 'Traded')).toMatchObject([{ cause: 'adl', price: 85_500, quantity: 10_000 }]);
    expect([venue.usdt(0), venue.lots(0), venue.account(0).isolated.size]).toEqual([unitsOf('550'), 0, 0]);
    checkAll(venue);
  });
});

describe('a debt without collateral', () => {
  const covered = (events: readonly EngineEvent[]) => ofType(events, 'DeficitCovered').map(({ amount }) => amount);

  test('blocks withdrawals until the vault has paid it', () => {
    const venue = longVenue({ vaultFunds: '0' });
    venue.move(84_000);
    // Deleveraged at 85,500: nothing is owed. A debt left by hand stays while the vault has nothing.
    expect(venue.usdt(0)).toBe(0n);
    venue.owe(0, '41');
    const little = venue.run({ type: 'Deposit', account: 0, asset: 'USDT', amount: unitsOf('1') });
    expect(covered(little.events)).toEqual([]);
    const withdrawal = venue.run({
      type: 'WithdrawCollateral',
      account: 0,
      asset: 'USDT',
      amount: unitsOf('10'),
      destination: `0x${'e'.repeat(40)}`,
    });
    expect(withdrawal.refusal?.message).toBe('Insufficient withdrawable balance');
    const transfer = venue.run({ type: 'TransferCollateral', from: 0, to: 2, asset: 'USDT', amount: 1_000_000n });
    expect(transfer.refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(venue.usdt(0)).toBe(unitsOf('-40'));
    const deposit = venue.run({ type: 'Deposit', account: VAULT_NO, asset: 'USDT', amount: unitsOf('30') });
    expect(covered(deposit.events)).toEqual([unitsOf('30')]);
    const more = venue.run({ type: 'Deposit', account: VAULT_NO, asset: 'USDT', amount: unitsOf('30') });
    expect(covered(more.events)).toEqual([unitsOf('10')]);
    expect([venue.usdt(0), venue.usdt(VAULT_NO)]).toEqual([0n, unitsOf('20')]);
    checkAll(venue);
  });
});
