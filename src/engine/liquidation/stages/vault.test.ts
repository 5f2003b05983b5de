import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import { UNIT } from '../../../kernel/units.ts';
import { checkAll, ofType, RiskVenue, type RiskWorld, stepsOf } from '../risk-venue.test-helper.ts';

/** The vault has taken over a long of 0.1 at 87,000 with 150; account 1 is short against it. */
function loaded(change: Partial<RiskWorld> = {}): RiskVenue {
  const venue = new RiskVenue({ funds: ['1450', '1000000', '1000000'], ...change });
  venue.deal(0, 1, '0.1');
  venue.move(87_000);
  return venue;
}

const HUNDRED_TIMES = {
  minNotional: 0n,
  maxNotional: null,
  maxLeverage: 100,
  initialRate: UNIT * 0.01,
  maintenanceRate: UNIT * 0.005,
  deduction: 0n,
};

/** The vault has taken over a long of 0.1 at 99,000 with 20 on top of its own 50, and needs 49.5. */
function thin(): RiskVenue {
  const venue = new RiskVenue({
    funds: ['120', '1000000', '1000000'],
    vaultFunds: '50',
    market: { marginTiers: [HUNDRED_TIMES] },
  });
  venue.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 100 });
  venue.deal(0, 1, '0.1');
  venue.move(99_000);
  expect([venue.lots(VAULT_NO), venue.usdt(VAULT_NO)]).toEqual([10_000, unitsOf('70')]);
  return venue;
}

describe('what the vault took over', () => {
  test('is offered to the book after a pause, for the fee of a taker', () => {
    const venue = loaded({ tier: { takerRate: 50_000 }, funds: ['1455', '1000000', '1000000'] });
    venue.place(2, 'buy', '1', '87000');
    expect(stepsOf(venue.wait(29_999))).toEqual([]);
    const events = venue.wait(1);
    expect(stepsOf(events)).toEqual(['TimerFired', 'OrderPlaced', 'Traded match']);
    expect(ofType(events, 'OrderPlaced')).toMatchObject([
      { order: { account: VAULT_NO, side: 'sell', reduceOnly: true, triggeredByLiquidation: false, source: 'vault' } },
    ]);
    expect(ofType(events, 'Traded')).toMatchObject([
      { quantity: 10_000, taker: { fee: unitsOf('4.35'), feeRate: 50_000, feeTo: 'tradingFees' } },
    ]);
    expect([venue.lots(VAULT_NO), venue.usdt(VAULT_NO)]).toEqual([0, unitsOf('1000145.65')]);
    expect(stepsOf(venue.wait(60_000))).toEqual([]);
    checkAll(venue);
  });

  test('is offered again and again while the book takes none of it', () => {
    const venue = loaded();
    expect(stepsOf(venue.wait(60_000))).toEqual(['TimerFired', 'TimerArmed', 'TimerFired', 'TimerArmed']);
    venue.place(2, 'buy', '0.04', '87000');
    expect(stepsOf(venue.wait(30_000))).toEqual([
      'TimerFired',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'TimerArmed',
    ]);
    expect(venue.lots(VAULT_NO)).toBe(6_000);
    checkAll(venue);
  });

  test('is closed in slices while it is large', () => {
    const venue = new RiskVenue({ funds: ['29000', '1000000', '1000000'] });
    venue.deal(0, 1, '2');
    venue.move(87_000);
    venue.place(2, 'buy', '5', '87000');
    expect(ofType(venue.wait(30_000), 'Traded')).toMatchObject([{ quantity: 40_000 }]);
    expect(ofType(venue.wait(30_000), 'Traded')).toMatchObject([{ quantity: 32_000 }]);
    checkAll(venue);
  });

  test('is sold only as far as the vault stays sound', () => {
    const venue = thin();
    venue.place(2, 'buy', '1', '98000');
    // Each lot loses 0.01 and frees 0.00495; 20.5 is what there is above the requirement.
    expect(ofType(venue.wait(30_000), 'Traded')).toMatchObject([{ quantity: 4_059, price: 98_000 }]);
    expect(venue.usdt(VAULT_NO)).toBe(unitsOf('29.41'));
    checkAll(venue);
  });
});

describe('the vault itself', () => {
  test('is deleveraged at the mark when it has less than it needs', () => {
    const venue = thin();
    const { events } = venue.move(98_700);
    expect(stepsOf(events)).toEqual([
      'LiquidationBegan adl',
      'LiquidationStaged adl',
      'OrderPlaced',
      'OrderPlaced',
      'Traded adl',
      'Deleveraged',
      'LiquidationEnded deleveraged',
    ]);
    expect(ofType(events, 'Deleveraged')).toMatchObject([
      { account: VAULT_NO, winner: 1, price: 98_700, lots: 10_000 },
    ]);
    expect([venue.lots(VAULT_NO), venue.lots(1), venue.usdt(VAULT_NO)]).toEqual([0, 0, unitsOf('40')]);
    checkAll(venue);
  });

  test('never falls below zero: beyond that its winners pay', () => {
    const venue = thin();
    const { events } = venue.move(98_000);
    expect(ofType(events, 'Deleveraged')).toMatchObject([{ price: 98_300, deficit: unitsOf('30') }]);
    expect(venue.usdt(VAULT_NO)).toBe(0n);
    checkAll(venue);
  });

  test('takes over a short against its own long, and both are closed', () => {
    const venue = loaded({ funds: ['1450', '3000', '1000000'] });
    // Account 1 is short 0.1 with 3,000 and goes under where 0.1 x (130,000 - 100,000) is lost.
    const { events } = venue.move(131_000);
    expect(stepsOf(events)).toContain('TakenOver');
    expect([venue.lots(VAULT_NO), venue.lots(1)]).toEqual([0, 0]);
    expect(venue.engine.state.markets.get('BTC-USDT')?.openInterest).toBe(0);
    checkAll(venue);
  });
});
