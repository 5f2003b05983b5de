import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { UNIT } from '../../../kernel/units.ts';
import { BackedVenue } from './backed-venue.test-helper.ts';

describe('a debt that outgrows what backs it', () => {
  // 10 WETH at 3,300 carry 31,350 at lltv and 29,700 at ltv.
  test('may reach lltv, and is brought to ltv one unit beyond it', () => {
    const venue = new BackedVenue({ WETH: '10' });
    venue.owe(0, '31350');
    expect(venue.sell()).toEqual([]);
    venue.owe(0, '0.00000001');
    expect(venue.sell()).toEqual([
      {
        type: 'CollateralExchanged',
        at: 1_767_571_200_000,
        transfer: 9,
        account: 0,
        source: 'WETH',
        // x with debt - x <= 0.9 (33,000 - x): 16,500.0000001 in steps of 0.000033.
        taken: unitsOf('5.00000001'),
        takenValue: unitsOf('16500.000033'),
        target: 'USDT',
        received: unitsOf('16500.000033'),
        price: unitsOf('3300'),
        haircut: 0,
        forced: true,
      },
    ]);
    expect(venue.held(0)).toEqual({ USDT: '-14849.99996701', WETH: '4.99999999', BTC: '0' });
    expect(venue.sell()).toEqual([]);
  });

  // 128,000 carry 121,600 at lltv. All WETH brings the debt within lltv of the BTC, 90,250, but not to ltv, 85,500.
  test('takes the assets in the order of the configuration until ltv', () => {
    const venue = new BackedVenue({ WETH: '10', BTC: '1' });
    venue.owe(0, '121600');
    expect(venue.sell()).toEqual([]);
    venue.owe(0, '0.01');
    expect(venue.sold()).toEqual([
      ['WETH', '10', '33000', true],
      ['BTC', '0.32631685', '31000.10075', undefined],
    ]);
    expect(venue.held(0)).toEqual({ USDT: '-57599.90925', WETH: '0', BTC: '0.67368315' });
  });

  test('takes all there is when that is not enough', () => {
    const venue = new BackedVenue({ WETH: '10', BTC: '1' });
    venue.owe(0, '200000');
    expect(venue.sold()).toEqual([
      ['WETH', '10', '33000', true],
      ['BTC', '1', '95000', undefined],
    ]);
    expect(venue.held(0)).toEqual({ USDT: '-72000', WETH: '0', BTC: '0' });
    expect(venue.sell()).toEqual([]);
  });

  test('is measured with a collateral at its peg', () => {
    const venue = new BackedVenue({ WETH: '10' });
    venue.owe(0, '15675');
    venue.run({ type: 'SetPeg', asset: 'WETH', peg: UNIT / 2 });
    expect(venue.sell()).toEqual([]);
    venue.owe(0, '0.01');
    // 16,500 at the peg; 8,250.1 of it, in steps of 0.0000165.
    expect(venue.sold()).toEqual([['WETH', '5.00006061', '8250.1000065', undefined]]);
  });

  test('is measured after open gains, and a loss adds nothing to it', () => {
    const venue = new BackedVenue({ WETH: '10', BTC: '5' });
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.1', '95000');
    venue.run({ type: 'TransferCollateral', from: 0, to: 2, asset: 'BTC', amount: unitsOf('5') });
    const cash = venue.account(0).balances.get('USDT') ?? 0n;
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 96_000 * UNIT });
    venue.owe(0, '31450', cash);
    expect(venue.sell()).toEqual([]);
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 95_990 * UNIT });
    // A gain of 99 leaves a debt of 31,351: 16,510 of it, in steps of 0.000033.
    expect(venue.sold()).toEqual([['WETH', '5.00303031', '16510.000023', undefined]]);
    const losing = new BackedVenue({ WETH: '10', BTC: '5' });
    losing.place(1, 'sell', '0.1', '95000');
    losing.place(0, 'buy', '0.1', '95000');
    losing.run({ type: 'TransferCollateral', from: 0, to: 2, asset: 'BTC', amount: unitsOf('5') });
    losing.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 90_000 * UNIT });
    losing.owe(0, '31350', cash);
    expect(losing.sell()).toEqual([]);
  });
});

describe('a debt beyond the capacity of the tier', () => {
  test('is brought down to it, and no further', () => {
    const venue = new BackedVenue({ WETH: '10' }, { capacity: '5000' });
    venue.owe(0, '5000');
    expect(venue.sell()).toEqual([]);
    venue.owe(0, '1000');
    expect(venue.sold()).toEqual([['WETH', '0.30303031', '1000.000023', undefined]]);
    expect(venue.held(0)['USDT']).toBe('-4999.999977');
  });

  test('takes a second asset where the first is not enough, and asks for no ltv', () => {
    const venue = new BackedVenue({ WETH: '0.1', BTC: '1' }, { capacity: '86000' });
    venue.owe(0, '86500');
    expect(venue.sold()).toEqual([
      ['WETH', '0.1', '330', undefined],
      ['BTC', '0.00178948', '170.0006', undefined],
    ]);
  });

  test('of 0 sets no limit', () => {
    const venue = new BackedVenue({ WETH: '10' }, { capacity: '0' });
    venue.owe(0, '31350');
    expect(venue.sell()).toEqual([]);
  });
});

describe('no forced exchange happens to', () => {
  test('an account whose figures rest on a stale price, until the price is fresh', () => {
    const venue = new BackedVenue({ WETH: '10', BTC: '1' });
    venue.owe(0, '125000');
    venue.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true });
    venue.advance(59_999);
    expect(venue.sold()).toHaveLength(2);
    const stale = new BackedVenue({ WETH: '10', BTC: '1' });
    stale.owe(0, '125000');
    stale.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true });
    stale.advance(60_000);
    expect(stale.sell()).toEqual([]);
    stale.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: false });
    expect(stale.sold()).toHaveLength(2);
  });

  test('an account is sold although the collateral of another is stale', () => {
    const venue = new BackedVenue({ WETH: '10' });
    venue.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true });
    venue.advance(60_000);
    venue.owe(0, '31351');
    expect(venue.sold()).toHaveLength(1);
  });

  test('a position in a market that is stale holds it up, an isolated one does not', () => {
    const order = { orderType: 'limitGtc', price: '95000', quantity: '0.01', side: 'buy', reduceOnly: false } as const;
    const terms = {
      ...order,
      account: 0,
      symbol: 'BTC-USDT',
      postOnly: false,
      clientId: '',
      expiresAt: null,
      source: '',
    };
    const isolated = new BackedVenue({ WETH: '10' });
    isolated.run({ type: 'Deposit', account: 0, asset: 'USDT', amount: unitsOf('200') });
    isolated.place(1, 'sell', '0.01', '95000');
    isolated.run({ ...terms, type: 'PlaceIsolatedOrder', leverage: 10, margin: unitsOf('200') });
    const cross = new BackedVenue({ WETH: '10' });
    cross.place(1, 'sell', '0.01', '95000');
    cross.run({ ...terms, type: 'PlaceOrder' });
    for (const venue of [isolated, cross]) {
      expect(venue.account(0).positions.get('BTC-USDT')?.lots).toBe(1_000);
      venue.owe(0, '50000');
      venue.run({ type: 'SetFeed', symbol: 'BTC-USDT', frozen: true });
      venue.advance(60_000);
    }
    expect(isolated.sold()).toHaveLength(1);
    expect(cross.sold()).toEqual([]);
  });

  test('the vault, which has rules of its own', () => {
    const venue = new BackedVenue({ WETH: '10' });
    venue.run({ type: 'TransferCollateral', from: 0, to: VAULT_NO, asset: 'WETH', amount: unitsOf('10') });
    // It began with 1,000,000.
    venue.owe(VAULT_NO, '1032000');
    expect(venue.next(VAULT_NO)).toBeNull();
    venue.owe(1, '32000');
    expect(venue.next(1)).toMatchObject({ type: 'CollateralExchanged', account: 1 });
  });

  test('an account without collateral, and one whose unrealized gains cover the debt', () => {
    const venue = new BackedVenue({});
    venue.owe(0, '1');
    expect(venue.sell()).toEqual([]);
    const pegged = new BackedVenue({ WETH: '0.00000001' });
    pegged.owe(0, '1');
    pegged.run({ type: 'SetPeg', asset: 'WETH', peg: 1 });
    expect(pegged.sell()).toEqual([]);
  });

  test('any account, in a world without forced exchanges', () => {
    const venue = new BackedVenue({ WETH: '10' }, { on: false });
    venue.owe(0, '32000');
    expect(venue.sell()).toEqual([]);
  });

  test('an account that is no candidate', () => {
    const venue = new BackedVenue({ WETH: '10' });
    venue.owe(0, '32000');
    venue.owe(1, '32000');
    expect(venue.sell([1]).map((event) => event.type === 'CollateralExchanged' && event.account)).toEqual([1]);
    expect(venue.sell([1, 0]).map((event) => event.type === 'CollateralExchanged' && event.account)).toEqual([0]);
  });
});
