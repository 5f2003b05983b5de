import { setTimeout as sleep } from 'node:timers/promises';
import { hourFigure, hourOf } from '../parts/hour.ts';
import type { Part } from '../process/run.ts';
import { cpuSecondsOf, startCommand } from '../process/serve.ts';
import { figure } from '../table/figure.ts';

const LIVE_MS = 20_000;

/** Share of a core that `perpsim serve` takes by itself, without clients. NaN on a system without /proc. */
async function liveShare(): Promise<number> {
  const server = await startCommand('--clock', 'live');
  try {
    const before = cpuSecondsOf(server.pid) ?? Number.NaN;
    await sleep(LIVE_MS);
    return (((cpuSecondsOf(server.pid) ?? Number.NaN) - before) * 1_000) / LIVE_MS;
  } finally {
    await server.stop();
  }
}

/** What liveliness costs: a simulated hour of nine markets, and the share of a core of a server without clients. */
export const liveliness: Part = {
  name: 'living',
  about: 'a simulated hour of each liveliness; the share of a core of a live server',
  rounds: 3,
  roundSeconds: 35,
  fixedSeconds: 1,
  extra: true,
  measure: async (run) => {
    const rounds = await run.each(async () => ({
      calm: await hourOf('bench/worlds/liveliness-calm.json'),
      busy: await hourOf('bench/worlds/liveliness-busy.json'),
      share: await liveShare(),
    }));
    return [
      hourFigure(
        'hour-default-calm',
        rounds.map(({ calm }) => calm),
      ),
      hourFigure(
        'hour-default-busy',
        rounds.map(({ busy }) => busy),
      ),
      figure(
        'live-share',
        rounds.map(({ share }) => share),
        'of one core, nine markets, no clients',
      ),
    ];
  },
};
