import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createExchange } from '../src/runtime/exchange.ts';
import { type Figure, milliseconds } from './figure.ts';
import { median, pairedRatio } from './statistics.ts';

const SERVE = ['bin/perpsim.js', 'serve', '--port', '0', '--json', '--log-level', 'silent'];

/** Milliseconds until an empty node process has come and gone (Y6). */
async function emptyProcess(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

/** What one start of `perpsim serve` showed: milliseconds until it said where it listens, and its memory then. */
interface Start {
  readonly readyMs: number;
  /** Resident; undefined on a system without /proc. */
  readonly memoryMiB: number | undefined;
}

/** Starts the bundle with the default world, quoted, and ends it once it is ready. */
async function serveReady(): Promise<Start> {
  const started = performance.now();
  const child = spawn(process.execPath, SERVE, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const outcome = await Promise.race([once(child.stdout, 'data').then(() => 'ready'), ended.then(() => 'ended')]);
  const readyMs = performance.now() - started;
  if (outcome === 'ended') throw new Error('perpsim serve ended before it was ready');
  const memoryMiB = residentMemory(child.pid ?? 0);
  child.kill('SIGKILL');
  await ended;
  return { readyMs, memoryMiB };
}

function residentMemory(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Start to ready of the bundle against an empty process, and `createExchange` in a process that has run one before. */
export async function startup(count: number): Promise<Figure[]> {
  const own: Start[] = [];
  const empty: number[] = [];
  for (let round = 0; round < count * 2; round += 1) {
    own.push(await serveReady());
    empty.push(await emptyProcess());
  }
  const ready = own.map(({ readyMs }) => readyMs);
  const memory = own.flatMap(({ memoryMiB }) => memoryMiB ?? []);
  const creations = await createRepeatedly(count * 4);
  return [
    {
      name: 'start to ready, against Y6',
      measured: milliseconds(median(ready)),
      yardstick: milliseconds(median(empty)),
      value: pairedRatio(ready, empty),
      unit: 'x',
      budget: { atMost: 3.5 },
    },
    {
      name: 'createExchange in a running process',
      measured: `${creations.length} times`,
      yardstick: '',
      value: median(creations),
      unit: 'ms',
      budget: { atMost: 20 },
    },
    ...(memory.length === 0 ? [] : [idle(median(memory))]),
  ];
}

const idle = (value: number): Figure => ({
  name: 'resident memory of an idle server',
  measured: '',
  yardstick: '',
  value,
  unit: 'MiB',
  budget: { atMost: 130 },
});

async function createRepeatedly(times: number): Promise<number[]> {
  await (await createExchange()).close();
  const elapsed: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const started = performance.now();
    const exchange = await createExchange({ seed: time });
    elapsed.push(performance.now() - started);
    await exchange.close();
  }
  return elapsed;
}
