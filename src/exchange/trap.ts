import { InvariantError } from '../kernel/assert.ts';

/**
 * While the engine works, the ambient clock, randomness and timers throw (DET-15): a rule that reached for
 * one would give another result on replay. The swap is a handful of stores around each input, so it is on in
 * production too. What stood there before is put back, also when it was a test's fake clock.
 */
export function withAmbientTrapped<T>(work: () => T): T {
  const { now } = Date;
  const { random } = Math;
  const { setTimeout: timeout, setInterval: interval, setImmediate: immediate } = globalThis;
  Date.now = trapped;
  Math.random = trapped;
  globalThis.setTimeout = trapped as unknown as typeof setTimeout;
  globalThis.setInterval = trapped;
  globalThis.setImmediate = trapped as unknown as typeof setImmediate;
  try {
    return work();
  } finally {
    Date.now = now;
    Math.random = random;
    globalThis.setTimeout = timeout;
    globalThis.setInterval = interval;
    globalThis.setImmediate = immediate;
  }
}

function trapped(): never {
  throw new InvariantError('the engine asked for ambient time, randomness or a timer');
}
