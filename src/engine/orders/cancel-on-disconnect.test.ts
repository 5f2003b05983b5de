import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import { conditional, ConditionalDesk, plain, takeProfit } from './conditional-desk.test-helper.ts';

/** A desk whose account 0 wants its orders to end with its connection. */
function newDesk(enabled = true): ConditionalDesk {
  const desk = new ConditionalDesk();
  desk.run({ type: 'SetCancelOnDisconnect', account: 0, enabled });
  return desk;
}

const disconnect = (desk: ConditionalDesk, account = 0) => desk.run({ type: 'Disconnect', account });

describe('the option', () => {
  test('is off unless set, and says something only when it changes', () => {
    const desk = new ConditionalDesk();
    const set = (enabled: boolean) => desk.run({ type: 'SetCancelOnDisconnect', account: 0, enabled }).events;
    expect(set(false)).toEqual([]);
    expect(set(true)).toEqual([{ type: 'CancelOnDisconnectSet', at: 1_767_571_200_000, account: 0, enabled: true }]);
    expect(set(true)).toEqual([]);
    expect(desk.engine.state.cancelOnDisconnect).toEqual(new Set([0]));
    expect(set(false)).toHaveLength(1);
    expect(desk.engine.state.cancelOnDisconnect).toEqual(new Set());
  });

  test('of an unknown subaccount is refused, and nothing changes', () => {
    const desk = new ConditionalDesk();
    const { refusal } = desk.run({ type: 'SetCancelOnDisconnect', account: 99, enabled: true });
    expect([refusal?.code, refusal?.message]).toEqual(['NOT_FOUND', 'Subaccount not found']);
    expect(desk.engine.state.cancelOnDisconnect.size).toBe(0);
  });
});

describe('the last connection of a subaccount is gone', () => {
  test('its live orders end, oldest first, in every market; those of others stay', () => {
    const desk = newDesk();
    desk.place(0, 'buy', '0.1', '94000');
    desk.place(1, 'buy', '0.1', '94000');
    desk.place(0, 'buy', '1', '3200', { symbol: 'ETH-USDT' });
    desk.place(0, 'sell', '0.1', '96000');
    expect(ConditionalDesk.ended(disconnect(desk))).toEqual([
      [0, 'disconnected'],
      [2, 'disconnected'],
      [3, 'disconnected'],
    ]);
    expect([desk.account(0).liveOrders, desk.account(1).liveOrders]).toEqual([0, 1]);
    checkInvariants(desk.engine.state);
  });

  test('nothing happens where the option is off, or where there is nothing', () => {
    const desk = newDesk(false);
    desk.place(0, 'buy', '0.1', '94000');
    expect(disconnect(desk).events).toEqual([]);
    expect(desk.account(0).liveOrders).toBe(1);
    expect(disconnect(newDesk()).events).toEqual([]);
    expect(disconnect(newDesk(), 99).events).toEqual([]);
  });

  test('what has filled stays filled', () => {
    const desk = newDesk();
    desk.place(0, 'buy', '0.3', '95000');
    desk.place(1, 'sell', '0.1', '95000');
    expect(ConditionalDesk.ended(disconnect(desk))).toEqual([[0, 'disconnected']]);
    expect(desk.held).toBe(10_000);
  });

  test('a group ends as a whole: main, the children asleep and those that wait', () => {
    const desk = newDesk();
    desk.group(plain({ price: '94000' }), [
      takeProfit({ quantity: '1' }),
      conditional({ quantity: '1', triggerPrice: '93000' }),
    ]);
    expect(ConditionalDesk.ended(disconnect(desk))).toEqual([
      [0, 'disconnected'],
      [1, 'disconnected'],
      [2, 'disconnected'],
    ]);
    checkInvariants(desk.engine.state);
    desk.longOf('0.5');
    desk.group(null, [takeProfit(), conditional()]);
    desk.conditional({ triggerPrice: '93500' });
    expect(ConditionalDesk.ended(disconnect(desk)).map(([, cause]) => cause)).toEqual([
      'disconnected',
      'disconnected',
      'disconnected',
    ]);
    expect(desk.held).toBe(50_000);
    expect(desk.account(0).open.size).toBe(0);
    checkInvariants(desk.engine.state);
  });

  test('a TWAP ends with its parent, and no chunk follows', () => {
    const desk = newDesk();
    desk.place(1, 'sell', '1', '95000');
    desk.run({
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
    expect(ConditionalDesk.ended(disconnect(desk))).toEqual([[1, 'disconnected']]);
    desk.advance(60_000);
    expect(desk.held).toBe(10_000);
    checkInvariants(desk.engine.state);
  });

  test('the option stays for the next time', () => {
    const desk = newDesk();
    disconnect(desk);
    desk.place(0, 'buy', '0.1', '94000');
    expect(ConditionalDesk.ended(disconnect(desk))).toEqual([[0, 'disconnected']]);
  });
});
