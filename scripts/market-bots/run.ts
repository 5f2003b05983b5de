import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BOTS } from './bots.ts';
import { shareOut } from './processes.ts';
import { reportOf } from './report.ts';
import type { BotReport, BotTask } from './worker.ts';

/**
 * Runs the bots of `bots.ts` on many seeds in worker processes, and writes what they earned by source to a report.
 * Ctrl-C ends it soon, with the seeds that are done.
 * `npx tsx scripts/market-bots/run.ts [--seeds 20] [--hours 0.5] [--workers 2] [--only BTC] [--latency 0] [--world default] [--out reports/market-bots.md]`.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    hours: { type: 'string', default: '0.5' },
    workers: { type: 'string', default: '2' },
    world: { type: 'string', default: 'default' },
    latency: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'reports/market-bots.md' },
  },
});
const { world, out } = values;
/** Bots whose names contain the text. */
const bots = BOTS.filter(({ name }) => name.includes(values.only));
const [seeds, hours, workers] = [Number(values.seeds), Number(values.hours), Number(values.workers)];
/** Milliseconds that requests, responses and pushes of each bot take. */
const latencyMs = Number(values.latency);

const tasks: BotTask[] = Array.from({ length: seeds }, (_, place) => place + 1).flatMap((seed) =>
  bots.map(({ name }) => ({ bot: name, seed, hours, world, latencyMs })),
);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const reports = await shareOut<BotTask, BotReport>(
  { worker: 'scripts/market-bots/worker.ts', tasks, processes: workers, signal: stop.signal },
  ({ length }) => {
    if (length % bots.length === 0) console.error(`${length} of ${tasks.length} runs`);
  },
);
const isWhole = (seed: number): boolean => reports.filter(({ task }) => task.seed === seed).length === bots.length;
const done = reports.filter(({ task }) => isWhole(task.seed)).sort((a, b) => a.task.seed - b.task.seed);
mkdirSync('reports', { recursive: true });
const text = reportOf(bots, done, { seeds: done.length / bots.length, hours, world, latencyMs });
writeFileSync(out, text);
console.log(text);
