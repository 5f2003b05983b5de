import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../kernel/decimal.ts';
import { stateDigest } from '../canonical-state.ts';
import type { PlaceIsolatedOrder } from '../command.ts';
import type { CommandOutcome } from '../engine.ts';
import { checkInvariants } from '../invariants.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { positionRiskOf, summaryOf } from './margin.ts';

function placeIsolated(venue: TestVenue, change: Partial<PlaceIsolatedOrder> = {}): CommandOutcome {
  return venue.run({
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

const move = (venue: TestVenue, amount: string): CommandOutcome =>
  venue.run({ type: 'MoveIsolatedMargin', account: 0, symbol: 'BTC-USDT', amount: unitsOf(amount) });
const usdt = (venue: TestVenue): bigint | undefined => venue.account(0).balances.get('USDT');
const held = (venue: TestVenue): bigint | undefined => venue.account(0).isolated.get('BTC-USDT')?.margin;

/** A test exchange whose account 0 is isolated long 0.1 BTC at 95,000 with 500 USDT, less the fee of 4.75. */
function isolatedLong(): TestVenue {
  const venue = new TestVenue();
  venue.place(1, 'sell', '0.1', '95000');
  placeIsolated(venue);
  return venue;
}

describe('an isolated order', () => {
  test('takes its margin out of the cross balance and sets the leverage', () => {
    const venue = new TestVenue();
    expect(TestVenue.seen(placeIsolated(venue))).toEqual(['LeverageSet', 'IsolatedMarginMoved', 'OrderPlaced']);
    expect([usdt(venue), held(venue)]).toEqual([unitsOf('999500'), unitsOf('500')]);
    expect(venue.account(0).leverage.get('BTC-USDT')).toBe(20);
    expect(summaryOf(venue.engine.state, venue.account(0))).toMatchObject({
      initialMargin: 0n,
      adjustedAccountValue: unitsOf('999500'),
    });
    checkInvariants(venue.engine.state);
  });

  test('pays its fees and takes its PnL there, and gives back what is left when the position closes', () => {
    const venue = isolatedLong();
    expect([usdt(venue), held(venue)]).toEqual([unitsOf('999500'), unitsOf('495.25')]);
    venue.place(1, 'buy', '0.1', '95100');
    const closed = venue.place(0, 'sell', '0.1', '95100', { reduceOnly: true });
    expect(closed.events.at(-1)).toMatchObject({ type: 'IsolatedMarginReleased', amount: unitsOf('500.495') });
    expect(usdt(venue)).toBe(unitsOf('1000000.495'));
    expect(venue.account(0).isolated.size).toBe(0);
    checkInvariants(venue.engine.state);
  });

  test('gives its margin back when nothing came of it', () => {
    const venue = new TestVenue();
    placeIsolated(venue, { orderType: 'limitIoc' });
    expect([usdt(venue), venue.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
    placeIsolated(venue);
    venue.run({ type: 'CancelOrder', account: 0, order: { no: 1 } });
    expect([usdt(venue), venue.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
    placeIsolated(venue, { orderType: 'limitGtd', expiresAt: venue.engine.state.now + 10_000 });
    venue.advance(10_000);
    expect([usdt(venue), venue.account(0).isolated.size]).toEqual([unitsOf('1000000'), 0]);
  });

  test('adds to what its market already holds', () => {
    const venue = isolatedLong();
    expect(placeIsolated(venue, { price: '94000', margin: unitsOf('600') }).refusal).toBeNull();
    expect(held(venue)).toBe(unitsOf('1095.25'));
  });

  test('is checked against its own margin alone, and losses elsewhere do not affect it', () => {
    const venue = isolatedLong();
    const position = venue.account(0).positions.get('BTC-USDT');
    if (!position) throw new Error('the position is open');
    // 9,500 - 495.25 over 0.1 x (1 - 0.005)
    expect(positionRiskOf(venue.engine.state, venue.account(0), position)).toMatchObject({
      usedMargin: unitsOf('495.25'),
      liquidationPrice: 90_500,
    });
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_400_000_000_000 });
    expect(summaryOf(venue.engine.state, venue.account(0))).toMatchObject({
      totalUnrealizedPnl: 0n,
      maintenanceMargin: 0n,
    });
  });

  test.each<[string, (venue: TestVenue) => void, Partial<PlaceIsolatedOrder>, string, string]>([
    [
      'an open cross order',
      (venue) => void venue.place(0, 'buy', '0.1', '94000'),
      {},
      'ORDER_REJECTED_BY_ENGINE',
      'market has an open cross position or open orders',
    ],
    [
      'an open cross position',
      (venue) => {
        venue.place(1, 'sell', '0.1', '95000');
        venue.place(0, 'buy', '0.1', '95000');
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
    const venue = new TestVenue();
    prepare(venue);
    const before = stateDigest(venue.engine.state);
    expect(placeIsolated(venue, change).refusal).toMatchObject({ code, message });
    venue.engine.state.inputSeq -= 1;
    expect(stateDigest(venue.engine.state)).toBe(before);
  });

  test('is covered by exactly its initial margin', () => {
    expect(placeIsolated(new TestVenue(), { margin: unitsOf('475') }).refusal).toBeNull();
  });
});

describe('moving isolated margin', () => {
  test('goes both ways', () => {
    const venue = isolatedLong();
    move(venue, '100');
    expect([usdt(venue), held(venue)]).toEqual([unitsOf('999400'), unitsOf('595.25')]);
    move(venue, '-120.25');
    expect([usdt(venue), held(venue)]).toEqual([unitsOf('999520.25'), unitsOf('475')]);
    checkInvariants(venue.engine.state);
  });

  test('is limited by what the position needs and by what is free', () => {
    const venue = isolatedLong();
    expect(move(venue, '-20.25000001').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(move(venue, '999500.00000001').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_400_000_000_000 });
    // The loss of 100 has used up what could have left.
    expect(move(venue, '-0.01').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    venue.run({ type: 'SetIndexPrice', symbol: 'BTC-USDT', price: 9_600_000_000_000 });
    // A gain that is not realized cannot be taken out: 495.25 held, 480 needed.
    expect(move(venue, '-15.26').refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(move(venue, '-15.25').refusal).toBeNull();
  });

  test('needs an isolated market', () => {
    const venue = new TestVenue();
    expect(move(venue, '1').refusal).toMatchObject({ code: 'POSITION_NOT_FOUND', message: 'position not found' });
  });
});

describe('leverage', () => {
  const set = (venue: TestVenue, leverage: number, symbol = 'BTC-USDT'): CommandOutcome =>
    venue.run({ type: 'SetLeverage', account: 0, symbol, leverage });

  test('applies at once to position and orders', () => {
    const venue = new TestVenue();
    venue.place(1, 'sell', '0.1', '95000');
    venue.place(0, 'buy', '0.2', '95000');
    expect(summaryOf(venue.engine.state, venue.account(0)).initialMargin).toBe(unitsOf('1900'));
    expect(set(venue, 20).events).toMatchObject([{ type: 'LeverageSet', previous: 10, leverage: 20 }]);
    expect(summaryOf(venue.engine.state, venue.account(0)).initialMargin).toBe(unitsOf('950'));
  });

  test('is refused only when position and orders would not be covered', () => {
    const venue = new TestVenue();
    venue.place(0, 'buy', '100', '95000');
    expect(set(venue, 9).refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(set(venue, 10).refusal).toBeNull();
    expect(set(venue, 100).refusal).toBeNull();
    expect(set(venue, 9, 'ETH-USDT').refusal).toBeNull();
    expect(venue.account(0).leverage.get('BTC-USDT')).toBe(100);
  });

  test('of an isolated market is covered by what it holds', () => {
    const venue = isolatedLong();
    expect(set(venue, 19).refusal?.code).toBe('INSUFFICIENT_MARGIN');
    expect(set(venue, 40).refusal).toBeNull();
  });
});
