import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileOf, FRAMES_FILE, recordFrames } from '../scripts/docs/stream-frames.ts';
import { replayedFrames, STREAMING } from '../scripts/docs/streaming.ts';
import { ALL_CHANNELS } from '../src/contract/channels.ts';
import { CLOSE_CODES, FRAME_COST, STREAM_TERMS } from '../src/contract/stream-messages.ts';
import { CLOSE, STREAM_LIMITS } from '../src/exchange/stream/sink.ts';
import { createExchange } from '../src/exchange/exchange.ts';
import { WS_LIMITS } from '../src/exchange/ws/connection.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');
const text = read(STREAMING);
/** Rows of the tables, their cells without marks. */
const rows = [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.replaceAll('`', '').split(' | '));

describe('docs/streaming.md', () => {
  test('shows the frames that its sessions get', async () => {
    expect(await replayedFrames(text)).toBe(text);
  });

  test('shows a login in both forms, a refusal, posts, subscriptions and pushes', () => {
    const statuses = [...text.matchAll(/^ {4}"status": (\d{3}),$/gm)].map(([, status]) => status);
    expect(statuses.join(' ')).toBe('200 200 200 200 401 200 200 200 200 200 200 200');
    const pushes = [...text.matchAll(/^ {4}"channel": "(\w+)",$/gm)].map(([, channel]) => channel);
    expect(pushes).toEqual([
      'orderbookUpdate',
      ...['subAccountUpdate', 'subAccountUpdate', 'subAccountUpdate', 'subAccountUpdate'],
      'trade',
      'orderbookUpdate',
    ]);
  });

  test('shows code that signs the login it sends', () => {
    const [, code = ''] = /```js\n([^`]+)\n```/.exec(text) ?? [];
    const print = `${code}\nconsole.log(JSON.stringify(frame));`;
    const signed = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
      cwd: root,
      encoding: 'utf8',
    });
    const [, login = ''] = /> (\{\n {4}"id": "a1",[^>]*?\n {2}\})\n</.exec(text) ?? [];
    expect(JSON.parse(signed)).toEqual(JSON.parse(login));
  });

  test('lists every channel and close code', () => {
    const first = new Set(rows.map(([cell]) => cell));
    for (const { name } of ALL_CHANNELS) expect(first).toContain(name);
    const closing = rows.filter(([cell]) => /^1\d{3}$/.test(cell ?? ''));
    expect(closing).toEqual(CLOSE_CODES.map(({ code, meaning }) => [String(code), meaning]));
  });

  test('gives the limits that are enforced', () => {
    const limits = rows.slice(rows.findIndex(([cell]) => cell === 'What') + 1).map(([what, much]) => [what, much]);
    expect(limits.slice(0, 7)).toEqual([
      ['connections of an address', '100'],
      ['subscriptions of an address', '1,000'],
      ['a message', '20,480 bytes, whole or in at most 128 fragments'],
      ['posts of a connection in flight at the same time', '256'],
      ['time to log in on the trade endpoint', '30 s'],
      ['time without a frame from the client', '90 s; the exchange sends a ping after 45 s'],
      ['age of a connection', '24 h'],
    ]);
    expect(WS_LIMITS).toMatchObject({ pingAfterMs: 45_000, fragmentsMax: 128 });
    expect(text).toContain('up to 4 MiB of frames wait');
    expect(STREAM_LIMITS.queuedBytesMax).toBe(4 * 1024 * 1024);
  });
});

test('a frame that no longer comes is found out', async () => {
  const wrong = text.replace('"timestamp already used"', '"timestamp is stale"');
  expect(wrong).not.toBe(text);
  expect(await replayedFrames(wrong)).toBe(text);
});

test('the documents show the frames of today', async () => {
  expect(fileOf(await recordFrames())).toBe(read(FRAMES_FILE));
});

describe('what the documents say is what is enforced', () => {
  test('limits', () => {
    expect(STREAM_TERMS).toEqual({
      connectionsPerAddress: WS_LIMITS.connectionsPerAddress,
      subscriptionsPerAddress: STREAM_LIMITS.subscriptionsPerAddress,
      messageBytesMax: WS_LIMITS.messageBytesMax,
      requestsUnderWayMax: STREAM_LIMITS.requestsUnderWayMax,
      loginSeconds: WS_LIMITS.loginMs / 1_000,
      idleSeconds: WS_LIMITS.idleMs / 1_000,
      lifeHours: WS_LIMITS.lifeMs / 3_600_000,
    });
  });

  test('close codes', () => {
    const documented = CLOSE_CODES.map(({ code }) => code as number);
    expect(documented).toEqual(expect.arrayContaining(Object.values(CLOSE)));
  });

  let frames: string[];
  beforeAll(async () => {
    const exchange = await createExchange({ world: 'quiet' });
    frames = [];
    const session = exchange.stream('info', {
      send: (sent) => void frames.push(...sent),
      close: () => undefined,
      buffered: () => 0,
    });
    for (const { name } of ALL_CHANNELS.filter(({ access }) => access === 'public')) {
      const params = { type: name, symbol: 'BTC-USDT', timeframe: '1m' };
      session.receive(JSON.stringify({ id: name, method: 'subscribe', params }));
    }
    await exchange.close();
  });

  test('first frames: a snapshot of the book, nothing else', () => {
    const firsts = frames.map((frame) => {
      const { id, channel, type } = JSON.parse(frame) as { id?: string; channel?: string; type?: string };
      return id ?? `${channel} ${type}`;
    });
    expect(firsts).toEqual([
      'marketPrices',
      'trades',
      'orderbook',
      'orderbookUpdate snapshot',
      'candles',
      'liquidations',
    ]);
  });
});

test('frames that are no posts cost what is said', async () => {
  const exchange = await createExchange({ world: 'quiet', limits: { ipTokens: 3 } });
  const statuses: unknown[] = [];
  const session = exchange.stream('info', {
    send: (sent) => void statuses.push(...sent.map((frame) => (JSON.parse(frame) as { status?: number }).status)),
    close: () => undefined,
    buffered: () => 0,
  });
  const say = (method: string): void =>
    session.receive(JSON.stringify({ id: '1', method, params: { type: 'trades', symbol: 'BTC-USDT' } }));
  for (const method of ['subscribe', 'ping', 'unsubscribe', 'ping', 'subscribe', 'ping', 'unsubscribe', 'ping'])
    say(method);
  await exchange.close();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 200]);
  expect(FRAME_COST).toEqual({ auth: 1, subscribe: 1, unsubscribe: 1, ping: 0 });
});
