import { setTimeout as sleep } from 'node:timers/promises';
import { ExchangeTimer, type StreamClient, type StreamClientOptions } from '../../src/client.ts';

/** What a bot waits with between two rounds. */
export interface Pace {
  /** What the client waits with before it connects again, and for responses; undefined for its own. */
  readonly timer: StreamClientOptions['timer'];
  /** Unix ms. */
  now(): number;
  /** Waits for a round's length; false when the bot has to end. */
  next(client: StreamClient): Promise<boolean>;
}

/** The clock of this machine, for an exchange that runs by itself. */
export function machinePace(everyMs: number, seconds: number, stopped: AbortSignal): Pace {
  const end = Date.now() + seconds * 1000;
  return {
    timer: undefined,
    now: () => Date.now(),
    async next() {
      // Who was stopped and still waits is about to try its cancels again.
      const signal = stopped.aborted ? undefined : stopped;
      await sleep(everyMs, undefined, signal && { signal }).catch(() => undefined);
      return Date.now() < end && !stopped.aborted;
    },
  };
}

/**
 * The clock of a run that has started the bot: it stands still while the bot thinks, and goes on while it waits here. What the client
 * waits for is due when that clock says so, and after as long by the clock of the machine: a response that never comes would
 * else keep the bot from asking for more time.
 */
export function runPace(startTime: number, everyMs: number, stopped: AbortSignal): Pace {
  let now = startTime;
  const due = new ExchangeTimer(() => now);
  const timer = {
    now: () => due.now(),
    after(ms: number, run: () => void) {
      const timeout = setTimeout(fire, ms);
      const forget = due.after(ms, fire);
      const stop = (): void => {
        clearTimeout(timeout);
        forget();
      };
      function fire(): void {
        stop();
        run();
      }
      return stop;
    },
  };
  return {
    timer,
    now: () => now,
    async next(client) {
      const step = await client.nextStep({ ms: everyMs, until: 'time' });
      now = step.now;
      while (due.runNext()) await client.settled();
      return !step.ended && !stopped.aborted;
    },
  };
}
