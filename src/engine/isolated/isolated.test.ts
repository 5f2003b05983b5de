import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { Desk } from '../bench-desk.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import { checkInvariants } from '../invariants.ts';
import type { CommandOutcome } from '../outcome.ts';
import { positionRiskOf, summaryOf } from '../risk/margin.ts';
import type { PlaceIsolatedOrder } from './terms.ts';

function placeIsolated(desk: Desk, change: Partial<PlaceIsolatedOrder> = {}): CommandOutcome {
  return desk.run({
    type: 'PlaceIsolatedOrder',
    account: 0,
    symbol: 'BTC-USDT',
    side: 'buy',
    orderType: 'limitGtc',
    price: '95000',
    quantity: '0.1',
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
    leverage: 20,
    margin: unitsOf('500'),
    ...change,
  });
}

const move = (desk: Desk, amount: string): CommandOutcome =>
  desk.run({ type: 'MoveIsolatedMargin', account: 0, symbol: 'BTC-USDT', amount: unitsOf(amount) });
const usdt = (desk: Desk): bigint | undefined => desk.account(0).balances.get('USDT');
const held = (desk: Desk): bigint | undefined => desk.account(0).isolated.get('BTC-USDT')?.margin;

/** A desk whose account 0 is isolated long 0.1 BTC at 95,000 with 500 USDT, less the fee of 4.75. */
function isolatedLong(): Desk {
  const desk = new Desk();
  desk.place(1, 'sell', '0.1', '95000');
  placeIsolated(desk);
  return desk;
}

describe('an isolated order', () => {
  test('takes its margin out of the cross balance and sets the leverage', () => {
    const desk = new Desk();
    expect(Desk.seen(placeIsolated(desk))).toEqual([
      'LeverageSet',
      'IsolatedMarginMoved',
      'OrderPlaced',
      'OrderRested',
    ]);
    expect([usdt(desk), held(desk)]).toEqual([unitsOf('999500'), unitsOf('500')]);
    expect(desk.account(0).leverage.get('BTC-USDT')).toBe(20);
    expect(summaryOf(desk.engine.state, desk.account(0))).toMatchObject({
      initialMargin: 0n,
      adjustedAccountValue: unitsOf('999500'),
    });
    checkInvariants(desk.engine.state);
  });

  test('pays its fees and takes its PnL there, and gives back what is left when the position closes', () => {
    const desk = isolatedLong();
    expect([usdt(desk), held(desk)]).toEqual([unitsOf('999500'), unitsOf('495.25')]);
    desk.place(1, 'buy', '0.1', '95100');
    const closed = desk.place(0, 'sell', '0.1', '95100', { reduceOnly: true });
    expect(closed.events.at(-1)).toMatchObject({ type: 'IsolatedMarginReleased', amount: unitsOf('500.495') });
    expect(usdt(desk)).toBe(unitsOf('1000000.495'));
    expect(desk.account(0).isolated.size).toBe(0);
    checkInvariants(desk.engine.state);
  });

  test('gives its margin back when nothing came of it', () => {
    const desk = new Desk();
    placeIsolated(desk, { orderType: 'limitIoc' });
    expect([usdt(desk), desk.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
    placeIsolated(desk);
    desk.run({ type: 'CancelOrder', account: 0, order: { no: 1 } });
    expect([usdt(desk), desk.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
    placeIsolated(desk, { orderType: 'limitGtd', expiresAt: desk.engine.state.now + 10_000 });
    desk.advance(10_000);
    expect([usdt(desk), desk.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
  });

  test('adds to what its market already holds', () => {
    const desk = isolatedLong();
    expect(placeIsolated(desk, { price: '94000', margin: unitsOf('600') }).refusal).toBeNull();
    expect(held(desk)).toBe(unitsOf('1095.25'));
  });

  test('is measured against its own margin alone, and losses elsewhere do not reach it', () => {
    const desk = isolatedLong();
    const position = desk.account(0).positions.get('BTC-USDT');
    if (!position) throw new Error('the position is open');
    // 9,500 - 495.25 over 0.1 x (1 - 0.005)
    expect(positionRiskOf(desk.engine.state, desk.account(0), position)).toMatchObject({
      usedMargin: unitsOf('495.25'),
      liquidationPrice: 90_500,
    });
    desk.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_400_000_000_000 });
    expect(summaryOf(desk.engine.state, desk.account(0))).toMatchObject({
      totalUnrealizedPnl: 0n,
      maintenanceMargin: 0n,
    });
  });

  test.each<[string, (desk: Desk) => void, Partial<PlaceIsolatedOrder>, string, string]>([
    [
      'an open cross order',
      (desk) => void desk.place(0, 'buy', '0.1', '94000'),
      {},
      'ORDER_REJECTED_BY_ENGINE',
      'market has an open cross position or open orders',
    ],
    [
      'an open cross position',
      (desk) => {
        desk.place(1, 'sell', '0.1', '95000');
        desk.place(0, 'buy', '0.1', '95000');
      },
      {},
      'ORDER_REJECTED_BY_ENGINE',
      'market has an open cross position or open orders',
    ],
    [
      'more margin than is free',
      () => undefined,
      { margin: unitsOf('1000000.00000001') },
      'INSUFFICIENT_MARGIN',
      'insufficient margin',
    ],
    [
      'margin that does not cover the order',
      () => undefined,
      { margin: unitsOf('474.99') },
      'INSUFFICIENT_MARGIN',
      'insufficient margin',
    ],
    ['a price off the tick', () => undefined, { price: '95000.5' }, 'INVALID_VALUE', 'invalid price'],
    ['an unknown market', () => undefined, { symbol: 'X-USDT' }, 'MARKET_NOT_FOUND', 'market not found'],
    [
      'a leverage above the maximum',
      () => undefined,
      { leverage: 101 },
      'VALIDATION_ERROR',
      'leverage exceeds maximum',
    ],
  ])('refuses %s, with nothing changed', (_name, prepare, change, code, message) => {
    const desk = new Desk();
    prepare(desk);
    const before = stateDigest(desk.engine.state);
    expect(placeIsolated(desk, change).refusal).toMatchObject({ code, message });
    desk.engine.state.inputSeq -= 1;
    expect(stateDigest(desk.engine.state)).toBe(before);
  });

  test('is covered by exactly its initial margin', () => {
    expect(placeIsolated(new Desk(), { margin: unitsOf('475') }).refusal).toBeNull();
  });
});

describe('moving isolated margin', () => {
  test('goes both ways', () => {
    const desk = isolatedLong();
    move(desk, '100');
    expect([usdt(desk), held(desk)]).toEqual([unitsOf('999400'), unitsOf('595.25')]);
    move(desk, '-120.25');
    expect([usdt(desk), held(desk)]).toEqual([unitsOf('999520.25'), unitsOf('475')]);
    checkInvariants(desk.engine.state);
  });

  test('never below what the position needs, nor above what is free', () => {
    const desk = isolatedLong();
    expect(move(desk, '-20.25000001').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(move(desk, '999500.00000001').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    desk.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_400_000_000_000 });
    // The loss of 100 has used up what could have left.
    expect(move(desk, '-0.01').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    desk.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
    // A gain that is not realized cannot be taken out: 495.25 held, 480 needed.
    expect(move(desk, '-15.26').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(move(desk, '-15.25').refusal).toBeNull();
  });

  test('needs an isolated market', () => {
    const desk = new Desk();
    expect(move(desk, '1').refusal).toMatchObject({ code: 'POSITION_NOT_FOUND', message: 'position not found' });
  });
});

describe('leverage', () => {
  const set = (desk: Desk, leverage: number, symbol = 'BTC-USDT'): CommandOutcome =>
    desk.run({ type: 'SetLeverage', account: 0, symbol, leverage });

  test('applies at once to position and orders', () => {
    const desk = new Desk();
    desk.place(1, 'sell', '0.1', '95000');
    desk.place(0, 'buy', '0.2', '95000');
    expect(summaryOf(desk.engine.state, desk.account(0)).initialMargin).toBe(unitsOf('1900'));
    expect(set(desk, 20).events).toMatchObject([{ type: 'LeverageSet', previous: 10, leverage: 20 }]);
    expect(summaryOf(desk.engine.state, desk.account(0)).initialMargin).toBe(unitsOf('950'));
  });

  test('is refused when what stands there would not be covered, and only then', () => {
    const desk = new Desk();
    desk.place(0, 'buy', '100', '95000');
    expect(set(desk, 9).refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(set(desk, 10).refusal).toBeNull();
    expect(set(desk, 100).refusal).toBeNull();
    expect(set(desk, 9, 'ETH-USDT').refusal).toBeNull();
    expect(desk.account(0).leverage.get('BTC-USDT')).toBe(100);
  });

  test('of an isolated market is covered by what it holds', () => {
    const desk = isolatedLong();
    expect(set(desk, 19).refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(set(desk, 40).refusal).toBeNull();
  });
});
