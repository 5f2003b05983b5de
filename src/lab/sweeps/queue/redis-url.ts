import { printable } from '../../../kernel/printable.ts';
import { messageOf, systemCodeOf } from '../../../kernel/thrown.ts';
import { SweepError } from '../sweep.ts';

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

/** The first line of what a Redis or the system said. */
export function redisReason(error: unknown): string {
  const code = systemCodeOf(error);
  const message = messageOf(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host';
  return printable(message.split('\n', 1)[0] ?? '');
}
