import { describe, expect, test } from 'vitest';
import { tokensLeft } from '../../../engine/token-bucket.ts';
import type { Core } from '../../core.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { Listener, nextTurn } from '../listener.test-helper.ts';
import { textLogin } from './login.test-helper.ts';

const POST = (id: number, action = 'getExchangeStatus'): string =>
  JSON.stringify({ id, method: 'post', params: { action } });

/** Some numbers that a frame shows, for every frame. */
const fieldOf = (frames: readonly string[], name: 'id' | 'status'): unknown[] =>
  frames.map((frame) => (JSON.parse(frame) as Record<string, unknown>)[name]);

/** Tokens that the address has used, of 10,000. */
const spent = ({ core }: Lab): number =>
  10_000 -
  tokensLeft(core.sequencer.charges.view.ip, '127.0.0.1', { cap: 10_000, windowMs: 10_000 }, core.sequencer.now());

const lab = (): Promise<Lab> => startLab({ clock: 'manual' });

describe('frames that say nothing', () => {
  test('the tenth in a row gets a response, and ends the connection', async () => {
    const feed = new Listener((await lab()).core);
    for (let frame = 1; frame <= 9; frame += 1) feed.session.receive('{');
    expect(feed.closed).toEqual([]);
    feed.session.receive('{');
    expect(feed.closed).toEqual([1007]);
    expect(fieldOf(feed.frames, 'status')).toEqual(Array.from({ length: 10 }, () => 400));
    feed.session.receive('{"method":"ping"}');
    expect(feed.frames).toHaveLength(10);
  });

  test.each(['{"method":"ping"}', '{"type":"ping","timestamp":1}', '{"method":"dance"}'])(
    'one that is understood starts the count anew: %s',
    async (understood) => {
      const feed = new Listener((await lab()).core);
      for (let frame = 1; frame <= 9; frame += 1) feed.session.receive('no');
      feed.session.receive(understood);
      for (let frame = 1; frame <= 9; frame += 1) feed.session.receive('no');
      expect(feed.closed).toEqual([]);
      expect(feed.frames).toHaveLength(19);
    },
  );
});

describe('a heartbeat', () => {
  test.each([
    ['{"type":"ping","timestamp":9007199254740993}', '{"type":"pong","timestamp":9007199254740993}'],
    ['{"type":"ping","timestamp":"then"}', '{"type":"pong","timestamp":"then"}'],
    ['{"type":"ping"}', '{"type":"pong"}'],
    ['{"type":"ping","timestamp":{"a":1}}', '{"type":"pong"}'],
  ])('%s', async (ping, pong) => {
    const feed = new Listener((await lab()).core);
    feed.session.receive(ping);
    expect(feed.frames).toEqual([pong]);
  });
});

describe('requests under way', () => {
  /** An exchange that responds in a later turn, because every request may meet a fault. */
  async function slowCore(): Promise<Core> {
    const { core } = await lab();
    core.steering.setFaults([{ match: { channel: 'trades' }, effect: { kind: 'lose' } }]);
    return core;
  }

  test('257 at once are one too many, and the last is refused before the others are done', async () => {
    const feed = new Listener(await slowCore());
    for (let id = 1; id <= 257; id += 1) feed.session.receive(POST(id));
    expect(fieldOf(feed.frames, 'id')).toEqual([257]);
    expect(fieldOf(feed.frames, 'status')).toEqual([429]);
    await nextTurn();
    expect(fieldOf(feed.frames.slice(1), 'id')).toEqual(Array.from({ length: 256 }, (_, index) => index + 1));
    feed.session.receive(POST(258));
    await nextTurn();
    expect(fieldOf(feed.frames.slice(-1), 'status')).toEqual([200]);
  });

  test('the response to a request that ends after its connection is dropped', async () => {
    const feed = new Listener(await slowCore());
    feed.session.receive(POST(1));
    feed.session.gone();
    await nextTurn();
    expect(feed.frames).toEqual([]);
  });
});

describe('a login', () => {
  test('has no place on the info endpoint', async () => {
    const feed = new Listener((await lab()).core);
    expect(feed.ask('auth', {})).toMatchObject({
      status: 400,
      error: { code: 'VALIDATION_ERROR', message: 'the info endpoint takes no login' },
    });
    expect(feed.session.authenticated()).toBe(false);
  });

  test('that fails leaves an earlier one as it was', async () => {
    const whole = await lab();
    const [trader, other] = whole.accounts;
    if (!trader || !other) throw new Error('the world has two accounts');
    const logins = new Listener(whole.core, 'trade');
    const timestamp = whole.core.sequencer.now();
    expect(logins.ask('auth', await textLogin({ ...trader, timestamp })).status).toBe(200);
    const stranger = { privateKey: other.privateKey, subAccountId: trader.subAccountId, timestamp };
    expect(logins.ask('auth', await textLogin(stranger)).status).toBe(401);
    expect(logins.session.authenticated()).toBe(true);
    logins.session.receive(
      JSON.stringify({ id: 9, method: 'post', params: { action: 'getOpenOrders', subAccountId: trader.subAccountId } }),
    );
    await nextTurn();
    expect(fieldOf(logins.frames.slice(-1), 'status')).toEqual([200]);
  });
});

describe('what frames cost the address', () => {
  test.each([
    ['a ping', '{"method":"ping"}', 0],
    ['a ping with its time', '{"type":"ping","timestamp":1}', 0],
    ['a frame that says nothing', '[]', 1],
    ['an unknown method', '{"method":"dance"}', 1],
    ['a subscription', '{"method":"subscribe","params":{"type":"trades"}}', 1],
    ['the end of one', '{"method":"unsubscribe","params":{"type":"trades"}}', 1],
    ['a post', '{"method":"post","params":{"action":"getMids"}}', 50],
    ['a post of no action', '{"method":"post","params":{}}', 1],
  ])('%s', async (_case, frame, tokens) => {
    const whole = await lab();
    const feed = new Listener(whole.core);
    feed.session.receive(frame);
    await nextTurn();
    expect(spent(whole)).toBe(tokens);
  });
});

describe('a name that does not exist', () => {
  test.each([
    ['{"method":"subscribe","params":{"type":"traeds"}}', 'did you mean trades?'],
    ['{"method":"subscribe","params":{"type":"marketPrice"}}', 'did you mean marketPrices?'],
    ['{"method":"post","params":{"action":"getMid"}}', 'did you mean getMids?'],
  ])('%s is refused with the nearest one', async (frame, hint) => {
    const feed = new Listener((await lab()).core);
    feed.session.receive(frame);
    await nextTurn();
    const [reply] = feed.frames.map((text) => JSON.parse(text) as { error: { details: { hint: string } } });
    expect(reply?.error.details.hint).toBe(hint);
  });
});
