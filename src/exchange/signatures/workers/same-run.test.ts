import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Params } from '../../../client/typed-data.ts';
import { nextTurn } from '../../clock/slices.ts';
import { type Core, inMemory, startCore } from '../../core.ts';
import { type Lab, requestOf, startLab } from '../../lab.test-helper.ts';
import { settingsOf } from '../../options.ts';
import { textLogin } from '../../stream/session/login.test-helper.ts';
import { Listener } from '../../stream/listener.test-helper.ts';
import { SignatureWorkers } from './pool.ts';
import { startWorkerThread, type StartThread } from './thread.ts';

const WORLD = { world: 'quiet', seed: 5, nonceRule: 'unique' } as const;
const REQUESTS = 96;
const NO_POINT = `0x${'00'.repeat(32)}`;

/** What one run showed: each response in the order of the requests, and the digest over all inputs and events. */
interface Run {
  readonly responses: readonly string[];
  readonly chain: string;
}

type Load = readonly { readonly surface: 'trade' | 'info'; readonly body: Params }[];

let lab: Lab;
let load: Load;
const opened: SignatureWorkers[] = [];
const log = { error: () => undefined };

beforeAll(async () => {
  lab = await startLab(WORLD);
  load = await mixedLoad();
});
afterEach(() => Promise.all(opened.splice(0).map((workers) => workers.close())));

/** Orders, cancels, signed and public reads; forged, unsigned and repeated requests between them. */
async function mixedLoad(): Promise<Load> {
  const made: { surface: 'trade' | 'info'; body: Params }[] = [];
  for (let place = 0; place < REQUESTS; place += 1) {
    const who = place % 3;
    const nonce = place + 1;
    const order = { symbol: 'BTC-USDT', side: place % 2 === 0 ? 'buy' : 'sell', quantity: '0.01' };
    const limit = { ...order, orderType: 'limitGtc', price: String(94_900 + place), clientOrderId: `c${place}` };
    const place1 = (overrides: Params = {}, owner = who): Promise<Params> =>
      lab.signed(who, 'placeOrders', { orders: [limit], grouping: 'na' }, { nonce, ...overrides }, owner);
    switch (place % 8) {
      case 0:
      case 1:
        made.push({ surface: 'trade', body: await place1() });
        break;
      case 2:
        made.push({
          surface: 'trade',
          body: await lab.signed(who, 'placeOrders', { orders: [{ ...order, orderType: 'market' }] }, { nonce }),
        });
        break;
      case 3:
        made.push({ surface: 'trade', body: await lab.signed(who, 'getOpenOrders', {}, {}) });
        break;
      case 4:
        // The signature of another wallet.
        made.push({ surface: 'trade', body: await place1({}, (who + 1) % 3) });
        break;
      case 5: {
        const body = await place1();
        made.push({ surface: 'trade', body: { ...body, signature: { v: 27, r: NO_POINT, s: NO_POINT } } });
        break;
      }
      case 6:
        made.push({ surface: 'trade', body: made[made.length - 6]?.body ?? {} });
        break;
      default:
        made.push({ surface: 'info', body: { params: { action: 'getMids' } } });
    }
  }
  return made;
}

async function coreWith(workers: number, startThread: StartThread = startWorkerThread): Promise<Core> {
  const settings = settingsOf({ ...WORLD, log });
  if (workers === 0) return startCore(settings);
  const pool = await SignatureWorkers.start({ workers, log, startThread });
  opened.push(pool);
  return startCore(settings, { ...inMemory(settings), workers: pool });
}

/** Sends everything at once, as one connection that is pipelined would. */
async function overRest(core: Core): Promise<Run> {
  const responses = await Promise.all(
    load.map(async ({ surface, body }) => core.router.handle(requestOf('POST', `/v1/${surface}`, body))),
  );
  core.sequencer.flush();
  return { responses: responses.map(({ status, body }) => `${status} ${body}`), chain: core.sequencer.chainValue() };
}

/** Logs in and posts the requests of the first account over one WebSocket, without waiting for replies. */
async function overWebSocket(core: Core): Promise<Run> {
  const feed = new Listener(core, 'trade');
  const trader = lab.accounts[0];
  if (!trader) throw new Error('the world has an account');
  const login = await textLogin({ ...trader, timestamp: core.sequencer.now() });
  feed.session.receive(JSON.stringify({ id: 0, method: 'auth', params: login }));
  const posts = load.filter(({ surface }) => surface === 'trade');
  for (const [place, { body }] of posts.entries()) {
    const { params, ...rest } = body as { readonly params: object };
    feed.session.receive(JSON.stringify({ id: place + 1, method: 'post', params: { ...params, ...rest } }));
    if (place === 20) feed.session.receive('{"id":"status","method":"post","params":{"action":"getExchangeStatus"}}');
    if (place === 30) feed.session.receive('{"id":"unknown","method":"dance"}');
  }
  await core.gate.whenIdle();
  await nextTurn();
  core.sequencer.flush();
  return { responses: [...feed.frames], chain: core.sequencer.chainValue() };
}

describe.each([
  ['REST', overRest, 96],
  ['a WebSocket', overWebSocket, 87],
] as const)('the same load over %s', (_transport, run, count) => {
  test.each([1, 2])('gives the same responses and digest with %i workers as with none', async (workers) => {
    const alone = await run(await coreWith(0));
    expect(alone.responses).toHaveLength(count);
    expect(await run(await coreWith(workers))).toEqual(alone);
  });

  test('gives the same responses and digest when a worker is killed in the middle of it', async () => {
    let posts = 0;
    const fragile: StartThread = (events) => {
      const thread = startWorkerThread(events);
      return {
        ...thread,
        post: (checks) => {
          thread.post(checks);
          posts += 1;
          if (posts === 2) void thread.stop();
        },
      };
    };
    const alone = await run(await coreWith(0));
    expect(await run(await coreWith(2, fragile))).toEqual(alone);
    expect(posts).toBeGreaterThan(3);
  });
});

test('forged, unsigned and repeated requests are refused under load, and orders between them are placed', async () => {
  const { responses } = await overRest(await coreWith(1));
  const shown = responses.slice(0, 8).map((response) => [response.slice(0, 3), codeIn(response)]);
  expect(shown).toEqual([
    ['200', null],
    ['200', null],
    ['200', null],
    ['200', null],
    ['401', 'UNAUTHORIZED'],
    ['401', 'UNAUTHORIZED'],
    ['401', 'UNAUTHORIZED'],
    ['200', null],
  ]);
});

const codeIn = (response: string): string | null => /"code":"([A-Z_]+)"/.exec(response)?.[1] ?? null;
