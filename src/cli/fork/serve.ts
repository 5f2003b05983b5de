import { parse } from 'yaml';
import type { ExchangeOptions } from '../../exchange/exchange.ts';
import type { WorldFile } from '../../exchange/world/world-file.ts';
import type { ServeOptions } from '../options.ts';
import { UsageError } from '../usage-error.ts';
import { ForkFailed, forkOf } from './read.ts';

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
