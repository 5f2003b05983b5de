import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Child } from './child.ts';
import { describeWith } from './needs.ts';
import { PASSWORD, RedisServer } from './redis-server.ts';
import { writeScenario } from './sweep-scenario.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'bin', 'perpsim.js');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const SWEEP = ['--seeds', '1..6', '--set', 'strategy.quantity=0.01,0.03'];
const RUNS = 12;

/** Workers, commands and Redis that are killed or come late. */
describeWith(['redis-server'], 'perpsim sweep --queue when something ends', () => {
  let folder: string;
  let scenario: string;
  /** What the same sweep has written on threads of one process. */
  let table: Buffer;
  let redis: RedisServer;
  const children: Child[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), '--if-stale'], { stdio: 'inherit' });
    folder = mkdtempSync(join(tmpdir(), 'perpsim-queue-'));
    scenario = writeScenario(join(folder, 'day'));
    expect(await perpsim('sweep', scenario, ...SWEEP, '--out', join(folder, 'local')).exit()).toBe(0);
    table = tableOf('local');
  });
  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    const ended = children.splice(0);
    for (const child of ended) {
      child.kill('SIGKILL');
      await child.exit();
    }
    await redis.remove();
    for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toContain(PASSWORD);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function perpsim(...args: string[]): Child {
    const child = new Child([BIN, ...args]);
    children.push(child);
    return child;
  }
  const sweepTo = (out: string, ...args: string[]): Child =>
    perpsim('sweep', scenario, ...SWEEP, '--queue', redis.url, '--out', join(folder, out), ...args);
  const startWorker = async (...args: string[]): Promise<Child> => {
    const child = perpsim('worker', '--queue', redis.url, '--concurrency', '1', '--json', ...args);
    expect(await child.lines(1)).toEqual(['{"event":"ready","concurrency":1}']);
    return child;
  };
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
  const stop = async (worker: Child): Promise<void> => {
    worker.kill('SIGTERM');
    expect(await worker.exit()).toBe(0);
    expect(eventsOf(worker).at(-1)).toEqual({ event: 'stopped' });
  };

  test('gives the bytes of a local sweep though one of two workers is killed midway', async () => {
    const workers = [await startWorker(), await startWorker()] as const;
    const sweep = sweepTo('killed-worker');
    await untilResults('killed-worker', 4);
    workers[0].kill('SIGKILL');
    expect(await sweep.exit()).toBe(0);
    expect(sweep.stdout).toMatch(/^day: 12 runs, 0 passed, 0 failed, 0 without a result\n/);
    expect(tableOf('killed-worker').equals(table)).toBe(true);
    expect(countOf(workers[1], 'done')).toBeGreaterThan(0);
    await stop(workers[1]);
    const keys = await redis.run((each) => each.keys('*'));
    for (const key of keys) expect(await redis.run((each) => each.pttl(key))).toBeGreaterThan(0);
    expect(keys.filter((key) => !key.endsWith(':stalled-check'))).toEqual([]);
  });

  test('goes on when the sweep command is killed and started again', async () => {
    const worker = await startWorker();
    const first = sweepTo('killed-sweep');
    await untilResults('killed-sweep', 3);
    first.kill('SIGKILL');
    await first.exit();
    const done = resultsOf('killed-sweep');
    // The worker goes on without it.
    await redis.until(async (each) => (await each.llen((await each.keys('perpsim:rows:*'))[0] ?? '')) > done + 1);
    const kept = await redis.run(async (each) => each.llen((await each.keys('perpsim:rows:*'))[0] ?? ''));
    const second = sweepTo('killed-sweep');
    expect(await second.exit()).toBe(0);
    expect(second.stderr).toMatch(/killed-sweep has \d+ of 12 runs, \d+ are left\n/);
    expect(tableOf('killed-sweep').equals(table)).toBe(true);
    await stop(worker);
    // What had been done was not run again. Jobs that the worker took while the second command began may have run twice.
    expect(countOf(worker, 'done')).toBeLessThanOrEqual(kept + 2 * (RUNS - kept));
  });

  test('takes jobs and results that come twice for one', async () => {
    const sweep = sweepTo('twice');
    const plan = await redis.run(async (each) => {
      while ((await each.hlen('perpsim:plans')) === 0) await sleep(10);
      return (await each.hkeys('perpsim:plans'))[0]!;
    });
    const queue = new Queue(`sweep-${VERSION}`, { connection: { url: redis.url }, prefix: 'perpsim' });
    while ((await queue.getWaitingCount()) < RUNS) await sleep(10);
    const jobs = await queue.getWaiting();
    await queue.addBulk(
      jobs.slice(0, 5).map(({ name, data }, place) => ({
        name,
        data: data as unknown,
        opts: { jobId: `again-${place}`, removeOnComplete: true, lifo: true },
      })),
    );
    const worker = await startWorker();
    await redis.until(async (each) => (await each.llen(`perpsim:rows:${plan}`)) > 2);
    await redis.run(async (each) => {
      const lines = await each.lrange(`perpsim:rows:${plan}`, 0, -1);
      await each.rpush(`perpsim:rows:${plan}`, ...lines, 'no result', lines[0]!.replace('"digest":"', '"digest":"0'));
    });
    expect(await sweep.exit()).toBe(0);
    expect(resultsOf('twice')).toBe(RUNS);
    expect(tableOf('twice').equals(table)).toBe(true);
    await queue.close();
    await stop(worker);
  });

  test('goes on when Redis is killed and comes back empty', async () => {
    const worker = await startWorker();
    const sweep = sweepTo('lost-redis');
    await untilResults('lost-redis', 4);
    await redis.kill();
    await sleep(500);
    await redis.start();
    expect(await sweep.exit()).toBe(0);
    const shown = `redis://127.0.0.1:${redis.port}`;
    expect(sweep.stderr).toMatch(new RegExp(`perpsim: ${shown} is gone \\(.+\\), waiting for it\n`));
    expect(tableOf('lost-redis').equals(table)).toBe(true);
    expect(countOf(worker, 'reached')).toBe(1);
    await stop(worker);
  });

  test('a worker that is stopped gives its job to others, and a sweep that is stopped takes its jobs back', async () => {
    const worker = await startWorker();
    const sweep = sweepTo('stopped');
    await untilResults('stopped', 3);
    await stop(worker);
    const done = countOf(worker, 'done') + countOf(worker, 'returned');
    expect(done).toBeGreaterThanOrEqual(3);
    sweep.kill('SIGINT');
    expect(await sweep.exit()).toBe(130);
    const other = await startWorker();
    await redis.until(async (each) => (await each.llen(`perpsim:sweep-${VERSION}:wait`)) === 0);
    await stop(other);
    expect(countOf(other, 'done')).toBe(0);
    const last = await startWorker();
    expect(await sweepTo('stopped').exit()).toBe(0);
    expect(tableOf('stopped').equals(table)).toBe(true);
    await stop(last);
  });

  test('says when there is no worker, and when there is no Redis', async () => {
    const sweep = sweepTo('alone');
    const text = `perpsim: no worker of perpsim ${VERSION} takes jobs from redis://127.0.0.1:${redis.port}: start one with perpsim worker\n`;
    while (!sweep.stderr.includes(text)) await sleep(20);
    const worker = perpsim('worker', '--queue', redis.url, '--concurrency', '1');
    while (!worker.stderr.includes('takes runs from')) await sleep(20);
    await redis.kill();
    const other = sweepTo('nowhere');
    expect(await other.exit()).toBe(3);
    expect(other.stderr).toBe(`perpsim: cannot reach redis://127.0.0.1:${redis.port}: nothing listens there\n`);
    // What waits for a Redis is stopped all the same.
    while (!worker.stderr.includes(`cannot reach redis://127.0.0.1:${redis.port}`)) await sleep(20);
    worker.kill('SIGTERM');
    expect(await worker.exit()).toBe(0);
    sweep.kill('SIGINT');
    expect(await sweep.exit()).toBe(130);
    const early = perpsim('worker', '--queue', redis.url, '--concurrency', '1');
    while (!early.stderr.includes('cannot reach')) await sleep(20);
    await redis.start();
    while (!early.stderr.includes('takes runs from')) await sleep(20);
  });
});
