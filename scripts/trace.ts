import { Session } from 'node:inspector/promises';
import { Socket } from 'node:net';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { runConformance } from '../src/conformance.ts';
import { Engine } from '../src/engine/engine.ts';
import { Client, createExchange, type Exchange, StreamClient } from '../src/index.ts';
import { loadScenario } from '../src/scenarios/format/load.ts';
import { runScenario } from '../src/scenarios/run/run-scenario.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';

/**
 * Follows five things through the sources, and prints the files and functions that each runs through, so that a long way
 * shows: a request, a fill on its way to a frame, an hour of funding, a scenario, and a scenario of the suite.
 *
 *   npm run trace               a table
 *   npm run trace -- request    the frames and files of one
 *   npm run trace -- --json     all of it for programs
 *
 * A function counts when it ran meanwhile (precise coverage of V8); a frame is one of the functions of `src` that stand on the
 * stack where the way ends.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Trace {
  readonly name: string;
  readonly what: string;
  /** From the outermost to the innermost; empty where nothing is on one stack. */
  readonly frames: readonly string[];
  /** Functions that ran, by file. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

const session = new Session();

/** Runs something and returns what ran meanwhile. What it loads for the first time must be loaded before. */
async function functionsOf(work: () => Promise<unknown>): Promise<Trace['files']> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Map<string, string[]>();
  for (const { url, functions } of result) {
    const file = fileOf(url);
    if (file === null) continue;
    const ran = functions.filter(
      ({ functionName, ranges: [range] }) => isNamed(functionName) && (range?.count ?? 0) > 0,
    );
    if (ran.length > 0) files.set(file, [...new Set(ran.map(({ functionName }) => functionName))]);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Without the client, which is in the same process. */
const ofServer = (files: Trace['files']): Trace['files'] =>
  new Map([...files].filter(([file]) => !file.startsWith('src/client/')));

/** Not those that the transformation of the sources adds. */
const isNamed = (name: string): boolean => name !== '' && name !== '__name' && !name.startsWith('<');

/** The path of a source, or null for anything else. */
function fileOf(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  const path = relative(ROOT, fileURLToPath(url.split('?')[0] ?? url));
  return path.startsWith('src/') ? path : null;
}

/** The functions of `src` on the present stack, the outermost first. */
function stackOf(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  const lines = (new Error('here').stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = stackTraceLimit;
  return lines
    .flatMap((line) => {
      const [, name = '', place = ''] = /^ +at (?:async )?(?:(.+?) \()?(.+?):\d+:\d+\)?$/.exec(line) ?? [];
      const file = fileOf(place.startsWith('/') ? `file://${place}` : place);
      return file === null ? [] : [`${name === '' ? '(anonymous)' : name}  ${file}`];
    })
    .reverse();
}

/** Calls the method in its own way, and `seen` before each call. */
function watch<T extends object>(
  owner: T,
  name: keyof T & string,
  seen: (args: readonly unknown[]) => void,
): () => void {
  const own = owner[name] as (...args: unknown[]) => unknown;
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    seen(args);
    return own.apply(this, args);
  };
  Object.assign(owner, { [name]: watched });
  return () => void Object.assign(owner, { [name]: own });
}

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', quantity: '0.1' } as const;

interface Served {
  readonly exchange: Exchange;
  readonly origin: string;
  close(): Promise<void>;
}

/** An exchange behind a socket, as `perpsim serve` puts it there. */
async function served(): Promise<Served> {
  const exchange = await createExchange({ world: 'quiet', seed: 1 });
  const writeRefusal = refusalWriter(exchange);
  const onError = (error: unknown): void => console.error(error);
  const streams = new WsUpgradeHandler({ exchange, writeRefusal, onError });
  const server = new RestServer({ exchange, writeRefusal, streams, onError });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const close = async (): Promise<void> => {
    await server.close();
    await exchange.close();
  };
  return { exchange, origin, close };
}

/** One signed order over a socket, which rests. The frames are those that lead to the engine. */
async function request(): Promise<Trace> {
  const server = await served();
  const { exchange, origin } = server;
  const [{ privateKey, subAccountId } = { privateKey: '', subAccountId: '' }] = exchange.accounts;
  const client = new Client({ privateKey, subAccountId, serviceName: exchange.serviceName, restUrl: `${origin}/v1` });
  const place = (price: string): Promise<unknown> => client.placeOrders([{ ...ORDER, price }]);
  await place('90000');
  let frames: string[] = [];
  const files = await functionsOf(async () => {
    const stop = watch(Engine.prototype, 'apply', () => (frames = stackOf()));
    await place('90001');
    stop();
  });
  await server.close();
  return {
    name: 'request',
    what: 'a placeOrders over REST that rests, up to its response',
    frames,
    files: ofServer(files),
  };
}

/** One fill, whose trade reaches a subscriber over a socket. */
async function fill(): Promise<Trace> {
  const server = await served();
  const { exchange, origin } = server;
  const [{ privateKey, subAccountId } = { privateKey: '', subAccountId: '' }] = exchange.accounts;
  const client = new StreamClient({
    privateKey,
    subAccountId,
    wsUrl: `${origin.replace('http', 'ws')}/v1/ws`,
    serviceName: exchange.serviceName,
  });
  let trades = 0;
  await client.subscribe('trades', { symbol: 'BTC-USDT' }, () => (trades += 1));
  const take = async (): Promise<void> => {
    const before = trades;
    await exchange.client(0).placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
    while (trades === before) await new Promise((resolve) => setImmediate(resolve));
  };
  await take();
  let frames: string[] = [];
  const files = await functionsOf(async () => {
    const stop = watch(Socket.prototype, 'write', () => {
      const stack = stackOf();
      if (stack.some((frame) => frame.includes('/ws/'))) frames = stack;
    });
    await take();
    stop();
  });
  await client.close();
  await server.close();
  return { name: 'fill', what: 'a fill, from the order to the frame of its trade', frames, files: ofServer(files) };
}

/** An hour of exchange time in which funding falls due. */
async function funding(): Promise<Trace> {
  const exchange = await createExchange({ world: 'quiet', seed: 1 });
  const hour = (): Promise<void> => Promise.resolve(exchange.clock.advance(3_600_000)).then(() => undefined);
  await exchange.client(0).placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
  await hour();
  let frames: string[] = [];
  const files = await functionsOf(async () => {
    const stop = watch(Engine.prototype, 'apply', () => (frames = stackOf()));
    await hour();
    stop();
  });
  await exchange.close();
  return { name: 'funding', what: 'an hour in which a position pays funding', frames, files };
}

async function scenario(): Promise<Trace> {
  const run = (): Promise<unknown> => runScenario(loadScenario('orders/dead-man-switch'));
  await run();
  return { name: 'scenario', what: 'the scenario orders/dead-man-switch', frames: [], files: await functionsOf(run) };
}

async function conformance(): Promise<Trace> {
  const run = (): Promise<unknown> => runConformance({ features: ['features/info/getMids.feature:9'], workers: 1 });
  await run();
  return {
    name: 'conformance',
    what: 'one scenario of the suite, in process',
    frames: [],
    files: await functionsOf(run),
  };
}

const TRACES = { request, fill, funding, scenario, conformance };

function printTable(traces: readonly Trace[]): void {
  console.log('| Life | Files | Functions | Frames |\n|---|---|---|---|');
  for (const { what, files, frames } of traces) {
    const functions = [...files.values()].reduce((sum, names) => sum + names.length, 0);
    console.log(`| ${what} | ${files.size} | ${functions} | ${frames.length === 0 ? '' : frames.length} |`);
  }
}

function printWhole({ what, frames, files }: Trace): void {
  console.log(`${what}\n`);
  for (const [depth, frame] of frames.entries()) console.log(`${String(depth + 1).padStart(3)}  ${frame}`);
  if (frames.length > 0) console.log('');
  for (const [file, names] of files) console.log(`${file}\n  ${names.join(', ')}`);
  console.log(`\n${files.size} files`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !(name in TRACES));
  if (unknown !== undefined) {
    console.error(`there is no trace "${unknown}"; there are ${Object.keys(TRACES).join(', ')}`);
    return 2;
  }
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const traces: Trace[] = [];
  for (const [name, trace] of Object.entries(TRACES)) {
    if (positionals.length === 0 || positionals.includes(name)) traces.push(await trace());
  }
  session.disconnect();
  if (values.json) console.log(JSON.stringify(traces.map((one) => ({ ...one, files: Object.fromEntries(one.files) }))));
  else if (positionals.length > 0) for (const one of traces) printWhole(one);
  else printTable(traces);
  return 0;
}

process.exitCode = await main();
