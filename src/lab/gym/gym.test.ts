import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountOf, scenarioOf } from '../../scenarios/run/scenario.test-helper.ts';
import type { Scenario, ScenarioAgent } from '../../scenarios/scenario.ts';
import { GymServer } from './server.ts';

const STRATEGY: ScenarioAgent = {
  name: 'strategy',
  account: 'me',
  use: 'maker',
  symbol: 'BTC-USDT',
  params: {},
  fromMs: 0,
  untilMs: 5_000,
};
const SCENARIO = scenarioOf({ durationMs: 5_000, accounts: [accountOf('me'), accountOf('you')], strategy: STRATEGY });

/** What a program without a client of ours would do: frames of four bytes of length and a JSON text. */
class Peer {
  readonly #socket: Socket;
  readonly #replies: AsyncGenerator<{ ok?: unknown; error?: { field: string; message: string } }, void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#replies = repliesOf(socket);
  }

  async ask(message: object): Promise<{ ok?: unknown; error?: { field: string; message: string } }> {
    this.send(JSON.stringify(message));
    return this.next();
  }

  async ok<T>(message: object): Promise<T> {
    const reply = await this.ask(message);
    expect(reply.error).toBeUndefined();
    return reply.ok as T;
  }

  send(text: string, length = Buffer.byteLength(text)): void {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    this.#socket.write(Buffer.concat([head, Buffer.from(text)]));
  }

  async next(): Promise<{ ok?: unknown; error?: { field: string; message: string } }> {
    const next = await this.#replies.next();
    if (next.done === true) throw new Error('the connection is over');
    return next.value;
  }

  async close(): Promise<void> {
    this.#socket.end();
    if (!this.#socket.closed) await once(this.#socket, 'close');
  }

  get socket(): Socket {
    return this.#socket;
  }
}

async function* repliesOf(socket: Socket): AsyncGenerator<never, void> {
  let waiting = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
      const end = 4 + waiting.readUInt32BE(0);
      yield JSON.parse(waiting.toString('utf8', 4, end)) as never;
      waiting = waiting.subarray(end);
    }
  }
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function peerOf(
  scenario: Scenario = SCENARIO,
  port = false,
): Promise<Peer & { readonly place: string; readonly server: GymServer }> {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-gym-'));
  closing.push(() => rm(folder, { recursive: true }));
  const server = new GymServer({ scenario }, (error) => expect.unreachable(String(error)));
  const place = await server.listen(port ? { port: 0 } : { path: join(folder, 'socket') });
  closing.push(() => server.close());
  const socket = port ? connect(Number(place.split(':')[1]), '127.0.0.1') : connect(place);
  await once(socket, 'connect');
  return Object.assign(new Peer(socket), { place, server });
}

type Observation = [number, boolean, unknown[][], unknown[][]];
type Step = [unknown[], Observation];

const limit = (side: string, price: string, quantity: string): unknown[] => [
  0,
  'placeOrders',
  { orders: [{ symbol: 'BTC-USDT', side, orderType: 'limitGtc', price, quantity }], grouping: 'na' },
];

test('an environment shows what was chosen, carries out requests and ends with the scenario', async () => {
  const peer = await peerOf();
  const opened = await peer.ok<{ markets: { symbol: string }[] }>({
    do: 'open',
    agents: ['you', 'me'],
    market: ['book', 'mid', 'flow'],
    agent: ['value', 'positions', 'orders', 'fills'],
    depth: 2,
  });
  expect(opened).toMatchObject({
    protocol: 1,
    environments: 1,
    agents: ['you', 'me'],
    symbols: ['BTC-USDT'],
    stepMs: 1_000,
    durationMs: 5_000,
  });
  expect(opened.markets).toMatchObject([{ symbol: 'BTC-USDT', priceIncrement: expect.any(String) as string }]);
  const [[start, ended, [market], agents]] = await peer.ok<[Observation]>({ do: 'reset', seeds: ['3'] });
  expect(ended).toBe(false);
  const [book, mid, flow] = market as [[string, string][][], string, string[]];
  expect(book.map((side) => side.length)).toEqual([2, 2]);
  expect(Number(mid)).toBeGreaterThan(Number(book[0]?.[0]?.[0]));
  expect(flow).toEqual(['0', '0']);
  expect(agents).toEqual([
    ['100000', [], [], []],
    ['100000', [], [], []],
  ]);

  const ask = book[1]?.[0]?.[0] ?? '';
  const requests = [
    limit('buy', ask, '0.01'),
    limit('buy', '90000', '0.02'),
    [1, 'updateLeverage', { symbol: 'BTC-USDT', leverage: '1000' }],
  ];
  const [[results, [now, , [later], [you]]]] = await peer.ok<[Step]>({ do: 'step', requests: [requests], ms: 250 });
  expect(now).toBe(start + 250);
  expect(results).toMatchObject([
    { statuses: [{ filled: {} }] },
    { statuses: [{ resting: {} }] },
    { error: { code: 'VALIDATION_ERROR' } },
  ]);
  expect((later as unknown[])[2]).toEqual(['0.01', '0']);
  const [, positions, orders, fills] = you as [string, unknown[][], unknown[][], unknown[][]];
  expect(positions).toEqual([['BTC-USDT', '0.01', '95010.00', '-0.1']]);
  expect(orders).toMatchObject([[expect.any(String), '', 'BTC-USDT', 'buy', '90000', '0.02', expect.any(String)]]);
  expect(fills).toMatchObject([
    [start, 'BTC-USDT', 'buy', ask, '0.01', expect.any(String), 'taker', expect.any(String)],
  ]);

  const [[, [end, over, , [last]]]] = await peer.ok<[Step]>({ do: 'step', requests: [[]], ms: 60_000 });
  expect([end, over]).toEqual([start + 5_000, true]);
  expect((last as unknown[])[3]).toEqual([]);
  expect(await peer.ask({ do: 'step', requests: [[]] })).toEqual({
    error: { field: 'environments', message: 'the episode of environment 0 is over: reset it' },
  });
});

test('equal seeds and requests give equal digests, alone and in a batch, and another seed another one', async () => {
  const peer = await peerOf({ ...SCENARIO, world: 'default', durationMs: 400 });
  await peer.ok({ do: 'open', environments: 3, market: ['mid'], agent: ['value'] });
  const episode = async (environments: readonly number[], seeds: readonly string[]): Promise<string[]> => {
    await peer.ok({ do: 'reset', environments, seeds });
    const requests = environments.map(() => [limit('buy', '80000', '0.01')]);
    await peer.ok({ do: 'step', environments, requests, ms: 200 });
    await peer.ok({ do: 'step', environments, requests: environments.map(() => []), ms: 200 });
    return peer.ok<string[]>({ do: 'digest', environments });
  };
  const [a, b, c] = await episode([0, 1, 2], ['1', '2', '1']);
  expect(c).toBe(a);
  expect(b).not.toBe(a);
  expect(await episode([1], ['1'])).toEqual([a]);
});

test('a wrong message names the field, and the episode goes on as if it had not come', async () => {
  const peer = await peerOf();
  const refused = async (message: object, field: string, text: string): Promise<void> => {
    const { error } = await peer.ask(message);
    expect(error?.field).toBe(field);
    expect(error?.message).toContain(text);
  };
  await refused({ do: 'reset', seeds: ['1'] }, 'do', 'send open first');
  await refused({ do: 'opne' }, 'do', 'did you mean open?');
  await refused({ do: 'open', environments: 0 }, 'environments', 'from 1 to 1024');
  await refused({ do: 'open', agents: ['mee'] }, 'agents[0]', 'did you mean me?');
  await refused({ do: 'open', symbols: ['BTC'] }, 'symbols[0]', 'symbols[0] must be one of');
  await refused({ do: 'open', market: ['mid', 'mid'] }, 'market[1]', 'a second time');
  await refused({ do: 'open', depht: 5 }, 'depht', 'did you mean depth?');
  await peer.ok({ do: 'open', environments: 2, market: ['mid'], agent: ['orders'] });
  await refused({ do: 'step', requests: [[], []] }, 'environments', 'reset it first');
  await refused({ do: 'reset', seeds: ['1'] }, 'seeds', 'one item for each environment, 2');
  await refused({ do: 'reset', environments: [5], seeds: ['1'] }, 'environments[0]', 'there is no environment 5');
  await peer.ok({ do: 'reset', seeds: ['1', '1'] });
  const wrong = (request: unknown): object => ({ do: 'step', requests: [[limit('buy', '90000', '0.01')], [request]] });
  await refused(wrong([0, 'placeOrders']), 'requests[1][0]', 'an agent, an action and its params');
  await refused(wrong([1, 'placeOrders', {}]), 'requests[1][0][0]', 'below 1');
  await refused(wrong([0, 7, {}]), 'requests[1][0][1]', 'the name of an action');
  await refused(wrong([0, 'placeOrders', []]), 'requests[1][0][2]', 'an object');
  await refused({ do: 'step', requests: [[], []], ms: 0 }, 'ms', 'from 1 to 86400000');
  const [one, two] = await peer.ok<string[]>({ do: 'digest' });
  expect(one).toBe(two);
  const steps = await peer.ok<Step[]>({ do: 'step', requests: [[[0, 'placeOrder', {}]], []], ms: 10 });
  expect(steps.map(([, [, , , [agent]]]) => agent)).toEqual([[[]], [[]]]);
  expect(steps[0]?.[0]).toMatchObject([{ error: { details: { hint: 'did you mean placeOrders?' } } }]);
});

test('what is no frame of the protocol is answered once, and the connection is closed', async () => {
  const peer = await peerOf(SCENARIO, true);
  peer.send('{"do":');
  expect((await peer.next()).error?.message).toContain('the message is not JSON');
  // What a browser would send.
  peer.socket.write('POST / HTTP/1.1\r\n\r\n');
  expect((await peer.next()).error?.message).toContain('at most 16777216 bytes');
  await expect(peer.next()).rejects.toThrow('the connection is over');
});

test('a Unix socket is for its owner alone, and is gone with the server; a client that leaves in a step is let go', async () => {
  const peer = await peerOf();
  expect(statSync(peer.place).mode & 0o777).toBe(0o600);
  await peer.ok({ do: 'open', environments: 2 });
  await peer.ok({ do: 'reset', seeds: ['1', '2'] });
  peer.send(JSON.stringify({ do: 'step', requests: [[], []], ms: 1_000 }));
  peer.socket.destroy();
  await peer.server.firstGone;
  await peer.server.close();
  expect(existsSync(peer.place)).toBe(false);
});

test('a request that latency holds lets time go on until it is carried out', async () => {
  const held = { kind: 'constant', ms: 40 } as const;
  const accounts = [accountOf('me', { latency: { entry: held, response: held, data: null } })];
  const peer = await peerOf({ ...SCENARIO, accounts });
  await peer.ok({ do: 'open', market: ['mid'], agent: ['orders'] });
  const [[start]] = await peer.ok<[Observation]>({ do: 'reset', seeds: ['1'] });
  const [[results, [now]]] = await peer.ok<[Step]>({
    do: 'step',
    requests: [[limit('buy', '90000', '0.02')]],
    ms: 100,
  });
  expect(results).toMatchObject([{ statuses: [{ resting: {} }] }]);
  expect(now).toBe(start + 180);
});
