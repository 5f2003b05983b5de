import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { TestVenue } from '../../venue.test-helper.ts';
import { checkAll, longVenue, ofType, RiskVenue, stepsOf } from '../risk-venue.test-helper.ts';

describe('a liquidation order', () => {
  test('sells the fewest lots that heal, and the rest stays with the trader', () => {
    const venue = longVenue();
    venue.place(2, 'buy', '1', '89000');
    const { events } = venue.move(89_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan partial',
      'LiquidationStaged partial',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'LiquidationEnded healthy',
    ]);
    const [placed] = ofType(events, 'OrderPlaced');
    expect(placed?.order).toMatchObject({
      account: 0,
      side: 'sell',
      kind: 'market',
      orderType: 'market',
      quantity: 10_000,
      reduceOnly: true,
      triggeredByLiquidation: true,
      source: '',
    });
    // Each lot frees 0.0445 of maintenance and costs 0.00445: 95 are missing. 2,372 lots would leave 339.4446 of 339.446.
    const [trade] = ofType(events, 'Traded');
    expect(trade).toMatchObject({ quantity: 2_373, price: 89_000, cause: 'match' });
    expect(venue.lots(0)).toBe(7_627);
    expect(ofType(events, 'LiquidationEnded')).toMatchObject([
      { outcome: 'healthy', equity: unitsOf('339.44015'), maintenance: unitsOf('339.4015') },
    ]);
    expect(venue.engine.state.liquidations.size).toBe(0);
    checkAll(venue);
  });

  test('pays the clearance fee instead of the fee of a taker; the maker pays its own', () => {
    const venue = longVenue({ funds: ['1452', '100000', '100000'], tier: { makerRate: 20_000, takerRate: 50_000 } });
    // The two sides of the deal paid 2 and 5: account 0 took and has 1,447 left.
    venue.place(2, 'buy', '1', '89000');
    const [trade] = ofType(venue.move(89_000).events, 'Traded');
    // 98 are missing: 2,447 lots, 2,177.83 of notional.
    expect(trade?.taker).toMatchObject({ fee: unitsOf('10.88915'), feeRate: 500_000, feeTo: 'clearanceFees' });
    expect(trade?.maker).toMatchObject({ fee: unitsOf('0.435566'), feeRate: 20_000, feeTo: 'tradingFees' });
    const { clearanceFees, tradingFees } = venue.engine.state.house;
    expect([clearanceFees.get('USDT'), tradingFees.get('USDT')]).toEqual([unitsOf('10.88915'), unitsOf('7.435566')]);
    checkAll(venue);
  });

  test('pays no more than what is left, and closing the last position ends it', () => {
    const venue = longVenue();
    venue.place(2, 'buy', '1', '85600');
    const { events } = venue.move(88_000);
    // 250 are left, selling 2,400 below the mark costs 240, and the fee would be 42.8.
    expect(ofType(events, 'Traded')).toMatchObject([{ quantity: 10_000, taker: { fee: unitsOf('10') } }]);
    expect(stepsOf(events).at(-1)).toBe('LiquidationEnded closed');
    expect([venue.usdt(0), venue.lots(0)]).toEqual([0n, 0]);
    checkAll(venue);
  });

  test('is not placed where the book would leave less than nothing', () => {
    const venue = longVenue();
    venue.place(2, 'buy', '1', '85000');
    expect(stepsOf(venue.move(88_000).events)).toEqual(['LiquidationBegan partial', 'LiquidationPaused', 'TimerArmed']);
    expect(venue.lots(0)).toBe(10_000);
    checkAll(venue);
  });

  test('stops at the first price that would leave less than nothing', () => {
    const venue = longVenue();
    venue.place(2, 'buy', '0.01', '88000');
    venue.place(2, 'buy', '1', '84500');
    const { events } = venue.move(88_000);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan partial',
      'LiquidationStaged partial',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'LiquidationPaused',
      'TimerArmed',
    ]);
    expect(venue.lots(0)).toBe(9_000);
    checkAll(venue);
  });

  test('meets no price outside the band of a market order', () => {
    const venue = longVenue();
    venue.place(2, 'buy', '1', '84549');
    expect(stepsOf(venue.move(89_000).events)).toEqual(['LiquidationBegan partial', 'LiquidationPaused', 'TimerArmed']);
    checkAll(venue);
  });

  test('closes the position with the largest requirement first', () => {
    const venue = new RiskVenue({ funds: ['1600', '100000', '100000'] });
    venue.place(1, 'sell', '1', '3300', { symbol: 'ETH-USDT' });
    venue.place(0, 'buy', '1', '3300', { symbol: 'ETH-USDT' });
    venue.deal(0, 1, '0.1');
    venue.place(2, 'buy', '10', '3300', { symbol: 'ETH-USDT' });
    venue.place(2, 'buy', '0.001', '89000');
    // BTC needs 445, ether 16.5, and 500 are left at 89,000; at 88,500 it is 450 of 459.
    expect(stepsOf(venue.move(89_000).events)).toEqual([]);
    const { events } = venue.move(88_500);
    expect(ofType(events, 'OrderPlaced').map(({ order }) => [order.symbol, order.quantity])).toEqual([
      ['BTC-USDT', 10_000],
      ['ETH-USDT', 10_000],
    ]);
    checkAll(venue);
  });

  test('is tried again after a pause, in slices of a fifth while the position is large', () => {
    const venue = new RiskVenue({ funds: ['29000', '1000000', '1000000'] });
    venue.deal(0, 1, '2');
    venue.place(2, 'buy', '5', '89000');
    const { events } = venue.move(89_000);
    expect(ofType(events, 'OrderPlaced').map(({ order }) => order.quantity)).toEqual([40_000]);
    expect(stepsOf(events).slice(-4)).toEqual(['OrderPlaced', 'Traded match', 'LiquidationPaused', 'TimerArmed']);
    expect(venue.lots(0)).toBe(160_000);
    checkAll(venue);
    expect(stepsOf(venue.wait(29_999))).toEqual([]);
    const later = venue.wait(1);
    expect(stepsOf(later)).toEqual([
      'TimerFired',
      'LiquidationStaged partial',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'LiquidationEnded healthy',
    ]);
    // 298 are missing, 0.04005 a lot.
    expect(ofType(later, 'Traded')).toMatchObject([{ quantity: 7_441 }]);
    checkAll(venue);
  });

  test('waits for the end of the pause, though the book offers something sooner', () => {
    const venue = longVenue();
    venue.move(89_000);
    expect(TestVenue.seen(venue.place(2, 'buy', '1', '89000'))).toEqual(['OrderPlaced']);
    expect(stepsOf(venue.wait(30_000)).at(-1)).toBe('LiquidationEnded healthy');
    checkAll(venue);
  });

  test('cancels orders placed meanwhile, so that it cannot meet its own orders', () => {
    const venue = longVenue();
    venue.move(89_000);
    // Its middle is the index, so that the mark stays where it is.
    venue.place(0, 'sell', '0.1', '89500', { reduceOnly: true });
    venue.place(2, 'buy', '1', '88500');
    const later = venue.wait(30_000);
    expect(stepsOf(later)).toEqual([
      'TimerFired',
      'OrderCancelled maintenance_breach',
      'LiquidationStaged partial',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'LiquidationEnded healthy',
    ]);
    // Each lot frees 0.0445, loses 0.005 and costs 0.004425.
    expect(ofType(later, 'Traded')).toMatchObject([{ quantity: 2_709 }]);
    checkAll(venue);
  });
});

describe('a short', () => {
  test('is bought back', () => {
    const venue = new RiskVenue({ funds: ['1550', '100000', '100000'] });
    venue.deal(1, 0, '0.1');
    venue.place(2, 'sell', '1', '111000');
    // 0.1 x (100,000 - m) + 1,550 meets 0.005 m at 110,000.
    expect(stepsOf(venue.move(110_000).events)).toEqual([]);
    const { events } = venue.move(111_000);
    // 450 of 555: each lot frees 0.0555 and costs 0.00555.
    expect(ofType(events, 'Traded')).toMatchObject([{ quantity: 2_103, price: 111_000, takerSide: 'buy' }]);
    expect(stepsOf(events).at(-1)).toBe('LiquidationEnded healthy');
    checkAll(venue);
  });
});
