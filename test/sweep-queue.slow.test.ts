import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SweepRow } from '../src/lab/sweeps/sweep.ts';
import { Child } from './child.ts';
import { describeWith } from './needs.ts';
import { PASSWORD, RedisServer } from './redis-server.ts';
import { writeScenario } from './sweep-scenario.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const SWEEP = ['--seeds', '1..6', '--set', 'strategy.quantity=0.01,0.03'];
const RUNS = 12;

let folder: string;
let scenario: string;
/** What the same sweep has written on threads of one process. */
let table: Buffer;

/** What one test has: a Redis of its own, and the programs that it started. */
class Place {
  readonly #children: Child[] = [];
  readonly redis: RedisServer;

  constructor(redis: RedisServer) {
    this.redis = redis;
  }

  perpsim(...args: string[]): Child {
    const child = new Child([BIN, ...args]);
    this.#children.push(child);
    return child;
  }

  sweepTo(out: string, ...args: string[]): Child {
    return this.perpsim('sweep', scenario, ...SWEEP, '--queue', this.redis.url, '--out', join(folder, out), ...args);
  }

  async startWorker(...args: string[]): Promise<Child> {
    const child = this.perpsim('worker', '--queue', this.redis.url, '--concurrency', '1', '--json', ...args);
    expect(await child.lines(1)).toEqual(['{"event":"ready","concurrency":1}']);
    return child;
  }

  async end(): Promise<void> {
    for (const child of this.#children) {
      child.kill('SIGKILL');
      await child.exit();
    }
    await this.redis.remove();
    for (const { stdout, stderr } of this.#children) expect(stdout + stderr).not.toContain(PASSWORD);
  }
}

/** A test with a place of its own. They wait for each other's programs most of the time, so all run side by side. */
function testIn(title: string, body: (place: Place) => Promise<void>): void {
  test.concurrent(title, async () => {
    const place = new Place(await RedisServer.start());
    try {
      await body(place);
    } finally {
      await place.end();
    }
  });
}

const tableOf = (out: string): Buffer => readFileSync(join(folder, out, 'results.parquet'));
const resultsOf = (out: string): number => {
  const file = join(folder, out, 'results.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};
const untilResults = async (out: string, count: number): Promise<void> => {
  while (resultsOf(out) < count) await sleep(10);
};
const eventsOf = ({ stdout }: Child): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const countOf = (child: Child, event: string): number =>
  eventsOf(child).filter((each) => each['event'] === event).length;
/** Places of the runs that a worker has finished. */
const runsOf = (worker: Child): unknown[] =>
  eventsOf(worker)
    .filter(({ event }) => event === 'done')
    .map(({ index }) => index);

/** Stops a worker, which has a queue to itself, where it holds a run that has given no result. Returns the place of that run. */
async function stopWithinRun({ redis }: Place, worker: Child, out: string): Promise<number> {
  for (;;) {
    worker.kill('SIGSTOP');
    const held = await redis.run(async (each) => {
      const [key = ''] = await each.keys('*:active');
      const [id] = key === '' ? [] : await each.lrange(key, 0, -1);
      const data = id === undefined ? null : await each.hget(key.replace(/active$/, id), 'data');
      const rows = await each.lrange((await each.keys('perpsim:rows:*'))[0] ?? '', 0, -1);
      const taken = readFileSync(join(folder, out, 'results.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean);
      const done = [...rows, ...taken].map((line) => (JSON.parse(line) as { row: SweepRow }).row.job.index);
      const { index } = JSON.parse(data ?? '{}') as { index?: number };
      return index === undefined || done.includes(index) ? null : index;
    });
    if (held !== null) return held;
    worker.kill('SIGCONT');
    await sleep(5);
  }
}

const stop = async (worker: Child): Promise<void> => {
  worker.kill('SIGTERM');
  expect(await worker.exit()).toBe(0);
  expect(eventsOf(worker).at(-1)).toEqual({ event: 'stopped' });
};

/** Workers, commands and Redis that are killed or come late. */
describeWith(['redis-server'], 'perpsim sweep --queue when something ends', () => {
  beforeAll(async () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
    folder = mkdtempSync(join(tmpdir(), 'perpsim-queue-'));
    scenario = writeScenario(join(folder, 'day'));
    expect(await new Child([BIN, 'sweep', scenario, ...SWEEP, '--out', join(folder, 'local')]).exit()).toBe(0);
    table = tableOf('local');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  testIn('gives the bytes of a local sweep though a worker is killed in the middle of a run', async (place) => {
    const first = await place.startWorker();
    const sweep = place.sweepTo('killed-worker');
    await untilResults('killed-worker', 2);
    const held = await stopWithinRun(place, first, 'killed-worker');
    first.kill('SIGKILL');
    const second = await place.startWorker();
    expect(await sweep.exit()).toBe(0);
    expect(sweep.stdout).toMatch(/^day: 12 runs, 0 passed, 0 failed, 0 without a result\n/);
    expect(tableOf('killed-worker').equals(table)).toBe(true);
    expect([first, second].map((worker) => runsOf(worker).includes(held))).toEqual([false, true]);
    await stop(second);
    const keys = await place.redis.run((each) => each.keys('*'));
    for (const key of keys) expect(await place.redis.run((each) => each.pttl(key))).toBeGreaterThan(0);
    expect(keys.filter((key) => !key.endsWith(':stalled-check'))).toEqual([]);
  });

  testIn('goes on when the sweep command is killed and started again', async (place) => {
    const worker = await place.startWorker();
    const first = place.sweepTo('killed-sweep');
    await untilResults('killed-sweep', 3);
    first.kill('SIGKILL');
    await first.exit();
    const done = resultsOf('killed-sweep');
    // The worker goes on without it.
    await place.redis.until(async (each) => (await each.llen((await each.keys('perpsim:rows:*'))[0] ?? '')) > done + 1);
    const kept = await place.redis.run(async (each) => each.llen((await each.keys('perpsim:rows:*'))[0] ?? ''));
    const second = place.sweepTo('killed-sweep');
    expect(await second.exit()).toBe(0);
    expect(second.stderr).toMatch(/killed-sweep has \d+ of 12 runs, \d+ are left\n/);
    expect(tableOf('killed-sweep').equals(table)).toBe(true);
    await stop(worker);
    // What had been done was not run again. Jobs that the worker took while the second command began may have run twice.
    expect(countOf(worker, 'done')).toBeLessThanOrEqual(kept + 2 * (RUNS - kept));
  });

  testIn('takes jobs and results that come twice for one', async (place) => {
    const sweep = place.sweepTo('twice');
    const plan = await place.redis.run(async (each) => {
      while ((await each.hlen('perpsim:plans')) === 0) await sleep(10);
      return (await each.hkeys('perpsim:plans'))[0]!;
    });
    const queue = new Queue(`sweep-${VERSION}`, { connection: { url: place.redis.url }, prefix: 'perpsim' });
    while ((await queue.getWaitingCount()) < RUNS) await sleep(10);
    const jobs = await queue.getWaiting();
    await queue.addBulk(
      jobs.slice(0, 5).map(({ name, data }, place) => ({
        name,
        data: data as unknown,
        opts: { jobId: `again-${place}`, removeOnComplete: true, lifo: true },
      })),
    );
    const worker = await place.startWorker();
    await place.redis.until(async (each) => (await each.llen(`perpsim:rows:${plan}`)) > 2);
    await place.redis.run(async (each) => {
      const lines = await each.lrange(`perpsim:rows:${plan}`, 0, -1);
      await each.rpush(`perpsim:rows:${plan}`, ...lines, 'no result', lines[0]!.replace('"digest":"', '"digest":"0'));
    });
    expect(await sweep.exit()).toBe(0);
    expect(resultsOf('twice')).toBe(RUNS);
    expect(tableOf('twice').equals(table)).toBe(true);
    await queue.close();
    await stop(worker);
  });

  testIn('goes on when Redis is killed and comes back empty', async (place) => {
    const worker = await place.startWorker();
    const sweep = place.sweepTo('lost-redis');
    await untilResults('lost-redis', 4);
    await place.redis.kill();
    await sleep(500);
    await place.redis.start();
    expect(await sweep.exit()).toBe(0);
    const shown = `redis://127.0.0.1:${place.redis.port}`;
    expect(sweep.stderr).toMatch(new RegExp(`perpsim: ${shown} is gone \\(.+\\), waiting for it\n`));
    expect(tableOf('lost-redis').equals(table)).toBe(true);
    expect(countOf(worker, 'reached')).toBe(1);
    await stop(worker);
  });

  testIn(
    'a worker that is stopped gives its job to others, and a sweep that is stopped takes its jobs back',
    async (place) => {
      const worker = await place.startWorker();
      const sweep = place.sweepTo('stopped');
      await untilResults('stopped', 3);
      await stop(worker);
      const done = countOf(worker, 'done') + countOf(worker, 'returned');
      expect(done).toBeGreaterThanOrEqual(3);
      sweep.kill('SIGINT');
      expect(await sweep.exit()).toBe(130);
      const other = await place.startWorker();
      await place.redis.until(async (each) => (await each.llen(`perpsim:sweep-${VERSION}:wait`)) === 0);
      await stop(other);
      expect(countOf(other, 'done')).toBe(0);
      const last = await place.startWorker();
      expect(await place.sweepTo('stopped').exit()).toBe(0);
      expect(tableOf('stopped').equals(table)).toBe(true);
      await stop(last);
    },
  );

  testIn('says when there is no worker, and when there is no Redis', async (place) => {
    const sweep = place.sweepTo('alone');
    const text = `perpsim: no worker of perpsim ${VERSION} takes jobs from redis://127.0.0.1:${place.redis.port}: start one with perpsim worker\n`;
    while (!sweep.stderr.includes(text)) await sleep(20);
    const worker = place.perpsim('worker', '--queue', place.redis.url, '--concurrency', '1');
    while (!worker.stderr.includes('takes runs from')) await sleep(20);
    await place.redis.kill();
    const other = place.sweepTo('nowhere');
    expect(await other.exit()).toBe(3);
    expect(other.stderr).toBe(`perpsim: cannot reach redis://127.0.0.1:${place.redis.port}: nothing listens there\n`);
    // What waits for a Redis is stopped all the same.
    while (!worker.stderr.includes(`cannot reach redis://127.0.0.1:${place.redis.port}`)) await sleep(20);
    worker.kill('SIGTERM');
    expect(await worker.exit()).toBe(0);
    sweep.kill('SIGINT');
    expect(await sweep.exit()).toBe(130);
    const early = place.perpsim('worker', '--queue', place.redis.url, '--concurrency', '1');
    while (!early.stderr.includes('cannot reach')) await sleep(20);
    await place.redis.start();
    while (!early.stderr.includes('takes runs from')) await sleep(20);
  });
});
