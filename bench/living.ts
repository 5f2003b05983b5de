import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureInChild } from './child.ts';
import { type Figure, info } from './figure.ts';
import type { LivingRound } from './living-round.ts';
import { median } from './statistics.ts';

const MINUTES = 60;
const LIVE_MS = 60_000;
/** Of the clock of the kernel, as /proc counts processor time. */
const TICKS_PER_SECOND = 100;

const WORLDS = [
  { name: 'calm', world: 'calm', budget: null },
  { name: 'default, liveliness calm', world: 'bench/worlds/liveliness-calm.json', budget: null },
  { name: 'default', world: 'default', budget: { atMost: 5 } },
  { name: 'default, liveliness busy', world: 'bench/worlds/liveliness-busy.json', budget: null },
] as const;

/** What an hour of nine markets costs on simulated time, and how much of a core it takes on the wall clock. */
export async function living(count: number, scale: number): Promise<Figure[]> {
  const minutes = Math.max(1, Math.round(MINUTES * scale));
  const figures: Figure[] = [];
  for (const { name, world, budget } of WORLDS) {
    const rounds: LivingRound[] = [];
    for (let round = 0; round < count; round += 1) {
      rounds.push(await measureInChild<LivingRound>('bench/living-round.ts', world, String(minutes)));
    }
    const perSecond = median(rounds.map(({ events }) => events / (minutes * 60)));
    figures.push({
      name: `simulated hour of world ${name}`,
      measured: `${Math.round(perSecond * 10) / 10} events per simulated second`,
      yardstick: '',
      value: (median(rounds.map(({ cpuSeconds }) => cpuSeconds)) * MINUTES) / minutes,
      unit: 's',
      budget,
    });
  }
  const share = await liveShare(LIVE_MS * scale);
  return share === null ? figures : [...figures, share];
}

/** Share of a core that `perpsim serve` takes by itself, without clients. Null on a system without /proc. */
async function liveShare(ms: number): Promise<Figure | null> {
  const flags = ['serve', '--port', '0', '--clock', 'live', '--json', '--log-level', 'silent'];
  const child = spawn(process.execPath, ['bin/perpsim.js', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    const before = cpuSecondsOf(child.pid ?? 0);
    if (before === null) return null;
    await sleep(ms);
    const used = (cpuSecondsOf(child.pid ?? 0) ?? 0) - before;
    const value = (used * 1_000) / ms;
    const measured = `${Math.round(value * 1_000) / 10} % of one core over ${Math.round(ms / 1_000)} s`;
    return { ...info('live server with nine markets, without clients', measured, value), budget: { atMost: 0.15 } };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

function cpuSecondsOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // After the name in parentheses: state, and ten more fields before the times in user and kernel mode.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
