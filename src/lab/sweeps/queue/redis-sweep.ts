import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobRunner } from '../local/local-sweep.ts';
import type { PlanInputs } from '../plan/plan.ts';
import { errorRow, rowOfLine, WORKER_ENDED } from '../results/results-file.ts';
import type { SweepJob, SweepPlan, SweepRow } from '../sweep.ts';
import {
  filesKey,
  jobId,
  LIFETIME_S,
  packFiles,
  PLANS,
  PREFIX,
  type QueuedJob,
  queueKeys,
  queueOf,
  rowsKey,
} from './bundle.ts';
import { connect, connectionTo, onOutage } from './redis-connection.ts';
import type { RedisPlace } from './redis-url.ts';

/** Lines that are read at a time, and jobs that are added at a time. */
const PIECE = 500;
const POLL_MS = 100;
/** Between two looks at whether the queue still holds what it was given. */
const CHECK_MS = 2_000;
/** What BullMQ says of a job that ended its worker too often. */
const STALLED = /^job stalled/;
/** Failed jobs that are looked at in one go. */
const FAILED_MAX = 100;

/** Spreads the jobs of one plan over workers on a queue, and collects what they send back. */
export class RedisSweep implements JobRunner {
  readonly #place: RedisPlace;
  readonly #redis: Redis;
  readonly #plan: SweepPlan;
  readonly #version: string;
  readonly #files: Buffer;
  readonly #onNotice: (text: string) => void;
  readonly #pending = new Map<number, SweepJob>();
  /** Lines that were read. */
  #read = 0;
  #isEmpty = false;
  #isManned = true;
  #queue: Queue<QueuedJob> | null = null;

  /** @param onNotice is told when there is no worker, and when Redis is gone */
  constructor(
    place: RedisPlace,
    plan: SweepPlan,
    { files, packageVersion }: PlanInputs,
    onNotice: (text: string) => void,
  ) {
    this.#place = place;
    this.#plan = plan;
    this.#version = packageVersion;
    this.#files = packFiles(files);
    this.#redis = connectionTo(place);
    this.#onNotice = onNotice;
  }

  /** @throws RedisUnreachable when the first connection fails; later ones are waited for */
  async run(jobs: readonly SweepJob[], onRow: (row: SweepRow) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { shown } = this.#place;
    await connect(this.#redis, this.#place);
    onOutage(this.#redis, (reason) => this.#onNotice(`${shown} is gone (${reason}), waiting for it`));
    for (const job of jobs) this.#pending.set(job.index, job);
    const collected = this.#collect(openQueue(this.#redis, this.#version), onRow, signal);
    // A command waits for a Redis that is gone; a sweep that is stopped does not.
    await Promise.race([collected, this.#stoppedWithoutRedis(signal)]);
  }

  async close(): Promise<void> {
    if (this.#redis.status === 'ready') await this.#queue?.close();
    this.#redis.disconnect();
  }

  #stoppedWithoutRedis(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        if (this.#redis.status !== 'ready') resolve();
      });
    });
  }

  async #collect(queue: Queue<QueuedJob>, onRow: (row: SweepRow) => Promise<void>, signal: AbortSignal): Promise<void> {
    this.#queue = queue;
    await this.#submit(queue);
    let checked = performance.now();
    while (this.#pending.size > 0 && !signal.aborted) {
      const lines = await this.#redis.lrange(rowsKey(this.#plan.id), this.#read, this.#read + PIECE - 1);
      this.#read += lines.length;
      for (const line of lines) await this.#take(rowOfLine(this.#plan, line), onRow);
      if (lines.length > 0) continue;
      if (performance.now() - checked >= CHECK_MS) {
        await this.#check(queue, onRow);
        checked = performance.now();
      }
      await sleep(POLL_MS);
    }
    if (this.#pending.size === 0) await this.#remove(queue);
    else await this.#withdraw();
  }

  async #take(row: SweepRow | null, onRow: (row: SweepRow) => Promise<void>): Promise<void> {
    if (!row || !this.#pending.delete(row.job.index)) return;
    await onRow(row);
  }

  /** Stores the files and adds every job that has no result. A job that is there already stays as it is. */
  async #submit(queue: Queue<QueuedJob>): Promise<void> {
    const { id } = this.#plan;
    await this.#redis.set(filesKey(id), this.#files, 'EX', LIFETIME_S);
    await this.#redis.hset(PLANS, id, this.#version);
    const jobs = [...this.#pending.values()];
    for (let from = 0; from < jobs.length; from += PIECE) {
      const piece = jobs.slice(from, from + PIECE);
      await queue.addBulk(
        piece.map(({ index, seed, set }) => ({
          name: 'run',
          data: { plan: id, index, seed, set },
          opts: { jobId: jobId(id, index) },
        })),
      );
      await this.#expire(piece.map(({ index }) => queue.toKey(jobId(id, index))));
    }
    await this.#keepAlive();
  }

  /** Looks whether Redis has lost what it was given, and for jobs that no worker survives. */
  async #check(queue: Queue<QueuedJob>, onRow: (row: SweepRow) => Promise<void>): Promise<void> {
    const { id } = this.#plan;
    const [isThere, lines] = [await this.#redis.exists(filesKey(id)), await this.#redis.llen(rowsKey(id))];
    if (lines < this.#read) this.#read = 0;
    for (const job of await queue.getFailed(0, FAILED_MAX - 1)) {
      const mine = job.data.plan === id ? this.#pending.get(job.data.index) : undefined;
      if (!mine) continue;
      await job.remove();
      await this.#take(errorRow(mine, STALLED.test(job.failedReason) ? WORKER_ENDED : job.failedReason), onRow);
    }
    const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
    const isEmpty = Object.values(counts).every((count) => count === 0);
    // Twice in a row: between a look at the results and one at the queue a last result may have come.
    if (isThere === 0 || (isEmpty && this.#isEmpty)) await this.#submit(queue);
    else await this.#keepAlive();
    this.#isEmpty = isEmpty;
    await this.#lookForWorkers(queue);
  }

  async #lookForWorkers(queue: Queue<QueuedJob>): Promise<void> {
    const isManned = (await queue.getWorkersCount()) > 0;
    if (this.#isManned && !isManned)
      this.#onNotice(
        `no worker of perpsim ${this.#version} takes jobs from ${this.#place.shown}: start one with perpsim worker`,
      );
    this.#isManned = isManned;
  }

  async #keepAlive(): Promise<void> {
    const { id } = this.#plan;
    await this.#expire([PLANS, filesKey(id), rowsKey(id), ...queueKeys(this.#version)]);
  }

  async #expire(keys: readonly string[]): Promise<void> {
    const pipeline = this.#redis.pipeline();
    for (const key of keys) pipeline.expire(key, LIFETIME_S);
    await pipeline.exec();
  }

  async #withdraw(): Promise<void> {
    await this.#redis.del(filesKey(this.#plan.id));
    await this.#redis.hdel(PLANS, this.#plan.id);
  }

  /** Leaves nothing of the sweep, and nothing of the queue when this was the last sweep on it. */
  async #remove(queue: Queue<QueuedJob>): Promise<void> {
    await this.#withdraw();
    await this.#redis.del(rowsKey(this.#plan.id));
    const versions = await this.#redis.hvals(PLANS);
    if (!versions.includes(this.#version)) await queue.obliterate({ force: true });
  }
}

function openQueue(redis: Redis, packageVersion: string): Queue<QueuedJob> {
  const queue = new Queue<QueuedJob>(queueOf(packageVersion), {
    connection: redis,
    prefix: PREFIX,
    skipVersionCheck: true,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: false },
  });
  // Its connection is the one given, which says for itself when it breaks.
  queue.on('error', () => undefined);
  return queue;
}
