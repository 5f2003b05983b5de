import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { adlBucketOf, rankedWinners } from '../adl-ranking.ts';
import { checkAll, ofType, RiskVenue, type RiskWorld, stepsOf } from '../risk-venue.test-helper.ts';

/**
 * Account 0 is long 0.1 at 100,000 with 1,450, account 4 long 0.03. Short are 1 with 0.04 at leverage 10, 2 with 0.04 at
 * leverage 5, 3 with 0.05 at leverage 8: all at 100,000, so that leverage alone ranks them.
 */
function crowd(change: Partial<RiskWorld> = {}): RiskVenue {
  const funds = ['1450', '100000', '100000', '100000', '100000', '100000'];
  const venue = new RiskVenue({ funds, vaultFunds: '0', ...change });
  for (const [account, leverage] of [
    [2, 5],
    [3, 8],
  ] as const) {
    venue.run({ type: 'SetLeverage', account, symbol: 'BTC-USDT', leverage });
  }
  venue.deal(0, 1, '0.04');
  venue.deal(0, 2, '0.04');
  venue.deal(0, 3, '0.02');
  venue.deal(4, 3, '0.03');
  return venue;
}

describe('deleveraging', () => {
  test('closes a bankrupt account against the winners in order of rank, at its bankruptcy price', () => {
    const venue = crowd();
    const { events } = venue.move(85_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan vault',
      'LiquidationStaged adl',
      'OrderPlaced',
      'OrderPlaced',
      'Traded adl',
      'Deleveraged',
      'OrderPlaced',
      'Traded adl',
      'Deleveraged',
      'OrderPlaced',
      'Traded adl',
      'Deleveraged',
      'LiquidationEnded deleveraged',
    ]);
    // 50 are missing for 0.1: 500 above the mark.
    const named = ofType(events, 'Deleveraged').map(({ winner, lots, price, rank, ranked, leverage, deficit }) => [
      winner,
      lots,
      price,
      rank,
      ranked,
      leverage,
      deficit,
    ]);
    expect(named).toEqual([
      [1, 4_000, 85_500, 1, 3, 10, unitsOf('50')],
      [3, 5_000, 85_500, 2, 3, 8, unitsOf('50')],
      [2, 1_000, 85_500, 3, 3, 5, unitsOf('50')],
    ]);
    expect([0, 1, 2, 3, 4].map((no) => venue.lots(no))).toEqual([0, 0, -3_000, 0, 3_000]);
    // Winners gain 14,500 a coin for what they gave up; the loser is left with nothing.
    expect([0, 1, 2, 3, 4].map((no) => venue.usdt(no))).toEqual(
      ['0', '100580', '100145', '100725', '100000'].map((amount) => unitsOf(amount)),
    );
    checkAll(venue);
  });

  test('names the figures a winner was ranked by, and takes no fee', () => {
    const { events } = crowd().move(85_000);
    expect(ofType(events, 'Deleveraged')[0]).toMatchObject({
      account: 0,
      symbol: null,
      market: 'BTC-USDT',
      mark: 85_000,
      unrealizedPnl: unitsOf('600'),
      cost: unitsOf('4000'),
    });
    const [first] = ofType(events, 'Traded');
    expect(first).toMatchObject({
      takerSide: 'sell',
      taker: { account: 0, fee: 0n, feeRate: 0 },
      maker: { account: 1, fee: 0n, feeRate: 0, realizedPnl: unitsOf('580') },
    });
    const orders = ofType(events, 'OrderPlaced').map(({ order }) => [
      order.account,
      order.quantity,
      order.reduceOnly,
      order.triggeredByLiquidation,
      order.source,
    ]);
    expect(orders).toEqual([
      [0, 10_000, true, true, ''],
      [1, 4_000, true, false, 'adl'],
      [3, 5_000, true, false, 'adl'],
      [2, 1_000, true, false, 'adl'],
    ]);
  });

  test('cancels reduce-only orders of a winner that no longer fit, and leaves other orders', () => {
    const venue = crowd();
    venue.place(1, 'buy', '0.04', '80000', { reduceOnly: true });
    venue.place(1, 'buy', '0.01', '79000');
    venue.place(2, 'buy', '0.03', '78000', { reduceOnly: true });
    const { events } = venue.move(85_000);
    expect(stepsOf(events).filter((word) => word.startsWith('OrderCancelled'))).toEqual(['OrderCancelled adl']);
    expect([venue.account(1).liveOrders, venue.account(2).liveOrders]).toEqual([1, 1]);
    checkAll(venue);
  });

  test('lets the vault pay first, as far as it can spare', () => {
    const some = crowd({ vaultFunds: '30' });
    const { events } = some.move(85_000);
    expect(ofType(events, 'DeficitCovered')).toMatchObject([{ liquidation: 1, account: 0, amount: unitsOf('30') }]);
    expect(new Set(ofType(events, 'Traded').map(({ price }) => price))).toEqual(new Set([85_200]));
    expect([some.usdt(0), some.usdt(VAULT_NO)]).toEqual([0n, 0n]);
    checkAll(some);
    const all = crowd({ vaultFunds: '100' });
    const paid = all.move(85_000).events;
    expect(ofType(paid, 'DeficitCovered')).toMatchObject([{ amount: unitsOf('50') }]);
    expect(new Set(ofType(paid, 'Traded').map(({ price }) => price))).toEqual(new Set([85_000]));
    expect([all.usdt(0), all.usdt(VAULT_NO)]).toEqual([0n, unitsOf('50')]);
    checkAll(all);
  });

  test('does not touch an account that is not bankrupt, and does not happen while it is switched off', () => {
    const solvent = crowd();
    expect(stepsOf(solvent.move(86_000).events)).toEqual(['LiquidationBegan vault', 'LiquidationPaused', 'TimerArmed']);
    expect(stepsOf(solvent.move(85_499).events).at(-1)).toBe('LiquidationEnded deleveraged');
    const off = crowd({ risk: { deleveraging: false } });
    expect(stepsOf(off.move(85_000).events)).toEqual(['LiquidationBegan vault', 'LiquidationPaused', 'TimerArmed']);
    expect(stepsOf(off.wait(30_000))).toEqual(['TimerFired', 'LiquidationPaused', 'TimerArmed']);
    checkAll(off);
  });

  test('rounds the price in favour of the loser', () => {
    // 50.05 are missing: 500.5 above the mark.
    const venue = crowd({ funds: ['1449.95', '100000', '100000', '100000', '100000'] });
    expect(ofType(venue.move(85_000).events, 'Traded').map(({ price }) => price)).toEqual([85_501, 85_501, 85_501]);
    expect(venue.usdt(0)).toBe(unitsOf('0.05'));
    checkAll(venue);
  });

  test('of a short moves the price down', () => {
    const venue = new RiskVenue({ funds: ['1450', '100000'], vaultFunds: '0' });
    venue.deal(1, 0, '0.1');
    expect(ofType(venue.move(115_000).events, 'Deleveraged')).toMatchObject([{ price: 114_500, lots: 10_000 }]);
    expect(venue.usdt(0)).toBe(0n);
    checkAll(venue);
  });

  test('of several positions spreads what is missing by notional', () => {
    const venue = new RiskVenue({ funds: ['1780', '100000'], vaultFunds: '0' });
    venue.place(1, 'sell', '1', '3300', { symbol: 'ETH-USDT' });
    venue.place(0, 'buy', '1', '3300', { symbol: 'ETH-USDT' });
    venue.deal(0, 1, '0.1');
    venue.move(3_000, 'ETH-USDT');
    // 1,780 less 300 less 2,000: 520 are missing, 8,000 and 3,000 are open.
    const { events } = venue.move(80_000);
    expect(ofType(events, 'Deleveraged').map(({ market, price, deficit }) => [market, price, deficit])).toEqual([
      ['BTC-USDT', 83_782, unitsOf('378.18181819')],
      ['ETH-USDT', 31_418, unitsOf('141.8')],
    ]);
    expect(venue.usdt(0)).toBe(0n);
    checkAll(venue);
  });

  test('does not touch those without a position on the other side', () => {
    const venue = crowd();
    const before = [venue.usdt(4), venue.usdt(5), venue.lots(4)];
    venue.move(85_000);
    expect([venue.usdt(4), venue.usdt(5), venue.lots(4)]).toEqual(before);
  });
});

const ALL = Number.MAX_SAFE_INTEGER;

describe('the ranking', () => {
  test('goes by profit ratio times leverage, then by position', () => {
    const venue = crowd();
    venue.move(99_000);
    const market = venue.engine.state.markets.get('BTC-USDT');
    if (!market) throw new Error('BTC-USDT is there');
    const accounts = (side: 'buy' | 'sell') =>
      rankedWinners(venue.engine.state, market, side, ALL).first.map(({ position }) => position.account);
    expect(accounts('sell')).toEqual([1, 3, 2]);
    expect(accounts('buy')).toEqual([0, 4]);
    // Now shorts lose, and the one with the highest leverage most.
    venue.move(101_000);
    expect(accounts('sell')).toEqual([2, 3, 1]);
  });

  test('puts the vault last, at any profit', () => {
    const venue = crowd();
    venue.move(99_000);
    const { markets } = venue.engine.state;
    const best = venue.account(1).positions.get('BTC-USDT');
    const market = markets.get('BTC-USDT');
    if (!best || !market) throw new Error('account 1 is short');
    venue.account(VAULT_NO).positions.set('BTC-USDT', { ...best, account: VAULT_NO, no: 0 });
    const { first, count } = rankedWinners(venue.engine.state, market, 'sell', ALL);
    expect(first.map(({ position }) => position.account)).toEqual([1, 3, 2, VAULT_NO]);
    expect(count).toBe(4);
    expect(rankedWinners(venue.engine.state, market, 'sell', 1)).toEqual({ first: first.slice(0, 1), count: 4 });
  });

  test('puts positions into fifths, once the minute they were opened in is over', () => {
    const venue = crowd();
    venue.move(99_000);
    const bucketOf = (no: number): number => {
      const position = venue.account(no).positions.get('BTC-USDT');
      if (!position) throw new Error(`account ${no} has a position`);
      return adlBucketOf(venue.engine.state, position);
    };
    expect([1, 3, 2, 0, 4].map(bucketOf)).toEqual([1, 1, 1, 1, 1]);
    venue.wait(60_000);
    expect([1, 3, 2, 0, 4].map(bucketOf)).toEqual([5, 4, 2, 5, 3]);
    venue.deal(4, 5, '0.01', '99000');
    expect([1, 3, 2, 5].map(bucketOf)).toEqual([5, 4, 2, 1]);
  });
});
