import type { Part } from '../process/run.ts';
import { emptyProcess, residentMiB, type Served, startCommand } from '../process/serve.ts';
import { type Figure, figure, milliseconds, ratio, side } from '../table/figure.ts';

/** Starts one after the other in a round: the ratio of a single pair is coarse. */
const STARTS = 3;

interface Start {
  readonly readyMs: number;
  readonly emptyMs: number;
  readonly memoryMiB: number | null;
}

async function oneStart(): Promise<Start> {
  const server: Served = await startCommand();
  const memoryMiB = residentMiB(server.pid);
  await server.stop();
  return { readyMs: server.readyMs, emptyMs: await emptyProcess(), memoryMiB };
}

/** Start to ready of the bundle with the default world, quoted, and what it holds then. */
export const start: Part = {
  name: 'start',
  about: 'perpsim serve until it is ready, against an empty process; memory of an idle server',
  rounds: 5,
  roundSeconds: 2,
  fixedSeconds: 0,
  measure: async (run) => {
    const starts = (
      await run.each(async () => {
        const several: Start[] = [];
        for (let start = 0; start < STARTS; start += 1) several.push(await oneStart());
        return several;
      })
    ).flat();
    const ready = side(
      starts.map(({ readyMs }) => readyMs),
      milliseconds,
    );
    const empty = side(
      starts.map(({ emptyMs }) => emptyMs),
      milliseconds,
    );
    const memory = starts.flatMap(({ memoryMiB }) => memoryMiB ?? []);
    const figures: Figure[] = [ratio('start', ready, empty)];
    return memory.length === 0 ? figures : [...figures, figure('idle-memory', memory, 'resident, when it is ready')];
  },
};
