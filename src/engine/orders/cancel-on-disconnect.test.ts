import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { conditional, ConditionalVenue, plain, takeProfit } from './conditional-venue.test-helper.ts';

/** A test exchange whose account 0 wants its orders to end with its connection. */
function newVenue(enabled = true): ConditionalVenue {
  const venue = new ConditionalVenue();
  venue.run({ type: 'SetCancelOnDisconnect', account: 0, enabled });
  return venue;
}

const disconnect = (venue: ConditionalVenue, account = 0) => venue.run({ type: 'Disconnect', account });

describe('the option', () => {
  test('is off unless set, and says something only when it changes', () => {
    const venue = new ConditionalVenue();
    const set = (enabled: boolean) => venue.run({ type: 'SetCancelOnDisconnect', account: 0, enabled }).events;
    expect(set(false)).toEqual([]);
    expect(set(true)).toEqual([{ type: 'CancelOnDisconnectSet', at: 1_767_571_200_000, account: 0, enabled: true }]);
    expect(set(true)).toEqual([]);
    expect(venue.engine.state.cancelOnDisconnect).toEqual(new Set([0]));
    expect(set(false)).toHaveLength(1);
    expect(venue.engine.state.cancelOnDisconnect).toEqual(new Set());
  });

  test('of an unknown subaccount is refused, and nothing changes', () => {
    const venue = new ConditionalVenue();
    const { refusal } = venue.run({ type: 'SetCancelOnDisconnect', account: 99, enabled: true });
    expect([refusal?.code, refusal?.message]).toEqual(['NOT_FOUND', 'Subaccount not found']);
    expect(venue.engine.state.cancelOnDisconnect.size).toBe(0);
  });
});

describe('the last connection of a subaccount is gone', () => {
  test('its live orders end, oldest first, in every market; those of others stay', () => {
    const venue = newVenue();
    venue.place(0, 'buy', '0.1', '94000');
    venue.place(1, 'buy', '0.1', '94000');
    venue.place(0, 'buy', '1', '3200', { symbol: 'ETH-USDT' });
    venue.place(0, 'sell', '0.1', '96000');
    expect(ConditionalVenue.ended(disconnect(venue))).toEqual([
      [0, 'disconnected'],
      [2, 'disconnected'],
      [3, 'disconnected'],
    ]);
    expect([venue.account(0).liveOrders, venue.account(1).liveOrders]).toEqual([0, 1]);
    checkInvariants(venue.engine.state);
  });

  test('nothing happens where the option is off, or where there is nothing', () => {
    const venue = newVenue(false);
    venue.place(0, 'buy', '0.1', '94000');
    expect(disconnect(venue).events).toEqual([]);
    expect(venue.account(0).liveOrders).toBe(1);
    expect(disconnect(newVenue()).events).toEqual([]);
    expect(disconnect(newVenue(), 99).events).toEqual([]);
  });

  test('what has filled stays filled', () => {
    const venue = newVenue();
    venue.place(0, 'buy', '0.3', '95000');
    venue.place(1, 'sell', '0.1', '95000');
    expect(ConditionalVenue.ended(disconnect(venue))).toEqual([[0, 'disconnected']]);
    expect(venue.held).toBe(10_000);
  });

  test('a group ends as a whole: main, the children asleep and those that wait', () => {
    const venue = newVenue();
    venue.group(plain({ price: '94000' }), [
      takeProfit({ quantity: '1' }),
      conditional({ quantity: '1', triggerPrice: '93000' }),
    ]);
    expect(ConditionalVenue.ended(disconnect(venue))).toEqual([
      [0, 'disconnected'],
      [1, 'disconnected'],
      [2, 'disconnected'],
    ]);
    checkInvariants(venue.engine.state);
    venue.longOf('0.5');
    venue.group(null, [takeProfit(), conditional()]);
    venue.conditional({ triggerPrice: '93500' });
    expect(ConditionalVenue.ended(disconnect(venue)).map(([, cause]) => cause)).toEqual([
      'disconnected',
      'disconnected',
      'disconnected',
    ]);
    expect(venue.held).toBe(50_000);
    expect(venue.account(0).open.size).toBe(0);
    checkInvariants(venue.engine.state);
  });

  test('a TWAP ends with its parent, and no chunk follows', () => {
    const venue = newVenue();
    venue.place(1, 'sell', '1', '95000');
    venue.run({
      type: 'PlaceTwap',
      account: 0,
      symbol: 'BTC-USDT',
      side: 'buy',
      price: '',
      quantity: '0.2',
      reduceOnly: false,
      clientId: '',
      source: '',
      chunks: 2,
      intervalMs: 10_000,
      sizeVarianceBps: 0,
      intervalVarianceBps: 0,
    });
    expect(ConditionalVenue.ended(disconnect(venue))).toEqual([[1, 'disconnected']]);
    venue.advance(60_000);
    expect(venue.held).toBe(10_000);
    checkInvariants(venue.engine.state);
  });

  test('the option stays for the next time', () => {
    const venue = newVenue();
    disconnect(venue);
    venue.place(0, 'buy', '0.1', '94000');
    expect(ConditionalVenue.ended(disconnect(venue))).toEqual([[0, 'disconnected']]);
  });
});
