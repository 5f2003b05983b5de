import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../engine/invariants.ts';
import { summaryOf } from '../../engine/risk/margin.ts';
import { DEV_ACCOUNTS, Story } from './story.test-helper.ts';

const STALE = 'index price is stale, only orders that reduce a position are accepted';

/** Accounts 0 to 3 with 10,000 USDT each and a position against the population, taken within the first minute. */
function crowd(name: string, side: 'buy' | 'sell'): Story {
  const story = new Story(name).at(0.5);
  for (const [no, leverage] of [50, 40, 30, 20].entries()) {
    story.keep(no, { USDT: '10000' });
    story.run({ type: 'SetLeverage', account: no, symbol: 'BTC-USDT', leverage });
    expect(story.trade(no, side, (leverage / 20).toFixed(5))).toBeUndefined();
    story.at(0.6 + no / 10);
  }
  return story;
}

describe('what the stories do to those who bet against them', () => {
  test.each([
    ['crash', 'buy'],
    ['squeeze', 'sell'],
  ] as const)('%s liquidates one after the other, the boldest first', (name, side) => {
    const story = crowd(name, side);
    expect([0, 1, 2, 3].every((no) => story.lots(no) !== 0)).toBe(true);
    story.at(7);
    expect([0, 1, 2, 3].map(story.lots)).toEqual([0, 0, 0, 0]);
    const began = story.events.flatMap((event) =>
      event.type === 'LiquidationBegan' && event.account < DEV_ACCOUNTS ? [event.account] : [],
    );
    expect([...new Set(began)]).toEqual([0, 1, 2, 3]);
    expect(new Set(story.liquidations('LiquidationBegan')).size).toBeGreaterThan(3);
    checkInvariants(story.engine.state);
  });

  test('gap takes them all in the step itself', () => {
    const story = crowd('gap', 'buy').at(1.99);
    expect(story.liquidations('LiquidationBegan')).toEqual([]);
    story.at(2);
    expect(story.liquidations('LiquidationBegan')).toEqual([120_000, 120_000, 120_000, 120_000]);
    expect(story.liquidations('LiquidationEnded')).toEqual([120_000, 120_000, 120_000, 120_000]);
    expect([0, 1, 2, 3].map(story.lots)).toEqual([0, 0, 0, 0]);
    checkInvariants(story.engine.state);
  });

  test('stale allows no new position and no liquidation, until the price is back', () => {
    const story = crowd('stale', 'buy').at(3);
    story.run({ type: 'SetMarkPrice', symbol: 'BTC-USDT', price: 92_000 });
    expect(story.liquidations('LiquidationBegan')).toEqual([]);
    expect(story.trade(9, 'buy', '0.01')).toBe('collateral price is stale');
    story.keep(8, { USDT: '100000' });
    expect(story.trade(8, 'buy', '0.01')).toBe(STALE);
    const before = story.lots(3);
    expect(story.trade(3, 'sell', '0.01')).toBeUndefined();
    expect(story.lots(3)).toBe(before - 1_000);
    story.at(5.99);
    expect(story.liquidations('LiquidationBegan')).toEqual([]);
    story.at(6);
    expect(story.liquidations('LiquidationBegan')).toEqual([360_000, 360_000, 360_000, 360_000]);
    checkInvariants(story.engine.state);
  });

  test('depeg sells collateral for a debt, and liquidates who stood on it alone', () => {
    const story = new Story('depeg').at(0.5);
    story.keep(0, { WETH: '8' });
    story.keep(1, { WETH: '10' });
    expect(story.trade(1, 'buy', '2')).toBeUndefined();
    story.at(0.6);
    expect(story.trade(0, 'buy', '1')).toBeUndefined();
    // A loss of about 19,000 with nothing but ether to bear it: 8 WETH carry it down to about three quarters of their worth.
    const index = story.market('BTC-USDT').index;
    story.run({ type: 'Deposit', account: 1, asset: 'USDT', amount: 5_000_000_000_000n });
    story.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: Math.round(index * 0.8) });
    story.at(1);
    expect([0, 1].map(story.lots)).toEqual([100_000, 200_000]);
    expect(story.trade(0, 'sell', '1')).toBeUndefined();
    const debt = (): bigint => summaryOf(story.engine.state, story.account(0)).debt;
    expect(debt() > 18_500n * 100_000_000n && debt() < 20_000n * 100_000_000n).toBe(true);
    story.at(4.49);
    expect(story.times('CollateralExchanged')).toEqual([]);
    story.at(4.5);
    expect(story.times('CollateralExchanged')[0]).toBe(270_000);
    story.at(6);
    expect(story.account(0).balances.get('WETH')).toBeLessThan(800_000_000n);
    checkInvariants(story.engine.state);
  });
});
