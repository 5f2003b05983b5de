import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { createExchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { RestServer } from '../src/exchange/rest/server.ts';

/**
 * How responsive the default world is while its clock moves: `npx tsx bench/clock.ts [hours]` advances by so many hours
 * (24 without), stops an advance with SIGTERM, and runs live at four speeds. Needs a build; asserts nothing.
 */

const HOUR_MS = 3_600_000;
const hours = Number(process.argv[2] ?? 24);

/** Asks for the status again and again in a thread of its own, and reports how long it took. */
const POLLER = `
const { parentPort, workerData } = require('node:worker_threads');
const taken = [];
let goesOn = true;
parentPort.once('message', () => { goesOn = false; });
(async () => {
  while (goesOn) {
    const start = performance.now();
    await (await fetch(workerData)).text();
    taken.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  taken.sort((a, b) => a - b);
  parentPort.postMessage({
    requests: taken.length,
    medianMs: taken[taken.length >> 1],
    p99Ms: taken[Math.floor(taken.length * 0.99)],
    longestMs: taken.at(-1),
  });
})();`;

async function longAdvance(): Promise<object> {
  const exchange = await createExchange();
  const server = new RestServer({ exchange, writeRefusal: refusalWriter(exchange) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const poller = new Worker(POLLER, { eval: true, workerData: `${origin}/v1/exchange/status` });
  await once(poller, 'online');
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const start = performance.now();
  await exchange.clock.advanceAsync(hours * HOUR_MS);
  const tookMs = performance.now() - start;
  loop.disable();
  poller.postMessage('enough');
  const [status] = (await once(poller, 'message')) as [object];
  await server.close();
  await exchange.close();
  return {
    hours,
    tookMs,
    speed: (hours * HOUR_MS) / tookMs,
    longestLoopBlockMs: loop.max / 1e6,
    loopBlockP99Ms: loop.percentile(99) / 1e6,
    status,
    rssMB: process.memoryUsage.rss() / 1e6,
  };
}

async function serve(...flags: string[]): Promise<{ child: ChildProcess; controlUrl: string; restUrl: string }> {
  const child = spawn(process.execPath, ['bin/perpsim.js', 'serve', '--port', '0', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { controlUrl: string; restUrl: string }) };
}

async function sigterm(): Promise<object> {
  const { child, controlUrl } = await serve('--clock', 'manual');
  const body = JSON.stringify({ ms: 24 * HOUR_MS });
  const advance = fetch(`${controlUrl}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const start = performance.now();
  child.kill('SIGTERM');
  const response = await (await advance).json();
  const [code] = (await once(child, 'exit')) as [number];
  return { endedAfterMs: performance.now() - start, code, response };
}

async function live(speed: number): Promise<object> {
  const { child, controlUrl, restUrl } = await serve('--speed', String(speed));
  const poller = new Worker(POLLER, { eval: true, workerData: `${restUrl}/exchange/status` });
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const { achievedSpeed } = (await (await fetch(`${controlUrl}/clock`)).json()) as { achievedSpeed: number };
  poller.postMessage('enough');
  const [status] = (await once(poller, 'message')) as [object];
  const start = performance.now();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { speed, achievedSpeed, status, endedAfterMs: performance.now() - start };
}

console.log('SIGTERM in an advance', await sigterm());
for (const speed of [1, 60, 1_000, 1_000_000]) console.log('live', await live(speed));
console.log('an advance', await longAdvance());
