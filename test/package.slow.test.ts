import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The package as a user gets it: packed, unpacked into a project of his own, with the dependencies of the manifest
 * beside it and nothing else of this checkout within reach. Optional peers are put there by the test that is about them.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...args: [string, ...string[]]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const { version, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Manifest;

let project: string;

beforeAll(() => {
  inRoot('scripts/build.mjs', '--if-stale');
  inRoot('scripts/build-types.mjs', '--if-stale');
  project = mkdtempSync(join(tmpdir(), 'perpsim-package-'));
  const installed = join(project, 'node_modules', 'perpsim');
  mkdirSync(installed, { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], { cwd: ROOT });
  execFileSync('tar', ['-xzf', join(project, `perpsim-${version}.tgz`), '-C', installed, '--strip-components=1']);
  addPackages(Object.keys(dependencies));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true }));

function addPackages(names: readonly string[]): void {
  const modules = join(project, 'node_modules');
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}

function runs(program: string): string {
  writeFileSync(join(project, 'program.mjs'), program);
  return execFileSync(process.execPath, ['program.mjs'], { cwd: project, encoding: 'utf8' });
}

test('the exchange runs', () => {
  const printed = runs(`
    import { createExchange } from 'perpsim';
    const exchange = await createExchange({ seed: 7, world: 'quiet' });
    const client = exchange.client(0);
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
    const { statuses } = await client.placeOrders([order]);
    console.log(Object.keys(statuses[0]).join(), (await client.getOpenOrders()).length);
    await exchange.close();
  `);
  expect(printed).toBe('resting 1\n');
});

test('a strategy is backtested', () => {
  writeFileSync(
    join(project, 'strategy.mjs'),
    `export default ({ size }) => ({
    onBook: async ({ bids }, { position, client, symbol }) => {
      if (bids.length > 0 && position === '0') await client.placeOrder({ symbol, side: 'buy', orderType: 'market', quantity: size });
    },
  });`,
  );
  const printed = runs(`
    import { writeFileSync } from 'node:fs';
    import { backtest } from 'perpsim';
    writeFileSync('scenario.yaml', [
      'title: Nothing happens',
      'world: quiet',
      'seed: 7',
      'duration: 2s',
      'accounts: { me: { deposit: { USDT: "10000" } } }',
      'strategy: { account: me, use: ./strategy.mjs, symbol: BTC-USDT, params: { size: "0.1" } }',
    ].join('\\n'));
    const { fills, statistics, run } = await backtest({ scenario: 'scenario.yaml' });
    console.log(fills.map(({ price, quantity }) => quantity + ' at ' + price).join(), statistics.orders, run.mode);
  `);
  expect(printed).toBe('0.1 at 95010 1 closed\n');
});

test('the client stands alone', () => {
  const printed = runs(`
    import { Client, Signer, typedDataOf } from 'perpsim/client';
    const key = '0x' + '1'.repeat(64);
    const client = new Client({ restUrl: 'http://127.0.0.1:1/v1', privateKey: key, subAccountId: '7' });
    console.log(await client.address(), typeof Signer, typedDataOf('getTrades', {}, { subAccountId: 7n, nonce: 0n, expiresAfter: 0n }).type);
  `);
  expect(printed).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A function SubAccountAction\n');
});

test('what the exchange throws is what the client exports', () => {
  const printed = runs(`
    import { createExchange, ApiError as Own, StreamClient as OwnStreams } from 'perpsim';
    import { ApiError, ConnectionError, StreamClient } from 'perpsim/client';
    const exchange = await createExchange({ seed: 7, world: 'quiet' });
    const client = exchange.streamClient(0);
    const book = await client.book('BTC-USDT', { depth: 10 });
    const refused = await client.getOrderbook('NO-SUCH').catch((error) => error);
    await client.close();
    const closed = await client.getMids().catch((error) => error);
    console.log(book.best.bid.price, Own === ApiError, OwnStreams === StreamClient, refused instanceof ApiError, closed instanceof ConnectionError);
    await exchange.close();
  `);
  expect(printed).toBe('94990 true true true true\n');
});

test('an uncaught error prints the line that threw it, and no page of code', () => {
  writeFileSync(
    join(project, 'uncaught.mjs'),
    `import { createExchange } from 'perpsim';
     const exchange = await createExchange({ seed: 7, world: 'quiet' });
     await exchange.client(0).getOrderbook('NO-SUCH');`,
  );
  const { status, stderr } = spawnSync(process.execPath, ['uncaught.mjs'], { cwd: project, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/\/perpsim\/dist\/client\.js:[0-9]+\n.*throw new ApiError\(/);
  expect(stderr).toContain('\nApiError: market name invalid\n');
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(400);
});

test('every bundle keeps its lines short', () => {
  const dist = join(project, 'node_modules', 'perpsim', 'dist');
  const bundles = ['.', 'chunks'].flatMap((folder) =>
    readdirSync(join(dist, folder))
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(bundles).toEqual(expect.arrayContaining(['index.js', 'serve.cjs', 'serve-late.cjs']));
  // Not Math.max of all: a bundle has more lines than a call may have arguments.
  const longest = (file: string): number =>
    readFileSync(join(dist, file), 'utf8')
      .split('\n')
      .reduce((most, line) => Math.max(most, line.length), 0);
  // A text is split at its next token, so a line may be some times as long as is asked for.
  expect(bundles.filter((file) => longest(file) > 800)).toEqual([]);
});

test('a bundler can take the client to a browser: nothing of Node is inside', async () => {
  writeFileSync(
    join(project, 'browser.mjs'),
    `import { StreamClient } from 'perpsim/client';
     globalThis.client = new StreamClient({ wsUrl: 'ws://host/v1/ws', privateKey: '0x' + '1'.repeat(64), subAccountId: '7' });`,
  );
  const { outputFiles, warnings } = await build({
    absWorkingDir: project,
    entryPoints: ['browser.mjs'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['ethers'],
    logLevel: 'silent',
  });
  const text = outputFiles.map((file) => file.text).join('');
  expect(warnings).toEqual([]);
  expect(text).not.toMatch(/from ?"node:|require\("|createRequire/);
  expect(text).toContain('websocket_auth');
});

test('of dist/ only what the build makes for users is there', () => {
  const names = readdirSync(join(project, 'node_modules', 'perpsim', 'dist'));
  const others = names.filter((name) => !/\.c?js$/.test(name) && name !== 'docs').sort();
  expect(others).toEqual([
    'chunks',
    'console',
    'contract.json',
    'licences.txt',
    'pages',
    'scripts.json',
    'sqlite',
    'types',
  ]);
});

test('each history is in a database, without sql.js', () => {
  const printed = runs(`
    import { createRequire } from 'node:module';
    import { createExchange } from 'perpsim';
    const exchange = await createExchange({ seed: 7, world: 'quiet' });
    console.log((await exchange.client(0).getTrades()).total);
    try { createRequire(import.meta.url).resolve('sql.js'); } catch ({ code }) { console.log(code); }
    await exchange.close();
  `);
  expect(printed).toBe('0\nMODULE_NOT_FOUND\n');
});

test('the command runs', () => {
  const printed = execFileSync(process.execPath, ['node_modules/perpsim/bin/perpsim.js', '--version'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('0.1.0');
});

const SUITE = Object.keys(peerDependencies).filter((name) => name.startsWith('@cucumber/'));
const INSTALL =
  'npm install --save-dev @cucumber/cucumber@^12.9.0 @cucumber/gherkin@^38.0.0 @cucumber/messages@^32.3.1';

const perpsim = (...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['node_modules/perpsim/bin/perpsim.js', ...args], { cwd: project, encoding: 'utf8' });

describe('without the packages of the suite', () => {
  test('the command says what to install', () => {
    const { status, stdout, stderr } = perpsim('conform', '--list');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`perpsim: the conformance suite needs packages that are not installed: ${INSTALL}\n`);
  });

  test('the function says what to install', () => {
    const printed = runs(`
      import { runConformance, UsageError } from 'perpsim/conformance';
      const error = await runConformance().catch((refused) => refused);
      console.log(error instanceof UsageError, error.message);
    `);
    expect(printed).toBe(`true the conformance suite needs packages that are not installed: ${INSTALL}\n`);
  });

  test('doctor says what to install, and that perpsim can run', () => {
    const { status, stdout } = perpsim('doctor', '--json', '--port', '0');
    const { findings } = JSON.parse(stdout) as { findings: { what: string }[] };
    expect(status).toBe(0);
    expect(findings.find(({ what }) => what === 'conformance')).toEqual({
      what: 'conformance',
      state: 'missing',
      found: 'packages of the suite are not installed; only perpsim conform needs them',
      fix: INSTALL,
    });
  });
});

describe('without the packages of the queue', () => {
  const NEEDS = '--queue needs packages that are not installed: npm install --save-dev bullmq@^6.7.0 ioredis@^5.11.1';
  const queue = ['--queue', 'redis://127.0.0.1:1'];

  test.each([
    ['sweep', ['sweep', 'basics/calm-day', '--seeds', '1', '--out', 'swept', ...queue]],
    ['worker', ['worker', ...queue]],
  ])('perpsim %s says what to install', (_command, words) => {
    const { status, stdout, stderr } = perpsim(...words);
    expect([status, stdout, stderr]).toEqual([2, '', `perpsim: ${NEEDS}\n`]);
    expect(existsSync(join(project, 'swept'))).toBe(false);
  });

  test('a sweep on threads of this machine runs', () => {
    const { status, stdout } = perpsim(
      'sweep',
      'basics/calm-day',
      '--seeds',
      '1..2',
      '--out',
      'swept',
      '--workers',
      '1',
    );
    expect([status, stdout.split('\n', 1)]).toEqual([
      0,
      ['basics/calm-day: 2 runs, 2 passed, 0 failed, 0 without a result'],
    ]);
  });
});

describe('with the packages of the suite', () => {
  beforeAll(() => addPackages(SUITE));
  afterAll(() => SUITE.forEach((name) => rmSync(join(project, 'node_modules', name))));

  test('the command runs scenarios', () => {
    const { status, stdout } = perpsim('conform', 'features/info/getMids.feature', '--quiet');
    expect(stdout).toContain('\nConformant: ');
    expect(status).toBe(0);
  });

  test('a program runs scenarios and reads what came of each', () => {
    const printed = runs(`
      import { runConformance } from 'perpsim/conformance';
      const features = ['features/info/getMids.feature'];
      const { exit, conclusion, counts, run, summary } = await runConformance({ features });
      const shard = await runConformance({ features, shard: '1/2', tags: ['@auth or not @auth'] });
      const wrong = await runConformance({ workers: 0 }).catch((error) => error);
      const stopped = await runConformance({ features, signal: AbortSignal.abort() });
      console.log(exit, conclusion, counts.passed === run.scenarios.length, counts.failed, summary.includes('Conformant: '));
      console.log(shard.run.facts.shard.of, shard.run.scenarios.length < run.scenarios.length);
      console.log(wrong.message);
      console.log(stopped.conclusion, stopped.run.facts.stopped);
    `);
    expect(printed.split('\n')).toEqual([
      '0 conformant true 0 true',
      '2 true',
      '--workers must be a whole number from 1 to 64 (got "0")',
      'incomplete stopped by the program',
      '',
    ]);
  });
});

const TYPED = `
  import { backtest, createExchange, type Exchange, type Strategy, type StrategyFactory } from 'perpsim';
  import { Client, type OrderItem, StreamClient } from 'perpsim/client';
  import { type ConformanceResult, runConformance } from 'perpsim/conformance';
  export async function failed(target: string): Promise<string[]> {
    const { run }: ConformanceResult = await runConformance({ target, tags: ['@auth'] });
    return run.scenarios.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  }
  export async function start(): Promise<Exchange> {
    return createExchange({ seed: 7, world: 'quiet' });
  }
  export async function rest(exchange: Exchange, order: OrderItem): Promise<string | undefined> {
    const client: Client = exchange.client(0);
    const { statuses } = await client.placeOrders([order]);
    return statuses[0]?.resting?.order.venueId;
  }
  const buyer = (quantity: string): Strategy => ({
    onStart: ({ every }) => every(1000, 'buy'),
    onTimer: async (timer, { client, symbol }) => {
      if (timer === 'buy') await client.placeOrder({ symbol, side: 'buy', orderType: 'market', quantity });
    },
    onFill: (fill, { log }) => log(fill.liquidity),
  });
  const byParams: StrategyFactory = ({ quantity }) => buyer(String(quantity));
  export async function sharpe(): Promise<number | null> {
    return (await backtest({ scenario: 'mine', strategy: byParams, latency: { entry: 5 } })).statistics.sharpe;
  }
  export async function follow(wsUrl: string, privateKey: string, subAccountId: string): Promise<string | undefined> {
    const client = new StreamClient({ wsUrl, privateKey, subAccountId, openSocket: (url) => new WebSocket(url) });
    await client.subscribe('candles', { symbol: 'BTC-USDT', timeframe: '1m' }, ({ data }) => {
      const closed: boolean = data.closed;
      console.log(closed, data.open_price);
    });
    await client.subscribe('subAccountUpdates', { sub_account_id: subAccountId }, ({ data }) => {
      if (data.eventType === 'liquidation') console.log(data.reason === 'MMR_BREACH');
    });
    const book = await client.book('BTC-USDT', { depth: 100 });
    return book.best.bid?.price;
  }
`;

/**
 * What the compiler says of programs that use the package, as `file.ts line TS-code`. One call looks at all of them, because
 * reading the declarations takes most of its time.
 */
function errorsOf(programs: Readonly<Record<string, string>>, ...flags: readonly string[]): string[] {
  for (const [file, program] of Object.entries(programs)) writeFileSync(join(project, file), program);
  const options = ['--strict', '--noEmit', '--module', 'NodeNext', '--target', 'ES2023', '--lib', 'ES2023,DOM'];
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, ...options, ...flags, ...Object.keys(programs)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(stderr).toBe('');
  // A line that goes on with an explanation is indented.
  const lines = stdout.split('\n').filter((line) => /^\S/.test(line));
  return lines.map((line) => line.replace(/^([\w.-]+)\((\d+),\d+\): error (TS\d+): .*$/, '$1 $2 $3'));
}

test('its types compile, declarations and all, and hold', () => {
  const wrong = TYPED.replace("world: 'quiet'", "clock: 'sometimes'")
    .replace("timeframe: '1m'", "timeframe: '2m'")
    .replace("'MMR_BREACH'", "'BAD_LUCK'");
  expect(errorsOf({ 'typed.ts': TYPED, 'wrong.ts': wrong })).toEqual([
    'wrong.ts 10 TS2322',
    'wrong.ts 30 TS2322',
    'wrong.ts 35 TS2367',
  ]);
});

/** A bot that takes any exchange of ccxt, and the class of perpsim as one. */
const TYPED_BOT = `
  import { type Exchange, type Order, type Tickers } from 'ccxt';
  import perpsims, { Perpsim, PerpsimPro } from 'perpsim/ccxt';
  async function buys(exchange: Exchange, symbol: string): Promise<Order> {
    await exchange.setLeverage(5, symbol);
    return exchange.createOrder(symbol, 'limit', 'buy', 0.01, 90_000, { postOnly: true });
  }
  const exchange = new PerpsimPro({ privateKey: '0x01', urls: { api: { rest: 'http://127.0.0.1:8700/v1' } } });
  export const order: Promise<Order> = buys(exchange, 'BTC/USDT:USDT');
  export const tickers: Promise<Tickers> = new perpsims.pro.perpsim().watchTickers(['BTC/USDT:USDT']);
  export const other: Promise<Order> = buys(new Perpsim(), 'BTC/USDT:USDT');
  export const positions = async () => (await (await exchange.accountClient()).getPositions()).map(({ side }) => side);
`;

test('perpsim/ccxt without ccxt says what to install, in a program that runs and in one that catches it', () => {
  const sentence = `perpsim/ccxt needs ccxt, which is not installed: npm install ccxt@${peerDependencies['ccxt']}`;
  writeFileSync(join(project, 'without.mjs'), "import { Perpsim } from 'perpsim/ccxt';\nnew Perpsim();");
  const { status, stderr } = spawnSync(process.execPath, ['without.mjs'], { cwd: project, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(`\nError: ${sentence}\n`);
  expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  expect(runs("await import('perpsim/ccxt').catch(({ message }) => console.log(message));")).toBe(`${sentence}\n`);
});

describe('with ccxt', () => {
  beforeAll(() => addPackages(['ccxt']));
  afterAll(() => rmSync(join(project, 'node_modules', 'ccxt')));

  test('perpsim/ccxt gives its exchange', () => {
    const printed = runs(`
      import perpsims, { Perpsim, PerpsimPro } from 'perpsim/ccxt';
      const { has } = new PerpsimPro();
      console.log(perpsims.perpsim === Perpsim, perpsims.pro.perpsim === PerpsimPro, has.fetchTickers, has.watchTickers);
    `);
    expect(printed).toBe('true true true true\n');
  });

  test('the types of perpsim/ccxt compile against those of ccxt, and hold', () => {
    const wrong = TYPED_BOT.replace("'limit', 'buy', 0.01", "'limit', 'buy', 'much'").replace(
      '({ side }) => side',
      '({ sides }) => sides',
    );
    expect(errorsOf({ 'bot.ts': TYPED_BOT, 'wrong-bot.ts': wrong }, '--skipLibCheck')).toEqual([
      'wrong-bot.ts 6 TS2345',
      'wrong-bot.ts 12 TS2339',
    ]);
  });
});
