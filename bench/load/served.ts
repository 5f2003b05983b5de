import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, withFolder } from '../process/child.ts';
import { type Figure, figure, micros, milliseconds, rate, type Side, side } from '../table/figure.ts';
import { type LoadResult, postAll } from './load.ts';
import { framesOf, openWsLoad } from './ws-load.ts';

/** A server under load, with the requests of a round. */
export interface Contestant {
  readonly script: string;
  readonly args?: readonly string[];
  /** Keeps what it has on disk, with this durability; absent for a server in memory. */
  readonly durability?: string;
  /** Requests before the measured ones: as many for each side of a row. */
  readonly warmUp: number;
  readonly measured: number;
}

/** Of servers whose code is to be compiled before they are measured. */
export const WARM_UP = 4_000;

/** What a contestant came to in a round. */
export interface ServedRound extends LoadResult {
  /** Microseconds of processor time of the server for each request. */
  readonly cpuUs: number;
}

/** A load that is connected: each call posts bodies and returns what they came to. */
type Post = (bodies: readonly string[]) => Promise<LoadResult>;

/** Over REST with this many connections, which each call opens anew. */
export const overRest =
  (connections: number): Connect =>
  (url) =>
    Promise.resolve({ post: (bodies) => postAll(url, bodies, connections), close: () => undefined });

/** Over WebSocket with this many sockets, which stay open between the warm-up and the measurement. */
export const overWs =
  (connections: number): Connect =>
  async (url) => {
    const { post, close } = await openWsLoad(url, connections);
    return { post: (bodies) => post(framesOf(bodies)), close };
  };

/** Connects to a server. */
export type Connect = (url: string) => Promise<{ readonly post: Post; readonly close: () => void }>;

/** One contestant in a process of its own: warm-up, then what is measured. */
export async function serveOnce(
  { script, args = [], durability, warmUp, measured }: Contestant,
  bodies: readonly string[],
  connect: Connect,
): Promise<ServedRound> {
  if (bodies.length < warmUp + measured) throw new Error(`${warmUp + measured} bodies are needed`);
  if (durability === undefined) return run(args);
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-bench-'));
  return withFolder(folder, () => run([...args, folder, durability]));

  async function run(words: readonly string[]): Promise<ServedRound> {
    const server = await startServer(script, ...words);
    try {
      const { post, close } = await connect(server.url);
      // A load without requests would go on until its time is over.
      const warm = warmUp === 0 ? { errors: 0 } : await post(bodies.slice(0, warmUp));
      const before = await server.usage();
      const result = await post(bodies.slice(warmUp, warmUp + measured));
      const after = await server.usage();
      close();
      const cpuUs = (after.cpuUs - before.cpuUs) / measured;
      return { ...result, errors: warm.errors + result.errors, cpuUs };
    } finally {
      await server.stop();
    }
  }
}

/** Every round of every contestant. */
export type ServedRounds<N extends string> = readonly Readonly<Record<N, ServedRound>>[];

/** All contestants once, in turn. */
export async function serveInTurn<N extends string>(
  contestants: Readonly<Record<N, Contestant>>,
  bodies: readonly string[],
  connect: Connect,
): Promise<Record<N, ServedRound>> {
  const results: Partial<Record<N, ServedRound>> = {};
  for (const name of Object.keys(contestants) as N[]) {
    results[name] = await serveOnce(contestants[name], bodies, connect);
  }
  return results as Record<N, ServedRound>;
}

/** Requests a second of a contestant, with processor time beside it; `each` orders are in a request. */
export function ratesOf<N extends string>(rounds: ServedRounds<N>, name: N, each = 1): Side {
  const cpu = side(
    rounds.map((round) => round[name].cpuUs),
    micros,
  ).text;
  const orders = rounds.map((round) => round[name].perSecond * each);
  return side(orders, rate, `${cpu} CPU a request`);
}

export const p99Of = <N extends string>(rounds: ServedRounds<N>, name: N): Side =>
  side(
    rounds.map((round) => round[name].p99Ms),
    milliseconds,
  );

export const cpuOf = <N extends string>(rounds: ServedRounds<N>, name: N): Side =>
  side(
    rounds.map((round) => round[name].cpuUs),
    micros,
  );

/** Errors in all responses of these contestants, in all rounds. */
export function errorsFigure<N extends string>(row: string, rounds: ServedRounds<N>, names: readonly N[]): Figure {
  const errors = rounds.flatMap((round) => names.map((name) => round[name].errors));
  const { value } = figure(row, [errors.reduce((sum, count) => sum + count, 0)]);
  return { row, value, rounds: [], measured: 'transport errors, timeouts, refusals', yardstick: '' };
}
