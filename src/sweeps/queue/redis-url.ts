import { Redis } from 'ioredis';
import { printable } from '../../kernel/printable.ts';
import { SweepError } from '../sweep-error.ts';

/** A Redis that was not reached. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable';
}

/** Where a Redis is. Its password is in `url` alone, and never in a text. */
export interface RedisPlace {
  readonly url: string;
  /** As texts may show it. */
  readonly shown: string;
}

/**
 * Reads `--queue`.
 *
 * @throws SweepError for anything but the URL of a Redis; its text holds nothing of what was given
 */
export function readRedisUrl(text: string): RedisPlace {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw new SweepError('--queue must be the URL of a Redis, such as redis://127.0.0.1:6379');
  if (!/^\/?\d*$/.test(url.pathname))
    throw new SweepError('--queue may end in the number of a database, such as redis://127.0.0.1:6379/1');
  return {
    url: text,
    shown: `${url.protocol}//${url.hostname}:${url.port || '6379'}${url.pathname.replace(/^\/$/, '')}`,
  };
}

const RETRY_STEP_MS = 100;
const RETRY_MAX_MS = 2_000;

/** A connection that is made at its first use, and made again whenever it breaks. */
export function connectionTo({ url }: RedisPlace): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * RETRY_STEP_MS, RETRY_MAX_MS),
  });
  // What it means is said where the connection is used.
  redis.on('error', () => undefined);
  return redis;
}

/**
 * Connects for the first time.
 *
 * @throws RedisUnreachable when nothing listens there, or it lets nobody in
 */
export async function connect(redis: Redis, { shown }: RedisPlace): Promise<void> {
  let reason = 'it closed the connection';
  const onError = (error: unknown): void => void (reason = redisReason(error));
  redis.on('error', onError);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new RedisUnreachable(`cannot reach ${shown}: ${isClosed(error) ? reason : redisReason(error)}`);
  } finally {
    redis.off('error', onError);
  }
}

/** Calls back once for each time that a Redis is gone, and once it is back. */
export function onOutage(redis: Redis, gone: (reason: string) => void, back?: () => void): void {
  let isGone = false;
  redis.on('error', (error) => {
    if (isGone) return;
    isGone = true;
    gone(redisReason(error));
  });
  redis.on('ready', () => {
    if (isGone) back?.();
    isGone = false;
  });
}

const isClosed = (error: unknown): boolean => error instanceof Error && error.message === 'Connection is closed.';

/** The first line of what a Redis or the system said. */
export function redisReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  return printable(message.split('\n', 1)[0] ?? '');
}
