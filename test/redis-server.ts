import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export const PASSWORD = 'open-sesame-42';

/** A Redis of a test: on a free port, with a folder and a password of its own, and nothing kept on the disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'perpsim-redis-'));
  #process: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  /** Starts it, also once more after `kill`: then it has forgotten everything. */
  async start(): Promise<void> {
    const flags = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#folder,
      '--requirepass',
      PASSWORD,
    ];
    this.#process = spawn('redis-server', [...flags, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
    await this.run(async (redis) => void (await redis.ping()));
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Uses it over a connection that is closed afterwards. */
  async run<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Waits until a value of it is as it should be. */
  async until(read: (redis: Redis) => Promise<boolean>): Promise<void> {
    await this.run(async (redis) => {
      while (!(await read(redis))) await sleep(20);
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
