import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { replyOf, objectOf } from '../scripts/selftest/bodies.ts';
import { respondsItself, lists, refuses, responses, rows } from '../scripts/selftest/make.ts';
import { Proxy } from '../scripts/selftest/proxy.ts';
import type { Body, Rewriting } from '../scripts/selftest/wrong.ts';
import { built, CliCall } from './cli.ts';

/** What `perpsim conform` makes of a plain deployment that responds wrongly to the suite's own requests. */

const FOLDER = mkdtempSync(join(tmpdir(), 'conform-probe-'));
const PROFILE = join(FOLDER, 'small.json');
/** Scenarios that need wallets and scenarios that do not; all of them pass on the deployment put right. */
const SMALL = {
  name: 'small',
  description: 'A few reads.',
  wallets: [{ key: { env: 'PERPSIM_KEY_1' } }, { key: { env: 'PERPSIM_KEY_2' } }],
  floor: 8,
  select: { tags: '@getMids or (@getOpenOrders and not @negative and not @tolerances)' },
};

let simulator: CliCall;
let proxy: Proxy;
let target: string;
let reports = 0;
/** A row for each deployment, printed at the end. */
const verdicts: string[] = [];

beforeAll(async () => {
  await built();
  writeFileSync(PROFILE, JSON.stringify(SMALL));
  simulator = new CliCall([
    ...['serve', '--port', '0', '--world', 'quiet', '--start-time', '2026-01-05T00:00:00Z'],
    ...['--no-control', '--json'],
  ]);
  const [line = ''] = await simulator.lines(1);
  const { restUrl, serviceName, accounts } = JSON.parse(line) as {
    readonly restUrl: string;
    readonly serviceName: string;
    readonly accounts: readonly { readonly privateKey: string }[];
  };
  vi.stubEnv('PERPSIM_KEY_1', accounts[0]?.privateKey);
  vi.stubEnv('PERPSIM_KEY_2', accounts[1]?.privateKey);
  proxy = new Proxy(new URL(restUrl).origin, serviceName);
  target = await proxy.listen();
});
afterAll(async () => {
  process.stdout.write(
    `\n| deployment | verdict | exit code | why |\n| --- | --- | --- | --- |\n${verdicts.join('\n')}\n`,
  );
  vi.unstubAllEnvs();
  await proxy.close();
  simulator.kill();
  await simulator.exit();
  rmSync(FOLDER, { recursive: true });
});

interface Result {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
  readonly report: string;
}

async function judged(rewriting: Rewriting, ...flags: string[]): Promise<Result> {
  proxy.become({ make: () => rewriting });
  reports += 1;
  const report = join(FOLDER, `report-${reports}`);
  const child = new CliCall(['conform', '--target', target, '--profile', PROFILE, '--report', report, ...flags]);
  const code = await child.exit();
  proxy.become(undefined);
  const isRight = Object.keys(rewriting).length === 0;
  // Whatever else a run says of a deployment that is wrong, it never says this.
  if (!isRight) expect(child.stdout).not.toMatch(/(^|\n)Conformant: /);
  verdicts.push(rowOf(isRight ? 'nothing is wrong' : (expect.getState().currentTestName ?? ''), code, child));
  return { code, stdout: child.stdout, stderr: child.stderr, report };
}

/** How a run ended, and the line that says why. */
function rowOf(name: string, code: unknown, { stdout, stderr }: Pick<Result, 'stdout' | 'stderr'>): string {
  const verdict = /^([A-Z][a-z]+(?: [a-z]+)?): http/m.exec(stdout)?.[1] ?? 'none';
  const why =
    /^ {2}✕ .*\n {6}(.+)$/m.exec(stdout)?.[1] ??
    /^The run proves .*$/m.exec(stdout)?.[0] ??
    /^failed: .*$/m.exec(stdout)?.[0] ??
    (verdict === 'none' ? stderr.split('\n').find((line) => line.startsWith('perpsim: ')) : undefined) ??
    '';
  return `| ${name.split(' > ').at(-1) ?? name} | ${verdict} | ${String(code)} | ${why} |`;
}

const response = (action: string, change: (response: Body) => unknown): Rewriting =>
  responses([action], (found) => change(objectOf(found)));

/** Responds to every request with text that is no JSON. */
const html: Rewriting = {
  asked: () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<html>' }),
};

const TOO_MANY = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: 'Rate limit exceeded',
  category: 'RATE_LIMIT',
  retryable: true,
};

/** The run fails by a check of the suite's own requests, which every report shows with its trace. */
async function expectFailure(rewriting: Rewriting, id: string, clause: string, said: string): Promise<Result> {
  const result = await judged(rewriting);
  const { code, stdout, report } = result;
  expect(stdout).toContain('\nNot conformant: ');
  expect(code).toBe(1);
  const { scenarios } = JSON.parse(readFileSync(join(report, 'run.json'), 'utf8')) as {
    readonly scenarios: readonly Body[];
  };
  const check = scenarios.find((one) => one.id === id);
  expect(check, stdout).toMatchObject({ verdict: 'failed' });
  expect(check?.tags).toContain(`clause:${clause}`);
  expect(check?.error).toContain(said);
  expect((check?.trace as unknown[]).length).toBeGreaterThan(0);
  for (const file of ['summary.md', 'junit.xml', 'ctrf.json', 'index.html']) {
    expect(readFileSync(join(report, file), 'utf8'), file).toContain(id);
  }
  expect(readFileSync(join(report, 'rerun.txt'), 'utf8')).not.toContain(id);
  return result;
}

test('the deployment put right is conformant', async () => {
  const { code, stdout } = await judged({});
  expect(stdout).toContain('\nConformant: ');
  expect(code).toBe(0);
});

describe('a response contrary to the contract fails the run under its clause', () => {
  test.each<[string, Rewriting, string, string, string]>([
    [
      'getExchangeStatus without the status',
      response('getExchangeStatus', (status) => void delete status.exchange_status),
      'probe:getExchangeStatus',
      'GETEXCHANGESTATUS',
      'response.exchange_status should be',
    ],
    [
      'getSubAccounts without delegatedSigners',
      rows(['getSubAccounts'], (row) => delete row.delegatedSigners),
      'probe:getSubAccounts',
      'GETSUBACCOUNTS',
      'delegatedSigners should be',
    ],
    [
      'getSubAccounts without the subaccount that getSubAccountIds lists',
      lists(['getSubAccounts'], () => []),
      'probe:getSubAccounts',
      'GETSUBACCOUNTS',
      'getSubAccounts does not list the subaccount ',
    ],
    [
      'getPositions with status 500',
      refuses(['getPositions'], () => true, [500, 'INTERNAL_ERROR', 'no positions today']),
      'probe:getPositions',
      'GETPOSITIONS',
      'getPositions',
    ],
    [
      'getPositions with a position that the account does not have',
      response('getSubAccounts', ({ subAccounts }) => {
        for (const one of subAccounts as Body[]) one.positions = [{ symbol: 'BTC-USDT' }];
      }),
      'probe:getSubAccounts',
      'GETSUBACCOUNTS',
      'positions',
    ],
    [
      'getMarkets with an object in place of the list',
      responses(['getMarkets'], () => ({ markets: [] })),
      'probe:getMarkets',
      'GETMARKETS',
      'response should be',
    ],
    [
      'getMarketPrices without a market that getMarkets lists',
      response('getMarketPrices', (prices) => void delete prices['ETH-USDT']),
      'probe:getMarketPrices',
      'GETMARKETPRICES',
      'getMarketPrices lacks ETH-USDT, which getMarkets lists',
    ],
    [
      'getMids with a refusal',
      refuses(['getMids'], () => true, [400, 'VALIDATION_ERROR', 'mids are not for you']),
      'probe:getMids',
      'GETMIDS',
      'a valid request is refused: getMids receives 400 VALIDATION_ERROR mids are not for you',
    ],
    [
      'getOrderbook without bids',
      response('getOrderbook', (book) => void delete book.bids),
      'probe:getOrderbook',
      'GETORDERBOOK',
      'response.bids should be',
    ],
    [
      'getSubAccountIds with numbers',
      responses(['getSubAccountIds'], (ids) => (ids as string[]).map(Number)),
      'probe:getSubAccountIds',
      'CONV-ID-STRINGS',
      'should be',
    ],
    [
      'a public read for those who sign',
      refuses(['getExchangeStatus'], () => true, [401, 'UNAUTHORIZED', 'signature is required']),
      'probe:getExchangeStatus',
      'AUTH-INFO-NONE',
      '401 UNAUTHORIZED signature is required',
    ],
    [
      'a signed read that asks for a nonce',
      refuses(['getSubAccounts'], () => true, [400, 'MISSING_REQUIRED_FIELD', 'nonce is required for this operation']),
      'probe:getSubAccounts',
      'REQ-NONCE-READ-OPTIONAL',
      'nonce is required for this operation',
    ],
    [
      'a request that has to name a version',
      refuses('*', ({ body }) => body.version === undefined, [400, 'VALIDATION_ERROR', 'version is required']),
      'probe:getExchangeStatus',
      'VERSION-NO-HEADER',
      '400 VALIDATION_ERROR version is required',
    ],
    [
      'a whitelist that knows an address in lower case only',
      responses(['getIsWhitelisted'], (_found, { params }) =>
        /[A-F]/.test(String(params.walletAddress)) ? false : true,
      ),
      'probe:getIsWhitelisted',
      'GETISWHITELISTED-CASE',
      'is not whitelisted, and in lower case it is',
    ],
    [
      'a response to a heartbeat with the id of another request',
      { received: (frame) => [frame.method === 'pong' ? { ...frame, id: 'other', requestId: 'other' } : frame] },
      'probe:ping',
      'SURFACE-WS-INFO',
      'should be a reply to something that was asked',
    ],
  ])('%s', async (_wrong, rewriting, id, clause, said) => {
    await expectFailure(rewriting, id, clause, said);
  });

  test('a dry run says so as well', async () => {
    const wrong = response('getOrderbook', (book) => void delete book.bids);
    const { code, stdout } = await judged(wrong, '--dry-run');
    expect(code).toBe(1);
    expect(stdout).toContain('failed: probe:getOrderbook  getOrderbook responds as the contract says');
  });
});

describe('a refusal that is the right of the target makes the run inconclusive, and its reason is kept', () => {
  test.each<[string, Rewriting, string]>([
    ['a wallet that it has not whitelisted', responses(['getIsWhitelisted'], () => false), 'is not whitelisted'],
    [
      'too many requests',
      {
        asked: (call, backstage) =>
          call.action === 'getSubAccountIds' ? replyOf(429, { error: TOO_MANY }, backstage.now()) : call,
      },
      'getSubAccountIds receives 429 RATE_LIMIT_EXCEEDED Rate limit exceeded',
    ],
  ])('%s', async (_refusal, rewriting, reason) => {
    const { code, stdout } = await judged(rewriting);
    expect(stdout).toContain('\nInconclusive: ');
    expect(stdout).toMatch(/\nThe run proves \d+ clauses, and profile small asks for 8 before the target counts as/);
    expect(stdout).toContain(reason);
    expect(code).toBe(7);
  });
});

describe('where nothing is reached, nothing is judged', () => {
  test('something else than this API', async () => {
    const { code, stderr } = await judged(html);
    expect(stderr).toContain('responds to getExchangeStatus with 200, and not as the API does');
    expect(code).toBe(3);
  });
});

// Last of all: its orders stay in the books.
test('an order that cancelAllOrders leaves open is a failure, and other clients are not blamed for it', async () => {
  const { stdout } = await expectFailure(
    respondsItself(['cancelAllOrders'], () => []),
    'clean-up:cancelAllOrders',
    'CANCELALLORDERS',
    'is still open after cancelAllOrders',
  );
  expect(stdout).not.toContain('another client');
  expect(stdout).toContain('left behind:\n  open order ');
});
