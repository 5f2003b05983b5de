import { afterEach, beforeAll, expect, test } from 'vitest';
import { Client } from '../src/client/client.ts';
import { built, CliCall } from './cli.ts';

/** The log of a served exchange, over a real socket. */

interface Facts {
  readonly restUrl: string;
  readonly controlUrl: string;
  readonly accounts: readonly { readonly subAccountId: string; readonly privateKey: string }[];
}

let server: CliCall;

beforeAll(async () => {
  await built();
});
afterEach(async () => {
  server.kill('SIGTERM');
  await server.exit();
});

async function serve(...flags: string[]): Promise<Facts> {
  const usual = ['--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '7', '--json'];
  server = new CliCall(['serve', ...usual, ...flags]);
  const [line = ''] = await server.lines(1);
  return JSON.parse(line) as Facts;
}

test('a client is seen in the log, with what it was refused', async () => {
  const { restUrl, controlUrl, accounts } = await serve();
  const [{ privateKey, subAccountId } = { privateKey: '', subAccountId: '' }] = accounts;
  const client = new Client({ restUrl, privateKey, subAccountId });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000' } as const;
  await client.placeOrders([
    { ...order, quantity: '0.5' },
    { ...order, quantity: '0.00001' },
  ]);
  const response = await fetch(`${controlUrl}/log?account=${subAccountId}`);
  const { rows } = (await response.json()) as { rows: { kind: string; text: string }[] };
  expect(rows.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'request: placeOrders, 2 commands, 1 refused',
    'order: Order rests in the book: buy 0.5 at 94000 (limit)',
    'refusal: placeOrders, item 1 refused: QUANTITY_TOO_SMALL: ' +
      '0.00001 is less than the least quantity 0.001; use 0.001 or more',
  ]);
});

test('pages of other origins and strangers without the token read no log', async () => {
  const { controlUrl } = await serve('--control-token', 'correct-horse-battery');
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${controlUrl}/log`, { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: 'Bearer correct-horse-battery' })).toBe(200);
  expect(await status({ origin: 'https://example.com' })).toBe(403);
  expect(await status({ 'x-forwarded-for': '192.0.2.7' })).toBe(401);
  expect(await status({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await status({ 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer correct-horse-battery' })).toBe(200);
});
