import { parse } from 'yaml';
import { StreamClient } from '../../client.ts';
import type { ExchangeOptions } from '../../exchange/exchange.ts';
import type { WorldFile } from '../../exchange/world/world-file.ts';
import { NO_KEY, readFork } from '../../lab/calibration/source/fork.ts';
import { SourceLost } from '../../lab/calibration/source/transport.ts';
import { worldProblems } from '../../lab/calibration/world/check.ts';
import { forkedWorld } from '../../lab/calibration/world/forked.ts';
import { boundedFetch } from '../../suite/targets/bounded-fetch.ts';
import { openBounded } from '../../suite/targets/socket.ts';
import type { ServeOptions } from '../options.ts';
import { say } from '../output.ts';
import { UsageError } from '../usage-error.ts';

/** A clock this close to that of the machine follows the machine. */
const SAME_TIME_MS = 60_000;

/**
 * Reads the deployment of `--fork` and returns the world and the time to start with.
 *
 * @throws UsageError when it cannot be forked, or the flags contradict each other
 */
export async function forkedStart(
  url: string,
  { world, state, clock, startTime }: ServeOptions,
  stop: Promise<void>,
): Promise<Pick<ExchangeOptions, 'world' | 'startTime'>> {
  if (world !== undefined) throw new UsageError('--fork stands in place of --world: give one of them');
  if (state !== undefined) throw new UsageError('--fork stands in place of --state: give one of them');
  const stopped = new AbortController();
  void stop.then(() => stopped.abort());
  try {
    const { text, time } = await forkOf(url, { watchMs: 0, signal: stopped.signal });
    const isNow = clock === 'live' && Math.abs(time - Date.now()) < SAME_TIME_MS;
    const file: unknown = parse(text);
    return { world: file as WorldFile, ...(startTime === undefined && !isNow && { startTime: time }) };
  } catch (error) {
    if (error instanceof ForkFailed) throw new UsageError(error.message);
    throw error;
  }
}

/** No world could be made of a deployment. */
export class ForkFailed extends Error {
  override readonly name = 'ForkFailed';
  readonly exitCode: 1 | 3;

  constructor(message: string, exitCode: 1 | 3) {
    super(message);
    this.exitCode = exitCode;
  }
}

const SAY_EVERY_MS = 2_000;
/** How long a response may take. */
const RESPONSE_MS = 30_000;

/**
 * Reads a deployment and returns the text of a world like it, and the exchange time at which it was read.
 *
 * @throws UsageError for a wrong URL, ForkFailed
 */
export async function forkOf(
  url: string,
  {
    watchMs,
    signal,
    responseMs = RESPONSE_MS,
  }: { readonly watchMs: number; readonly signal: AbortSignal; readonly responseMs?: number },
): Promise<{ readonly text: string; readonly time: number }> {
  const rest = restUrlOf(url);
  let said = performance.now();
  const onProgress = (what: string): void => {
    if (performance.now() - said < SAY_EVERY_MS) return;
    said = performance.now();
    say(what);
  };
  try {
    const fork = await readFork({
      url: rest,
      fetch: boundedFetch({ headersMs: responseMs, idleMs: responseMs, totalMs: 2 * responseMs }),
      wall: { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
      watchMs,
      openStream: () =>
        new StreamClient({
          wsUrl: `${rest.replace(/^http/, 'ws')}/ws`,
          privateKey: NO_KEY,
          subAccountId: '0',
          openSocket: (to) => openBounded(to, { messages: 1_000_000, totalBytes: 268_435_456 }).socket,
        }),
      signal,
      onProgress,
    });
    const text = forkedWorld(fork, rest);
    const problems = worldProblems(text, 'world.yaml');
    if (problems.length > 0) throw new ForkFailed(`no world can be made of ${rest}: ${problems.join('; ')}`, 1);
    return { text, time: fork.deployment.time };
  } catch (error) {
    if (error instanceof SourceLost) throw new ForkFailed(error.message, 3);
    throw error;
  }
}

/** The base of the REST API, which ends in `/v1`. */
function restUrlOf(given: string): string {
  try {
    const { protocol, origin, pathname } = new URL(given);
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('no HTTP URL');
    const path = pathname.replace(/\/+$/, '');
    return `${origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
  } catch {
    throw new UsageError(`the URL of a deployment must be such as https://exchange.example (got "${given}")`);
  }
}
