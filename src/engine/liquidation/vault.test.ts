import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import { UNIT } from '../../kernel/units.ts';
import { checkInvariants } from '../invariants.ts';
import { checkRisk } from './check-risk.ts';
import { ofType, RiskDesk, type RiskWorld, told } from './risk-desk.test-helper.ts';

function settled(desk: RiskDesk): void {
  checkInvariants(desk.engine.state);
  checkRisk(desk.engine.state);
}

/** The vault has taken over a long of 0.1 at 87,000 with 150; account 1 is short against it. */
function loaded(change: Partial<RiskWorld> = {}): RiskDesk {
  const desk = new RiskDesk({ funds: ['1450', '1000000', '1000000'], ...change });
  desk.deal(0, 1, '0.1');
  desk.move(87_000);
  return desk;
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
function thin(): RiskDesk {
  const desk = new RiskDesk({
    funds: ['120', '1000000', '1000000'],
    vaultFunds: '50',
    market: { marginTiers: [HUNDRED_TIMES] },
  });
  desk.run({ type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 100 });
  desk.deal(0, 1, '0.1');
  desk.move(99_000);
  expect([desk.lots(VAULT_NO), desk.usdt(VAULT_NO)]).toEqual([10_000, unitsOf('70')]);
  return desk;
}

describe('what the vault took over', () => {
  test('is offered to the book after a pause, for the fee of a taker', () => {
    const desk = loaded({ tier: { takerRate: 50_000 }, funds: ['1455', '1000000', '1000000'] });
    desk.place(2, 'buy', '1', '87000');
    expect(told(desk.wait(29_999))).toEqual([]);
    const events = desk.wait(1);
    expect(told(events)).toEqual(['TimerFired', 'OrderPlaced', 'Traded match']);
    expect(ofType(events, 'OrderPlaced')).toMatchObject([
      { order: { account: VAULT_NO, side: 'sell', reduceOnly: true, triggeredByLiquidation: false, source: 'vault' } },
    ]);
    expect(ofType(events, 'Traded')).toMatchObject([
      { quantity: 10_000, taker: { fee: unitsOf('4.35'), feeRate: 50_000, feeTo: 'tradingFees' } },
    ]);
    expect([desk.lots(VAULT_NO), desk.usdt(VAULT_NO)]).toEqual([0, unitsOf('1000145.65')]);
    expect(told(desk.wait(60_000))).toEqual([]);
    settled(desk);
  });

  test('is offered again and again while the book takes none of it', () => {
    const desk = loaded();
    expect(told(desk.wait(60_000))).toEqual(['TimerFired', 'TimerArmed', 'TimerFired', 'TimerArmed']);
    desk.place(2, 'buy', '0.04', '87000');
    expect(told(desk.wait(30_000))).toEqual([
      'TimerFired',
      'OrderPlaced',
      'Traded match',
      'OrderCancelled remainder',
      'TimerArmed',
    ]);
    expect(desk.lots(VAULT_NO)).toBe(6_000);
    settled(desk);
  });

  test('goes in slices while it is large', () => {
    const desk = new RiskDesk({ funds: ['29000', '1000000', '1000000'] });
    desk.deal(0, 1, '2');
    desk.move(87_000);
    desk.place(2, 'buy', '5', '87000');
    expect(ofType(desk.wait(30_000), 'Traded')).toMatchObject([{ quantity: 40_000 }]);
    expect(ofType(desk.wait(30_000), 'Traded')).toMatchObject([{ quantity: 32_000 }]);
    settled(desk);
  });

  test('is sold only as far as the vault stays sound', () => {
    const desk = thin();
    desk.place(2, 'buy', '1', '98000');
    // Each lot loses 0.01 and frees 0.00495; 20.5 is what there is above the requirement.
    expect(ofType(desk.wait(30_000), 'Traded')).toMatchObject([{ quantity: 4_059, price: 98_000 }]);
    expect(desk.usdt(VAULT_NO)).toBe(unitsOf('29.41'));
    settled(desk);
  });
});

describe('the vault itself', () => {
  test('is deleveraged at the mark when it has less than it needs', () => {
    const desk = thin();
    const { events } = desk.move(98_700);
    expect(told(events)).toEqual([
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
    expect([desk.lots(VAULT_NO), desk.lots(1), desk.usdt(VAULT_NO)]).toEqual([0, 0, unitsOf('40')]);
    settled(desk);
  });

  test('never falls below zero: beyond that its winners pay', () => {
    const desk = thin();
    const { events } = desk.move(98_000);
    expect(ofType(events, 'Deleveraged')).toMatchObject([{ price: 98_300, deficit: unitsOf('30') }]);
    expect(desk.usdt(VAULT_NO)).toBe(0n);
    settled(desk);
  });

  test('takes over a short against its own long, and nothing is left of either', () => {
    const desk = loaded({ funds: ['1450', '3000', '1000000'] });
    // Account 1 is short 0.1 with 3,000 and goes under where 0.1 x (130,000 - 100,000) is lost.
    const { events } = desk.move(131_000);
    expect(told(events)).toContain('TakenOver');
    expect([desk.lots(VAULT_NO), desk.lots(1)]).toEqual([0, 0]);
    expect(desk.engine.state.markets.get('BTC-USDT')?.openInterest).toBe(0);
    settled(desk);
  });
});
