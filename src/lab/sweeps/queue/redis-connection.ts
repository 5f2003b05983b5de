import { Redis } from 'ioredis';
import { type RedisPlace, RedisUnreachable, redisReason } from './redis-url.ts';

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
