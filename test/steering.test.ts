import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../src/client.ts';
import type { CommandDocument } from '../src/cli/define.ts';
import { built, CliCall, type CliResult, perpsim } from './cli.ts';

/** Commands that steer a running exchange, as a user meets them: the built bundle, a server of their own, TCP between them. */

/** Dev account 0, whose key is public. */
const FIRST = '1867542890123456789';
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

let server: CliCall;
let target: string;
let restUrl: string;

function ran(...args: string[]): Promise<CliResult> {
  const isNamed = args.includes('--url') || args.includes('--target');
  return perpsim([...args, ...(isNamed ? [] : ['--target', target])]);
}

const jsonOf = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await ran(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
};

beforeAll(async () => {
  await built();
  const flags = ['--clock', 'manual', '--world', 'quiet', '--seed', '9', '--no-provenance'];
  server = new CliCall(['serve', '--port', '0', ...flags, '--json']);
  const [line = ''] = await server.lines(1);
  ({ restUrl } = JSON.parse(line) as { restUrl: string });
  target = new URL(restUrl).origin;
});
afterAll(() => server.kill());

test('accounts lists the dev accounts with what they hold', async () => {
  const { accounts } = (await jsonOf('accounts')) as { accounts: Record<string, unknown>[] };
  expect(accounts).toHaveLength(10);
  expect(accounts[0]).toMatchObject({ number: 0, privateKey: KEY, subAccountId: FIRST, positions: [] });
  const { stdout } = await ran('accounts');
  expect(stdout.split('\n')[1]).toContain(FIRST);
});

test('provenance is what serve was told, until the control plane changes it', async () => {
  const url = `${target}/sim/v1/provenance`;
  expect(await (await fetch(url)).json()).toEqual({ sent: false });
  const headers = { 'content-type': 'application/json' };
  const change = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ sent: true }) });
  expect([change.status, await change.json()]).toEqual([200, { sent: true }]);
  expect(await (await fetch(url)).json()).toEqual({ sent: true });
});

test('price sets the index and holds it, and names a market that there is not', async () => {
  const before = await jsonOf('price', 'BTC-USDT');
  expect(before).toMatchObject({ markets: [{ symbol: 'BTC-USDT', indexPrice: '95000' }] });
  expect(await jsonOf('price', 'BTC-USDT', '96000', '--hold')).toMatchObject({ markets: [{ indexPrice: '96000' }] });
  await jsonOf('advance', '1m');
  expect(await jsonOf('price', 'BTC-USDT')).toMatchObject({ markets: [{ indexPrice: '96000' }] });
  await jsonOf('price', 'BTC-USDT', '--release');
  await jsonOf('price', 'BTC-USDT', '95000');
  expect(await ran('price', 'DOGE-USDT')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^perpsim: there is no market DOGE-USDT: BTC-USDT, /) as string,
  });
  expect(await ran('price', 'BTC-USDT', '12.3.4')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('price must be a positive decimal string') as string,
  });
});

test('price goes to another in steps, goes stale when its feed stops, and is fresh when it is released', async () => {
  const indexAfter = async (...args: string[]): Promise<unknown> => {
    const { markets } = (await jsonOf(...args)) as { markets: readonly { indexPrice: string }[] };
    return markets[0]?.indexPrice;
  };
  expect(await indexAfter('price', 'SOL-USDT', '194', '--over', '4s')).toBe('190.00');
  await jsonOf('advance', '2s');
  expect(await indexAfter('price', 'SOL-USDT')).toBe('192.00');
  await jsonOf('advance', '2s');
  expect(await indexAfter('price', 'SOL-USDT')).toBe('194.00');

  const client = new Client({ restUrl, privateKey: KEY, subAccountId: FIRST });
  const bid = { symbol: 'SOL-USDT', side: 'buy', orderType: 'limitGtc', price: '190', quantity: '1' } as const;
  await ran('price', 'SOL-USDT', '--stop');
  await jsonOf('advance', '1m');
  await expect(client.placeOrder(bid)).rejects.toMatchObject({ code: 'MARKET_CLOSED' });
  await ran('price', 'SOL-USDT', '--release');
  await expect(client.placeOrder(bid)).resolves.toBeDefined();
});

test.each([
  [['price', 'BTC-USDT', '--hold', '--stop'], '--hold and --stop exclude each other'],
  [['price', '--stop'], '--stop needs the symbol of a market'],
  [['price', 'BTC-USDT', '--over', '30s'], '--over needs a price: perpsim price BTC-USDT 40000 --over 30s'],
  [['price', 'BTC-USDT', '40000', '--release'], '--release takes no price'],
  [
    ['price', 'BTC-USDT', '40000', '--over', '1500ms'],
    '--over must be whole seconds from 1s to 1h, such as 30s (got "1500ms")',
  ],
])('2: %j', async (args, problem) => {
  expect(await ran(...args)).toEqual({ code: 2, stdout: '', stderr: `perpsim: ${problem}\n` });
});

test('advance moves the clock by a duration, to a time and to what is due next', async () => {
  const { now: start } = await jsonOf('clock');
  expect(await jsonOf('advance', '1h30m')).toMatchObject({ from: start, now: Number(start) + 5_400_000 });
  const time = new Date(Number(start) + 7_200_000).toISOString();
  expect(await jsonOf('advance', '--to', time)).toMatchObject({ now: Number(start) + 7_200_000 });
  const { nextDue } = await jsonOf('clock');
  expect(await jsonOf('advance', '--next')).toMatchObject({ now: nextDue });
  expect(await ran('advance', '1 hour')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'perpsim: DURATION must be a duration such as 90s, 1h30m or 250ms, of at most 366 days (got "1 hour")\n',
  });
  expect(await ran('advance')).toMatchObject({ code: 2, stderr: expect.stringContaining('--next') as string });
});

test('clock makes the clock live at a speed, and advance is then refused', async () => {
  expect(await jsonOf('clock', 'live', '--speed', '2')).toMatchObject({ mode: 'live', speed: 2 });
  const refused = await ran('advance', '1s');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('manual');
  expect(await jsonOf('clock', 'manual')).toMatchObject({ mode: 'manual' });
  expect(await ran('clock', 'fast')).toMatchObject({
    code: 2,
    stderr: 'perpsim: MODE must be live or manual (got "fast")\n',
  });
});

test('deposit credits an account by its number', async () => {
  const before = Number((await jsonOf('deposit', '0', '1'))['balance']);
  expect(await jsonOf('deposit', '0', '250.5')).toEqual({
    subAccountId: FIRST,
    asset: 'USDT',
    amount: '250.5',
    balance: String(before + 250.5),
  });
  expect(await ran('deposit', '10', '1')).toMatchObject({
    code: 1,
    stderr: 'perpsim: there is no dev account 10: they are numbered from 0 to 9\n',
  });
});

test('fault adds a rule that meets a client, lists and clears it', async () => {
  const rules = await jsonOf('fault', 'add', 'timeout', '--action', 'getSubAccount', '--account', '0', '--times', '1');
  expect(rules).toMatchObject({
    rules: [
      { match: { action: 'getSubAccount', subAccountId: FIRST }, effect: { kind: 'timeout' }, times: 1, fired: 0 },
    ],
  });
  const client = new Client({ restUrl, privateKey: KEY, subAccountId: FIRST });
  await expect(client.getSubAccount()).rejects.toMatchObject({ code: 'OPERATION_TIMEOUT' });
  expect((await client.getSubAccount()).subAccountId).toBe(FIRST);
  expect((await ran('fault', 'list')).stdout).toContain('timeout');
  expect((await ran('fault', 'clear')).stdout).toBe('no fault rules\n');
  expect(await ran('fault', 'add', 'explode')).toMatchObject({ code: 1, stdout: '' });
  expect((await ran('fault', 'list')).stdout).toBe('no fault rules\n');
});

test('liquidate finds the price that liquidates an account', async () => {
  expect(await ran('liquidate', '0')).toEqual({
    code: 1,
    stdout: '',
    stderr: `perpsim: subaccount ${FIRST} has no open position: there is nothing to liquidate\n`,
  });
  const client = new Client({ restUrl, privateKey: KEY, subAccountId: FIRST });
  await client.updateLeverage('BTC-USDT', 40);
  await client.placeOrder({ symbol: 'BTC-USDT', side: 'sell', orderType: 'market', quantity: '10' });
  const liquidated = await jsonOf('liquidate', '0');
  expect(liquidated).toMatchObject({ subAccountId: FIRST, symbol: 'BTC-USDT' });
  expect((await client.getPositions({ status: 'open' })).length).toBeLessThanOrEqual(1);
  const why = await ran('why', 'liquidation', String(liquidated['liquidation']));
  expect(why.stdout).toContain(FIRST);
});

test('reset starts over with another seed and world', async () => {
  expect(await jsonOf('reset', '--seed', '11', '--clock', 'manual')).toMatchObject({ seed: '11', world: 'quiet' });
  expect(await jsonOf('accounts')).toMatchObject({ accounts: [{ positions: [] }, ...Array<object>(9).fill({})] });
});

test('wait ends when the exchange is ready, and says why it is not', async () => {
  expect(await ran('wait', '--timeout', '1')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is ready') as string,
  });
  expect(await ran('wait', '--url', 'http://127.0.0.1:49999', '--timeout', '0.2')).toEqual({
    code: 3,
    stdout: '',
    stderr: 'perpsim: http://127.0.0.1:49999 was not ready within 0.2s: nothing listens there\n',
  });
  expect(await ran('wait', '--timeout', 'soon')).toMatchObject({
    code: 2,
    stderr: 'perpsim: --timeout must be a number of seconds or a duration such as 30s or 2m (got "soon")\n',
  });
  const { stdout } = await ran('wait', '--target', 'http://127.0.0.1:49999', '--timeout', '0.01', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    ready: false,
    url: 'http://127.0.0.1:49999',
    problem: 'nothing listens there',
  });
});

test('--url and --target are one flag everywhere, and take the address of the exchange or of its API', async () => {
  for (const named of [
    ['--url', target],
    ['--target', target],
    ['--target', restUrl],
    ['--url', `${target}/sim/v1`],
  ]) {
    expect(await ran('price', 'BTC-USDT', ...named)).toMatchObject({ code: 0, stderr: '' });
  }
  const { commands } = JSON.parse((await perpsim(['help', '--json'])).stdout) as CommandDocument;
  const all = (each: CommandDocument): readonly CommandDocument[] => [each, ...each.commands.flatMap(all)];
  const flags = commands
    .flatMap(all)
    .flatMap((each) => each.flags.filter(({ flag }) => /--(?:target|url)\b/.test(flag)));
  expect(flags.length).toBeGreaterThan(20);
  expect(new Set(flags.map(({ flag, variable }) => `${flag} ${variable}`))).toEqual(
    new Set(['--url, --target <url> PERPSIM_TARGET']),
  );
});

test('price says that a server has no control plane', async () => {
  const plain = new CliCall(['serve', '--port', '0', '--world', 'quiet', '--no-control', '--json']);
  const [line = ''] = await plain.lines(1);
  const { origin } = new URL((JSON.parse(line) as { restUrl: string }).restUrl);
  const said = `${origin} has no control plane: it is not perpsim serve, or was started with --no-control`;
  for (const args of [['price'], ['price', 'BTC-USDT', '40000'], ['advance', '1s']]) {
    const { code, stdout, stderr } = await ran(...args, '--target', origin);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(`perpsim: ${said}`);
  }
  plain.kill();
  expect(await plain.exit()).toBe(0);
});

test.each([
  [['price', 'BTC-UST', '40000'], 'market not found: BTC-UST (did you mean BTC-USDT?)'],
  [['deposit', '0', '10', 'USTD'], 'asset not found: USTD (did you mean USDT?)'],
  [['reset', '--world', 'quite'], 'there is no world quite (did you mean quiet?)'],
  [['fault', 'add', 'replyLst'], 'one of latency, '],
  [['fault', 'add', 'replyLst'], '(did you mean replyLost?)'],
  [['fault', 'add', 'replyLost', '--action', 'placeOrder'], 'placeOrder is none (did you mean placeOrders?)'],
])('%j suggests the nearest name', async (args, said) => {
  const { code, stdout, stderr } = await ran(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(said);
});

test('an unknown path of the control plane suggests the nearest one', async () => {
  const response = await fetch(`${target}/sim/v1/prices/mvoe`, { method: 'POST', body: '{}' });
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining('no such route (did you mean /sim/v1/prices/move?)') as string },
  });
});

test('without an exchange each command says where it looked', async () => {
  const child = new CliCall(['price', '--target', 'http://127.0.0.1:49999']);
  expect(await child.exit()).toBe(3);
  expect(child.stderr).toContain('cannot reach http://127.0.0.1:49999: nothing listens there');
});
