import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild, startServer } from './child.ts';
import { type Figure, info, milliseconds, rate } from './figure.ts';
import { type LoadResult, postAll } from './load.ts';
import { signedBodies } from './orders.ts';
import type { RecoveryRound } from './recovery-round.ts';
import { median, pairedRatio } from './statistics.ts';

const CONNECTIONS = 50;
/** In memory, and with each durability of a data directory. */
const MODES = ['memory', 'batch', 'sync', 'none'] as const;
type Mode = (typeof MODES)[number];

async function oneRound(mode: Mode, bodies: readonly string[], warmUp: number): Promise<LoadResult> {
  const data = mkdtempSync(join(tmpdir(), 'perpsim-bench-'));
  const server = await startServer('bench/servers/perpsim.ts', ...(mode === 'memory' ? [] : [data, mode]));
  try {
    await postAll(server.url, bodies.slice(0, warmUp), CONNECTIONS);
    return await postAll(server.url, bodies.slice(warmUp), CONNECTIONS);
  } finally {
    await server.stop();
    rmSync(data, { recursive: true });
  }
}

/** Signed orders over REST with a journal on disk, against the same without; and a start from 100,000 inputs. */
export async function journal(count: number, scale: number): Promise<Figure[]> {
  const warmUp = Math.round(4_000 * scale);
  const bodies = await signedBodies(Math.round(20_000 * scale) + warmUp, 1);
  const results: Record<Mode, LoadResult[]> = { memory: [], batch: [], sync: [], none: [] };
  for (let round = 0; round < count; round += 1) {
    for (const mode of MODES) results[mode].push(await oneRound(mode, bodies, warmUp));
  }
  const perSecond = (mode: Mode): number[] => results[mode].map((result) => result.perSecond);
  const errors = MODES.flatMap((mode) => results[mode]).reduce((sum, result) => sum + result.errors, 0);
  const kept = MODES.filter((mode) => mode !== 'memory').flatMap((mode) => [
    {
      name: `signed order over REST with --durability ${mode}, against in memory`,
      measured: rate(median(perSecond(mode))),
      yardstick: rate(median(perSecond('memory'))),
      value: pairedRatio(perSecond(mode), perSecond('memory')),
      unit: 'x',
      budget: null,
    } as const,
    info(`the same, p99 with ${mode}`, milliseconds(p99(results[mode])), p99(results[mode]), 'ms'),
  ]);
  return [...kept, info('errors of these rounds', String(errors), errors), ...(await recovery(scale))];
}

const p99 = (results: readonly LoadResult[]): number => median(results.map((result) => result.p99Ms));

async function recovery(scale: number): Promise<Figure[]> {
  const inputs = Math.round(100_000 * scale);
  const round = await measureInChild<RecoveryRound>('bench/recovery-round.ts', String(inputs));
  const each = Math.round(round.bytes / round.inputs);
  return [
    info(`start from a journal of ${inputs} orders`, rate(round.inputs / round.seconds), round.seconds, 's'),
    info('bytes of journal for each order', `${each} bytes`, each),
  ];
}
