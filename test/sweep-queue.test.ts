import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { packageVersion } from '../src/exchange/package-root.ts';
import { built, CliCall } from './cli.ts';
import { describeWith } from './needs.ts';
import { PASSWORD, RedisServer } from './redis-server.ts';
import { BROKEN_BUYER, writeScenario } from './sweep-scenario.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** What ends workers, commands and Redis on the way is in sweep-queue.slow.test.ts. */
describeWith(['redis-server'], 'perpsim sweep --queue', () => {
  let folder: string;
  let redis: RedisServer;
  const calls: CliCall[] = [];

  beforeAll(async () => {
    await built();
    folder = mkdtempSync(join(tmpdir(), 'perpsim-queue-'));
  });
  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    const ended = calls.splice(0);
    for (const call of ended) {
      call.kill();
      await call.exit();
    }
    await redis.remove();
    for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toContain(PASSWORD);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function perpsim(...args: string[]): CliCall {
    const call = new CliCall(args);
    calls.push(call);
    return call;
  }
  const startWorker = async (): Promise<CliCall> => {
    const worker = perpsim('worker', '--queue', redis.url, '--concurrency', '1', '--json');
    expect(await worker.lines(1)).toEqual(['{"event":"ready","concurrency":1}']);
    return worker;
  };
  const tableOf = (out: string): Buffer => readFileSync(join(folder, out, 'results.parquet'));

  testInFull('gives the bytes of a local sweep, and its worker stops on a signal', async () => {
    const scenario = writeScenario(join(folder, 'day'));
    const args = ['sweep', scenario, '--seeds', '1..3'];
    expect(await perpsim(...args, '--out', join(folder, 'local')).exit()).toBe(0);
    const worker = await startWorker();
    const sweep = perpsim(...args, '--queue', redis.url, '--out', join(folder, 'queue'));
    expect(await sweep.exit()).toBe(0);
    expect(sweep.stdout).toMatch(/^day: 3 runs, 0 passed, 0 failed, 0 without a result\n/);
    expect(tableOf('queue').equals(tableOf('local'))).toBe(true);
    worker.kill();
    expect(await worker.exit()).toBe(0);
    const events = worker.stdout.trimEnd().split('\n');
    expect(events.filter((line) => line.includes('"done"'))).toHaveLength(3);
    expect(events.at(-1)).toBe('{"event":"stopped"}');
  });

  testInFull('a run that ends its thread becomes a row with its error, as in a local sweep', async () => {
    const own = writeScenario(join(folder, 'broken'), BROKEN_BUYER);
    const args = ['sweep', own, '--seeds', '1', '--set', 'strategy.mode=exit,throw,live'];
    await startWorker();
    expect(await perpsim(...args, '--queue', redis.url, '--out', join(folder, 'errors')).exit()).toBe(1);
    expect(await perpsim(...args, '--out', join(folder, 'local-errors')).exit()).toBe(1);
    expect(tableOf('errors').equals(tableOf('local-errors'))).toBe(true);
  });

  test('a worker takes no jobs of a sweep of another version, and says so', async () => {
    await redis.run((each) => each.hset('perpsim:plans', 'abc123', '0.0.9'));
    const worker = perpsim('worker', '--queue', redis.url, '--concurrency', '1');
    const text = `perpsim: sweep abc123 is of perpsim 0.0.9 and this is ${packageVersion()}: it takes none of its runs, start a worker of 0.0.9\n`;
    await worker.until(() => worker.stderr.includes(text));
    worker.kill();
    expect(await worker.exit()).toBe(0);
    expect(worker.stderr).toMatch(/^perpsim: takes runs from redis:\/\/127\.0\.0\.1:\d+, 1 at a time\n/);
  });
});
