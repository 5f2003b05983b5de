import { beforeEach, describe, expect, test } from 'vitest';
import type { Command, ControlCommand } from '../../../engine/command.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { Listener, nextTurn, place, run, fieldsOf } from '../listener.test-helper.ts';
import { textLogin } from './login.test-helper.ts';

const OWN = '1867542890123456789';

let lab: Lab;
beforeEach(async () => {
  lab = await startLab();
});

const walletOf = (who: number): string => lab.accounts[who]?.address.toLowerCase() ?? '';
const grant = (wallet: number, change: { by?: number; expiresAt?: number; permission?: 'delegate' } = {}): Command => ({
  type: 'GrantDelegation',
  account: 0,
  wallet: walletOf(wallet),
  permission: change.permission ?? 'session',
  expiresAt: change.expiresAt ?? null,
  grantedBy: walletOf(change.by ?? 0),
});
const remove = (wallet: number): Command => ({ type: 'RemoveDelegation', account: 0, wallet: walletOf(wallet) });
const steer = (command: Extract<Command, ControlCommand>): void => {
  lab.core.sequencer.submit({ kind: 'control', commands: [command] });
};
const manager = (who: number, appointed: boolean): void =>
  steer({ type: 'SetManager', owner: walletOf(0), manager: walletOf(who), appointed });

let logins = 0;

/** Logs account `who` in for the subaccount of account `owner`. */
async function logIn(line: Listener, who: number, owner = 0) {
  logins += 1;
  const { privateKey = '' } = lab.accounts[who] ?? {};
  const subAccountId = lab.accounts[owner]?.subAccountId ?? '';
  const timestamp = lab.core.state.now - 30_000 + logins;
  return line.ask('auth', await textLogin({ privateKey, subAccountId, timestamp }));
}

/** A connection of account `who`, logged in for the subaccount of account 0. */
async function open(who: number): Promise<Listener> {
  const line = new Listener(lab.core, 'trade');
  expect(await logIn(line, who)).toMatchObject({ status: 200 });
  return line;
}

/** The same, and it follows that subaccount. */
async function following(who: number): Promise<Listener> {
  const line = await open(who);
  line.follow('subAccountUpdates', { sub_account_id: OWN });
  return line;
}

const eventsOf = async (line: Listener): Promise<unknown[]> => fieldsOf(await line.data(), 'eventType').flat();
const subscribe = (line: Listener, id: unknown = OWN) =>
  line.ask('subscribe', { type: 'subAccountUpdates', sub_account_id: id });
const refusal = (status: number, code: string, message: string) => ({ status, error: { code, message } });
const FORBIDDEN = refusal(403, 'FORBIDDEN', 'not authorized to follow this subaccount');

describe('who may follow a subaccount', () => {
  test('no client before login, and no client on the info endpoint', () => {
    const before = refusal(401, 'UNAUTHORIZED', 'authentication required');
    expect(subscribe(new Listener(lab.core, 'trade'))).toMatchObject(before);
    expect(subscribe(new Listener(lab.core, 'info'))).toMatchObject(before);
  });

  test('owner, delegate, session and manager; a stranger gets the same refusal as for a subaccount that does not exist', async () => {
    run(lab, 0, grant(1, { permission: 'delegate' }), grant(2));
    manager(3, true);
    for (const who of [0, 1, 2, 3]) expect(subscribe(await open(who))).toMatchObject({ status: 200 });
    const stranger = new Listener(lab.core, 'trade');
    await logIn(stranger, 4, 4);
    expect(subscribe(stranger)).toMatchObject(FORBIDDEN);
    expect(subscribe(stranger, '1')).toMatchObject(FORBIDDEN);
    expect(subscribe(stranger, '1867542890999999999')).toMatchObject(FORBIDDEN);
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(stranger)).toEqual([]);
  });

  test.each([
    [null, 'subaccountId is required'],
    ['0', 'subaccount id cannot be zero'],
    ['-1', 'subaccount id cannot be negative'],
    ['18446744073709551616', 'subaccount id too large'],
    ['mine', 'subaccount id cannot be parsed'],
  ])('an id of %j is refused as on REST', async (id, message) => {
    expect(subscribe(await open(0), id)).toMatchObject(refusal(400, 'VALIDATION_ERROR', message));
  });

  test('the three spellings of the id and the alias of the type are one stream', async () => {
    const line = await open(0);
    const asks = [
      { type: 'subAccountUpdates', sub_account_id: OWN },
      { type: 'subAccountUpdate', subAccountId: OWN },
      { type: 'subAccountUpdates', subaccountId: OWN },
    ];
    for (const params of asks) expect(line.ask('subscribe', params)).toMatchObject({ status: 200 });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual(['orderPlaced', 'marginUpdate']);
    line.ask('unsubscribe', { type: 'subAccountUpdate' });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual([]);
  });

  test('each receives events of the subaccount it asked for only', async () => {
    const [own, other] = [await following(0), new Listener(lab.core, 'trade')];
    await logIn(other, 1, 1);
    other.follow('subAccountUpdates', { sub_account_id: lab.accounts[1]?.subAccountId ?? '' });
    place(lab, 1, 'buy', '0.01', '94000');
    expect([await eventsOf(own), await eventsOf(other)]).toEqual([[], ['orderPlaced', 'marginUpdate']]);
  });

  test('what an unsubscribed connection had not been given yet never comes', async () => {
    const line = await following(0);
    place(lab, 0, 'buy', '0.01', '94000');
    line.ask('unsubscribe', { type: 'subAccountUpdates', sub_account_id: OWN });
    expect(await eventsOf(line)).toEqual([]);
  });

  test('two connections get the same frames, byte for byte', async () => {
    const [one, two] = [await following(0), await following(0)];
    const before = [one.frames.length, two.frames.length];
    place(lab, 0, 'buy', '0.01', '94000');
    await nextTurn();
    expect(one.frames.slice(before[0])).toHaveLength(2);
    expect(two.frames.slice(before[1])).toEqual(one.frames.slice(before[0]));
  });
});

describe('a right that ends', () => {
  test('takes the stream along, behind the frame that says so', async () => {
    run(lab, 0, grant(1));
    const [owner, delegate, again] = [await following(0), await following(1), await following(1)];
    run(lab, 0, remove(1));
    place(lab, 0, 'buy', '0.01', '94000');
    for (const line of [delegate, again]) expect(await eventsOf(line)).toEqual(['delegationRevoked']);
    expect(await eventsOf(owner)).toEqual(['delegationRevoked', 'orderPlaced', 'marginUpdate']);
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(delegate)).toEqual([]);
    expect(subscribe(delegate)).toMatchObject(FORBIDDEN);
  });

  test('takes it from those who had it through others, each behind its own', async () => {
    run(lab, 0, grant(1, { permission: 'delegate' }), grant(2, { by: 1 }));
    const [delegate, helper] = [await following(1), await following(2)];
    run(lab, 0, remove(1));
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(delegate)).toEqual(['delegationRevoked', 'delegationRevoked']);
    expect(await eventsOf(helper)).toEqual(['delegationRevoked', 'delegationRevoked']);
  });

  test('twice in one turn: each receives what happened until its own end', async () => {
    run(lab, 0, grant(1), grant(2));
    const [first, second] = [await following(1), await following(2)];
    run(lab, 0, remove(1));
    place(lab, 0, 'buy', '0.01', '94000');
    run(lab, 0, remove(2));
    expect(await eventsOf(first)).toEqual(['delegationRevoked']);
    expect(await eventsOf(second)).toEqual(['delegationRevoked', 'orderPlaced', 'marginUpdate', 'delegationRevoked']);
  });

  test('and comes back in the same turn does not bring the stream back, until it is asked for', async () => {
    run(lab, 0, grant(1));
    const [line, quick] = [await following(1), await following(1)];
    run(lab, 0, remove(1));
    run(lab, 0, grant(1));
    expect(subscribe(quick)).toMatchObject({ status: 200 });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual(['delegationRevoked']);
    expect(await eventsOf(quick)).toEqual(['orderPlaced', 'marginUpdate']);
    expect(subscribe(line)).toMatchObject({ status: 200 });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual(['orderPlaced', 'marginUpdate']);
    expect(await eventsOf(quick)).toEqual(['orderPlaced', 'marginUpdate']);
  });

  test('by the clock, at its millisecond, whatever else falls due then', async () => {
    run(lab, 0, grant(1, { expiresAt: lab.core.state.now + 5_000 }));
    const line = await following(1);
    lab.core.clock.advance(4_999);
    place(lab, 0, 'buy', '0.01', '94000', { orderType: 'limitGtd', expiresAt: lab.core.state.now + 10_000 });
    expect(await eventsOf(line)).toEqual(['orderPlaced', 'marginUpdate']);
    lab.core.clock.advance(60_000);
    expect(await eventsOf(line)).toEqual(['delegationRevoked']);
  });

  test('with a manager who is one no longer', async () => {
    manager(1, true);
    const line = await following(1);
    manager(1, false);
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual([]);
    expect(subscribe(line)).toMatchObject(FORBIDDEN);
  });

  test('leaves the public streams of the connection alone', async () => {
    run(lab, 0, grant(1));
    const line = await following(1);
    line.follow('trades', { symbol: 'ETH-USDT' });
    run(lab, 0, remove(1));
    run(lab, 2, {
      type: 'PlaceOrder',
      account: 2,
      symbol: 'ETH-USDT',
      side: 'buy',
      orderType: 'market',
      price: '',
      quantity: '0.1',
      reduceOnly: false,
      postOnly: false,
      clientId: '',
      expiresAt: null,
      source: '',
    });
    await nextTurn();
    expect(line.pushes().map(({ channel }) => channel)).toEqual(['subAccountUpdate', 'trade']);
  });

  test('takes reads that rely on the login along', async () => {
    run(lab, 0, grant(1));
    const line = await open(1);
    const read = async (): Promise<unknown> => {
      const before = line.frames.length;
      line.session.receive(
        JSON.stringify({ id: 'r', method: 'post', params: { action: 'getOpenOrders', subAccountId: OWN } }),
      );
      await nextTurn();
      return (JSON.parse(line.frames[before] ?? '{}') as { status?: number }).status;
    };
    expect(await read()).toBe(200);
    run(lab, 0, remove(1));
    expect(await read()).toBe(401);
  });
});

describe('another login on the same connection', () => {
  test('of another wallet drops what that one may not see', async () => {
    const line = await following(0);
    expect(await logIn(line, 1, 1)).toMatchObject({ status: 200 });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual([]);
    expect(subscribe(line)).toMatchObject(FORBIDDEN);
  });

  test('keeps what the new one may see too', async () => {
    run(lab, 0, grant(1));
    const line = await following(0);
    await logIn(line, 1, 1);
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual(['orderPlaced', 'marginUpdate']);
  });

  test('that is refused changes nothing', async () => {
    const line = await following(0);
    expect(await logIn(line, 4)).toMatchObject({ status: 401 });
    place(lab, 0, 'buy', '0.01', '94000');
    expect(await eventsOf(line)).toEqual(['orderPlaced', 'marginUpdate']);
  });
});

describe('order on one connection', () => {
  test('the reply to a request comes before what it caused, the acknowledgement before the first frame', async () => {
    const line = await following(0);
    const before = line.frames.length;
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
    const { params, ...beside } = await lab.signed(0, 'placeOrders', { orders: [order] });
    line.session.receive(JSON.stringify({ id: 'a', method: 'post', params: { ...(params as object), ...beside } }));
    // Another request right behind it does not bring the frames forward.
    line.session.receive(JSON.stringify({ id: 'b', method: 'subscribe', params: { type: 'trades' } }));
    await nextTurn();
    const frames = line.frames
      .slice(before)
      .map((frame) => JSON.parse(frame) as { id?: string; data?: { eventType: string } });
    expect(frames.map(({ id, data }) => id ?? data?.eventType)).toEqual(['a', 'b', 'orderPlaced', 'marginUpdate']);
  });
});
