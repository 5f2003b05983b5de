import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { LocalPool } from '../local/pool.ts';
import { lineOf } from '../results/results-file.ts';
import type { SweepRow } from '../sweep.ts';
import { filesKey, LIFETIME_S, PLANS, PREFIX, type QueuedJob, queueOf, rowsKey, unpackFiles } from './bundle.ts';
import { connectionTo, onOutage } from './redis-connection.ts';
import { type RedisPlace, redisReason } from './redis-url.ts';

/** A job whose worker gave no sign of life for this long goes to another one. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** Workers that a job may end; then it counts as failed. */
const ENDED_WORKERS_MAX = 2;
/** Between two looks at sweeps of other versions. */
const LOOK_MS = 5_000;

/** What a worker says of itself. */
export type WorkerEvent =
  | { readonly event: 'unreachable'; readonly reason: string }
  | { readonly event: 'reached' }
  | { readonly event: 'refused'; readonly plan: string; readonly version: string }
  | { readonly event: 'done'; readonly plan: string; readonly row: SweepRow }
  | { readonly event: 'dropped' | 'returned'; readonly plan: string; readonly index: number }
  | { readonly event: 'trouble'; readonly reason: string };

export interface SweepWorkerOptions {
  readonly place: RedisPlace;
  readonly packageVersion: string;
  readonly concurrency: number;
  readonly pool: LocalPool;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** Takes jobs of whatever sweep from a queue, runs them and sends their rows back. */
export class SweepWorker {
  readonly #options: SweepWorkerOptions;
  readonly #redis: Redis;
  readonly #folder = mkdtempSync(join(tmpdir(), 'perpsim-worker-'));
  /** Where the scenario of a plan lies, by the plan's id. */
  readonly #scenarios = new Map<string, Promise<string | null>>();
  readonly #stopping = new AbortController();
  readonly #closing = new AbortController();
  readonly #refused = new Set<string>();
  #worker: Worker<QueuedJob> | null = null;

  constructor(options: SweepWorkerOptions) {
    const { place, onEvent } = options;
    this.#options = options;
    this.#redis = connectionTo(place);
    onOutage(
      this.#redis,
      (reason) => onEvent({ event: 'unreachable', reason }),
      () => onEvent({ event: 'reached' }),
    );
  }

  /** Resolves once it takes jobs: a Redis that is not there yet is waited for. */
  async start(): Promise<void> {
    const { packageVersion, concurrency } = this.#options;
    const ready = new Promise((resolve) => this.#redis.once('ready', resolve));
    // The first attempt may fail; the connection goes on trying.
    this.#redis.connect().catch(() => undefined);
    await ready;
    this.#worker = new Worker(queueOf(packageVersion), (job, token) => this.#process(job, token), {
      connection: this.#redis,
      prefix: PREFIX,
      concurrency,
      skipVersionCheck: true,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: ENDED_WORKERS_MAX,
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
    this.#worker.on('error', (error) => this.#trouble(error));
    // It ends with the connection, which says for itself when it breaks.
    this.#lookForOtherVersions().catch(() => undefined);
  }

  /** Takes no more jobs; gives those back that are not done after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#closing.abort();
    const giveBack = setTimeout(() => this.#stopping.abort(), graceMs);
    const isReady = this.#redis.status === 'ready';
    // A Redis that is gone cannot take jobs back: it gives them to others by itself.
    if (!isReady) this.#stopping.abort();
    await this.#worker?.close(!isReady);
    clearTimeout(giveBack);
    this.#redis.disconnect();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #process(job: Job<QueuedJob>, token: string | undefined): Promise<void> {
    const { plan, index, seed, set } = job.data;
    const { pool, onEvent } = this.#options;
    const scenario = await this.#scenarioOf(plan);
    if (scenario === null) return onEvent({ event: 'dropped', plan, index });
    let row: SweepRow;
    try {
      row = await pool.run(scenario, { index, seed, set }, this.#stopping.signal);
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
      await job.moveToWait(token);
      onEvent({ event: 'returned', plan, index });
      throw new WaitingError();
    }
    await this.#redis.rpush(rowsKey(plan), lineOf(plan, row));
    await this.#redis.expire(rowsKey(plan), LIFETIME_S);
    onEvent({ event: 'done', plan, row });
  }

  /** Where the scenario of a plan lies; null once its sweep has been stopped. */
  async #scenarioOf(plan: string): Promise<string | null> {
    if ((await this.#redis.exists(filesKey(plan))) === 0) {
      this.#scenarios.delete(plan);
      rmSync(join(this.#folder, plan), { recursive: true, force: true });
      return null;
    }
    let scenario = this.#scenarios.get(plan);
    if (!scenario) {
      scenario = this.#fetch(plan);
      this.#scenarios.set(plan, scenario);
      scenario.catch(() => this.#scenarios.delete(plan));
    }
    return scenario;
  }

  async #fetch(plan: string): Promise<string | null> {
    const bytes = await this.#redis.getBuffer(filesKey(plan));
    return bytes && unpackFiles(bytes, join(this.#folder, plan));
  }

  /** Sweeps of another version have a queue of their own, which this worker does not read. */
  async #lookForOtherVersions(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const plans = this.#redis.status === 'ready' ? await this.#redis.hgetall(PLANS) : {};
      for (const [plan, version] of Object.entries(plans)) {
        if (version === this.#options.packageVersion || this.#refused.has(plan)) continue;
        this.#refused.add(plan);
        this.#options.onEvent({ event: 'refused', plan, version });
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Broken connections are told by the connection itself. */
  #trouble(error: unknown): void {
    const reason = redisReason(error);
    if (this.#redis.status !== 'ready' || /ECONN|Connection is closed|nothing listens/.test(reason)) return;
    this.#options.onEvent({ event: 'trouble', reason });
  }
}
