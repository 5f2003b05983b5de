import { InvariantError } from '../kernel/errors.ts';

/** The clock, the randomness and the timers of the machine. */
interface Ambient {
  readonly now: typeof Date.now;
  readonly random: typeof Math.random;
  readonly timeout: typeof setTimeout;
  readonly interval: typeof setInterval;
  readonly immediate: typeof setImmediate;
}

/**
 * Lets the ambient clock, randomness and timers throw while the engine works (DET-15): a rule that reached for
 * one would give another result on replay. The swap is a handful of stores around each input, so it is on in
 * production too.
 *
 * @returns what stood there before, a test's fake clock too, for `releaseAmbient`
 */
export function trapAmbient(): Ambient {
  const { setTimeout: timeout, setInterval: interval, setImmediate: immediate } = globalThis;
  const ambient = { now: Date.now, random: Math.random, timeout, interval, immediate };
  Date.now = trapped;
  Math.random = trapped;
  globalThis.setTimeout = trapped as unknown as typeof setTimeout;
  globalThis.setInterval = trapped;
  globalThis.setImmediate = trapped as unknown as typeof setImmediate;
  return ambient;
}

export function releaseAmbient({ now, random, timeout, interval, immediate }: Ambient): void {
  Date.now = now;
  Math.random = random;
  globalThis.setTimeout = timeout;
  globalThis.setInterval = interval;
  globalThis.setImmediate = immediate;
}

function trapped(): never {
  throw new InvariantError('the engine asked for ambient time, randomness or a timer');
}
