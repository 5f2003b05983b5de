import { setTimeout as pause } from 'node:timers/promises';
import { causeCodeOf, messageOf } from '../../kernel/thrown.ts';
import { durationMs } from '../../scenarios/format/times.ts';
import { type CommandBody, TARGET_FLAG } from '../define.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { DEFAULT_TARGET } from '../steering.ts';

/** `perpsim wait`. */
export const WAIT: CommandBody = {
  flags: [
    TARGET_FLAG,
    ['--timeout <duration>', 'how long to wait, such as 30s; a number is seconds (default: 30s)'],
    ['--json', 'print one JSON line'],
  ],
  examples: ['perpsim wait', 'perpsim wait --target http://127.0.0.1:8700 --timeout 30s --json'],
  exits: { 0: 'ready', 3: 'not ready in time' },
  run: async (flags: WaitFlags) => wait(flags),
};

export interface WaitFlags {
  readonly target?: string;
  readonly timeout?: string;
  readonly json?: boolean;
}

/** 0 it is ready, 3 it was not within the time. */
export type WaitExit = 0 | 3;

const TRY_EVERY_MS = 50;
/** Each try may take this long even when the time is over, so that the last one still finds out what is wrong. */
const LEAST_MS = 500;

/**
 * Waits until an exchange responds to /readyz.
 *
 * @throws UsageError for a URL or a time that is none
 */
export async function wait({ target = DEFAULT_TARGET, timeout = '30s', json = false }: WaitFlags): Promise<WaitExit> {
  const longest = /^\d+(?:\.\d+)?$/.test(timeout) ? `${timeout}s` : timeout;
  const longestMs = durationMs(longest);
  if (longestMs === undefined)
    throw new UsageError(`--timeout must be a number of seconds or a duration such as 30s or 2m (got "${timeout}")`);
  if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol)) {
    throw new UsageError(`--target must be the URL of an exchange, such as ${DEFAULT_TARGET} (got "${target}")`);
  }
  const { origin } = new URL(target);
  const start = performance.now();
  let last = 'nothing listens there';
  do {
    const problem = await problemOf(
      `${origin}/readyz`,
      Math.max(LEAST_MS, Math.ceil(longestMs - (performance.now() - start))),
    );
    const waitedMs = Math.round(performance.now() - start);
    if (problem === undefined) {
      await print(
        json
          ? `${JSON.stringify({ ready: true, url: origin, waitedMs })}\n`
          : `${origin} is ready, after ${waitedMs} ms\n`,
      );
      return 0;
    }
    last = problem;
    await pause(TRY_EVERY_MS);
  } while (performance.now() - start < longestMs);
  say(`${origin} was not ready within ${longest}: ${last}`);
  if (json)
    await print(
      `${JSON.stringify({ ready: false, url: origin, waitedMs: Math.round(performance.now() - start), problem: last })}\n`,
    );
  return 3;
}

/** Why it is not ready; undefined when it is. */
async function problemOf(url: string, leftMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(leftMs) });
    const text = (await response.text()).trim();
    return response.ok ? undefined : `it responded ${response.status} ${text.split('\n', 1)[0]?.slice(0, 100) ?? ''}`;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response in time';
    const reason = causeCodeOf(error) ?? messageOf(error);
    return reason === 'ECONNREFUSED' ? 'nothing listens there' : reason;
  }
}
