import { beforeEach, describe, expect, test } from 'vitest';
import { stateDigest } from '../../../engine/canonical-state.ts';
import { createExchange } from '../../exchange.ts';
import { replay } from '../../journal/replay.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { exchangeDigest } from '../../journal/ledger-record.ts';
import { Listener, place, run } from '../listener.test-helper.ts';
import { textLogin } from './login.test-helper.ts';

let lab: Lab;
let logins = 0;

beforeEach(async () => {
  lab = await startLab();
  lab.core.steering.setCancelOnDisconnect(idOf(0), true);
  place(lab, 0, 'buy', '0.01', '94000');
  place(lab, 0, 'buy', '0.01', '93000');
});

const idOf = (who: number): string => lab.accounts[who]?.subAccountId ?? '';
const liveOrders = (who = 0): number => lab.core.state.accounts.get(who)?.liveOrders ?? -1;

/** Logs account `who` in for the subaccount of account `owner`. */
async function logIn(line: Listener, who = 0, owner = who): Promise<number> {
  logins += 1;
  const timestamp = lab.core.state.now - 30_000 + logins;
  const { privateKey = '' } = lab.accounts[who] ?? {};
  const { status } = line.ask('auth', await textLogin({ privateKey, subAccountId: idOf(owner), timestamp }));
  return status;
}

async function open(who = 0, owner = who): Promise<Listener> {
  const line = new Listener(lab.core, 'trade');
  expect(await logIn(line, who, owner)).toBe(200);
  return line;
}

describe('the live orders of a subaccount that wants it so', () => {
  test('end with its only connection, with their reason in history', async () => {
    const line = await open();
    expect(liveOrders()).toBe(2);
    line.session.gone();
    expect(liveOrders()).toBe(0);
    const { envelope } = await lab.post('trade', await lab.signed(0, 'getOrderHistory', {}));
    const rows = envelope.response as { status: string; cancelReason?: string }[];
    expect(rows.filter(({ status }) => status === 'CANCELLED' || status === 'cancelled')).toMatchObject([
      { cancelReason: 'CANCEL_ON_DISCONNECT' },
      { cancelReason: 'CANCEL_ON_DISCONNECT' },
    ]);
  });

  test('end with the last of several, and not before', async () => {
    const [one, two] = [await open(), await open()];
    one.session.gone();
    expect(liveOrders()).toBe(2);
    two.session.gone();
    expect(liveOrders()).toBe(0);
  });

  test('do not end twice with one connection', async () => {
    const line = await open();
    line.session.gone();
    place(lab, 0, 'buy', '0.01', '94000');
    line.session.gone();
    expect(liveOrders()).toBe(1);
  });

  test('stay when a connection ends that had not logged in, or was refused', async () => {
    const [silent, refused] = [new Listener(lab.core, 'trade'), new Listener(lab.core, 'trade')];
    expect(await logIn(refused, 4, 0)).toBe(401);
    silent.session.gone();
    refused.session.gone();
    expect(liveOrders()).toBe(2);
  });

  test('stay when another client disconnects, or when the option is off', async () => {
    place(lab, 1, 'buy', '0.01', '94000');
    (await open(1)).session.gone();
    expect([liveOrders(0), liveOrders(1)]).toEqual([2, 1]);
    lab.core.steering.setCancelOnDisconnect(idOf(0), false);
    (await open()).session.gone();
    expect(liveOrders()).toBe(2);
  });

  test('end when the server ends the connection after ten frames that are not JSON, or after a reset', async () => {
    const line = await open();
    for (let index = 0; index < 10; index += 1) line.session.receive('{');
    expect(line.closed).toEqual([1007]);
    expect(liveOrders()).toBe(0);
    place(lab, 0, 'buy', '0.01', '94000');
    const other = await open();
    lab.core.streams.end('restart');
    expect(other.closed).toEqual([1012]);
    expect(liveOrders()).toBe(0);
  });

  test('stay while a connection logs in again, and end when it goes over to another subaccount', async () => {
    const line = await open();
    expect(await logIn(line)).toBe(200);
    expect(liveOrders()).toBe(2);
    expect(await logIn(line, 1)).toBe(200);
    expect(liveOrders()).toBe(0);
  });

  test('are kept alive by a delegate, but not by one who is none any longer', async () => {
    const wallet = lab.accounts[1]?.address.toLowerCase() ?? '';
    const grantedBy = lab.accounts[0]?.address.toLowerCase() ?? '';
    const grant = {
      type: 'GrantDelegation',
      account: 0,
      wallet,
      permission: 'session',
      expiresAt: null,
      grantedBy,
    } as const;
    run(lab, 0, grant);
    const [owner, delegate] = [await open(), await open(1, 0)];
    owner.session.gone();
    expect(liveOrders()).toBe(2);
    const again = await open();
    run(lab, 0, { type: 'RemoveDelegation', account: 0, wallet });
    again.session.gone();
    expect(liveOrders()).toBe(0);
    place(lab, 0, 'buy', '0.01', '94000');
    delegate.session.gone();
    expect(liveOrders()).toBe(1);
  });

  test('end while the exchange drains', async () => {
    const line = await open();
    lab.core.steering.setExchangeStatus('draining');
    line.session.gone();
    expect(liveOrders()).toBe(0);
  });
});

test('the log holds the option and the end of the connection, and replays to the same state', async () => {
  (await open()).session.gone();
  const { core } = lab;
  const kinds = [...core.journal.records()].flatMap(({ input }) =>
    input.kind === 'control' ? input.commands.map(({ type }) => type) : [],
  );
  expect(kinds).toEqual(['SetCancelOnDisconnect', 'Disconnect']);
  const again = replay(core.settings.config, core.journal.records());
  expect(stateDigest(again.state)).toBe(stateDigest(core.state));
  expect(again.digest).toBe(exchangeDigest(core.sequencer.chainValue(), core.state));
});

test('a connection of a subaccount without the option leaves no trace in the log', async () => {
  const line = await open(1);
  const before = lab.core.journal.length;
  line.session.gone();
  expect(lab.core.journal.length).toBe(before);
});

test('an exchange that closes while a client is logged in closes in order', async () => {
  const exchange = await createExchange({ world: 'quiet', seed: 7 });
  const [account] = exchange.accounts;
  const closed: number[] = [];
  const sink = { send: () => undefined, close: (code: number) => void closed.push(code), buffered: () => 0 };
  const session = exchange.stream('trade', sink);
  const { privateKey = '', subAccountId = '' } = account ?? {};
  const params = await textLogin({ privateKey, subAccountId, timestamp: exchange.clock.now() });
  session.receive(JSON.stringify({ id: 1, method: 'auth', params }));
  expect(session.authenticated()).toBe(true);
  exchange.control.setCancelOnDisconnect(subAccountId, true);
  const ladders = exchange.control.state().liveOrders;
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
  await exchange.client(0).placeOrders([order]);
  expect(exchange.control.state().liveOrders).toBe(ladders + 1);
  await exchange.close();
  expect(closed).toEqual([1001]);
  expect(exchange.control.state().liveOrders).toBe(ladders);
});
