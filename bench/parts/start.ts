import type { Part } from '../process/run.ts';
import { emptyProcess, residentMiB, type Served, startCommand } from '../process/serve.ts';
import { type Figure, figure, milliseconds, ratio, side } from '../table/figure.ts';

/** Starts one after the other in a round: the ratio of a single pair is coarse. */
const STARTS = 3;

interface Start {
  readonly readyMs: number;
  /** From the start of the process to the response of its first request, which waits for genesis. */
  readonly firstMs: number;
  readonly emptyMs: number;
  readonly memoryMiB: number | null;
}

async function oneStart(): Promise<Start> {
  const server: Served = await startCommand();
  const asked = performance.now();
  const response = await fetch(`${server.url}/v1/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params: { action: 'getMarkets' } }),
  });
  await response.text();
  const firstMs = server.readyMs + performance.now() - asked;
  const memoryMiB = residentMiB(server.pid);
  await server.stop();
  return { readyMs: server.readyMs, firstMs, emptyMs: await emptyProcess(), memoryMiB };
}

/** Start of the bundle with the default world to ready and to its first response, and what it holds then. */
export const start: Part = {
  name: 'start',
  about:
    'perpsim serve until it is ready and until its first response, against an empty process; memory of an idle server',
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
    const first = side(
      starts.map(({ firstMs }) => firstMs),
      milliseconds,
    );
    const memory = starts.flatMap(({ memoryMiB }) => memoryMiB ?? []);
    const figures: Figure[] = [ratio('start', ready, empty), ratio('start-first', first, empty)];
    return memory.length === 0
      ? figures
      : [...figures, figure('idle-memory', memory, 'resident, after its first response')];
  },
};
