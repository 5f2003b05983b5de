import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createExchange } from '../../src/exchange/exchange.ts';
import { messageOf } from '../../src/kernel/thrown.ts';
import { shareOut } from './processes.ts';
import { type CourseResult, type CourseTask, SYMBOL } from './trivial-course.ts';
import { judge, trivialPage } from './trivial-report.ts';
import { STRATEGIES, TOUCH } from './trivial.ts';

/**
 * Runs the strategies that everybody tries first on many seeds of a world, and writes what they earned after fees with its interval.
 * `npm run market:bots -- [--seeds 20] [--hours 1] [--world default] [--threads 2] [--only NAME] [--alone] [--json] [--out FILE]`.
 * It ends with 1 where a strategy earns, with 2 for wrong flags, and with 130 after Ctrl-C, which prints what is done and writes nothing.
 */

const OUT = 'reports/market-bots-trivial.md';

const OPTIONS = {
  seeds: { type: 'string', default: '20' },
  hours: { type: 'string', default: '1' },
  world: { type: 'string', default: 'default' },
  threads: { type: 'string', default: '2' },
  only: { type: 'string', default: '' },
  alone: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  out: { type: 'string', default: OUT },
} as const;

interface Asked {
  readonly seeds: number;
  readonly hours: number;
  readonly world: string;
  readonly threads: number;
  readonly strategies: readonly string[];
  readonly alone: boolean;
  readonly json: boolean;
  readonly out: string;
}

/** Reads the flags. */
function asked(): Asked {
  const { values } = parseArgs({ options: OPTIONS });
  const count = (flag: 'seeds' | 'threads'): number => {
    const value = Number(values[flag]);
    if (Number.isSafeInteger(value) && value >= 1) return value;
    throw new Error(`--${flag} must be a whole number of at least 1 (got ${values[flag]})`);
  };
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= 1_000)) throw new Error(`--hours must be above 0 and at most 1000 (got ${values.hours})`);
  const strategies = STRATEGIES.map(({ name }) => name).filter((name) => name.includes(values.only));
  if (strategies.length === 0) throw new Error(`--only names no strategy (got ${values.only})`);
  return { ...values, seeds: count('seeds'), threads: count('threads'), hours, strategies };
}

/**
 * Writes a world whose other markets are at rest into a folder, and returns its file: a run is shorter then, and nothing changes for the
 * market of the strategies, since what moves all markets moves on.
 */
async function worldFileIn(folder: string, world: string): Promise<string> {
  const base = /[./]/.test(world) ? resolve(world) : world;
  const exchange = await createExchange({ world: base });
  const others = exchange.markets.filter((symbol) => symbol !== SYMBOL);
  await exchange.close();
  const markets = others.map((symbol) => ({ symbol, process: { kind: 'still' }, liquidity: { kind: 'none' } }));
  const file = join(folder, 'bots.json');
  const description = `${SYMBOL} alone, for the strategies of market:bots.`;
  writeFileSync(file, JSON.stringify({ name: 'bots', extends: base, description, markets }));
  return file;
}

/** Runs every seed, and returns what is done once all are, or once the signal has stopped it. */
async function runAll(from: Asked, world: string, signal: AbortSignal): Promise<CourseResult[]> {
  const { seeds, hours, strategies, alone, threads } = from;
  const [taking, making] = [strategies.filter((name) => name !== TOUCH), strategies.filter((name) => name === TOUCH)];
  const groups = (alone ? strategies.map((name) => [name]) : [taking, making]).filter(({ length }) => length > 0);
  const tasks: CourseTask[] = Array.from({ length: seeds }, (_, place) => place + 1).flatMap((seed) =>
    groups.map((group) => ({ world, seed, seconds: Math.round(hours * 3_600), strategies: group })),
  );
  const work = { worker: 'scripts/market-bots/trivial-worker.ts', tasks, processes: threads, signal };
  return shareOut<CourseTask, CourseResult>(work, (done) => {
    const took = done.at(-1)?.cpu.toFixed(1) ?? '';
    console.error(`${done.length} of ${tasks.length} runs, the last took ${took} s of processor time`);
  });
}

async function main(): Promise<number> {
  const from = asked();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const folder = mkdtempSync(join(tmpdir(), 'market-bots-'));
  let done: CourseResult[];
  try {
    done = await runAll(from, await worldFileIn(folder, from.world), stop.signal);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const isStopped = stop.signal.aborted;
  const seeds = wholeSeeds(done, from.strategies.length);
  const whole = done.filter(({ seed }) => seeds.has(seed));
  const rows = judge(whole.flatMap(({ results }) => results));
  const course = {
    command: ['npm run market:bots --', ...process.argv.slice(2)].join(' ').replace(/ --$/, ''),
    world: from.world,
    seeds: seeds.size,
    hours: from.hours,
    alone: from.alone,
    cpu: whole.reduce((sum, { cpu }) => sum + cpu, 0),
  };
  const page = trivialPage(rows, course);
  if (isStopped) console.error(`stopped: ${seeds.size} of ${from.seeds} seeds are done, and ${from.out} is as it was`);
  else {
    mkdirSync(dirname(from.out), { recursive: true });
    writeFileSync(from.out, page);
  }
  console.log(from.json ? JSON.stringify({ ...course, rows }) : page);
  if (isStopped) return 130;
  return rows.some(({ verdict }) => verdict === 'earns') ? 1 : 0;
}

/** Seeds in which every strategy has a result. */
function wholeSeeds(done: readonly CourseResult[], strategies: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { seed, results } of done) counts.set(seed, (counts.get(seed) ?? 0) + results.length);
  return new Set([...counts].filter(([, count]) => count === strategies).map(([seed]) => seed));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 2;
}
