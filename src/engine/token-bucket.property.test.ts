import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Buckets, emptyTable, spend, tokensLeft } from './token-bucket.ts';

/** The slow twin: a bucket that is filled again millisecond by millisecond and never forgotten. */
class NaiveBucket {
  readonly #cap: number;
  readonly #windowMs: number;
  #parts: bigint;

  constructor(cap: number, windowMs: number) {
    this.#cap = cap;
    this.#windowMs = windowMs;
    this.#parts = BigInt(cap) * BigInt(windowMs);
  }

  pass(ms: number): void {
    const full = BigInt(this.#cap) * BigInt(this.#windowMs);
    for (let step = 0; step < ms; step += 1) {
      this.#parts += BigInt(this.#cap);
      if (this.#parts > full) this.#parts = full;
    }
  }

  left(): number {
    return Number(this.#parts / BigInt(this.#windowMs));
  }

  spend(tokens: number): void {
    this.#parts -= BigInt(tokens) * BigInt(this.#windowMs);
  }
}

// Goal: refill is exact and forgetting is never seen (SEC-29, SEC-31). Method: a random run of one client among
// others on the table that forgets, beside the slow twin; what is left must agree before every request.
test('a bucket of the table always agrees with one that is filled by hand', () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 400 }), tokens: fc.integer({ min: 0, max: 40 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 300 }),
      fc.array(step, { maxLength: 60 }),
      (cap, windowMs, steps) => {
        const size = { cap, windowMs };
        const buckets: Buckets<string> = emptyTable(0);
        const twin = new NaiveBucket(cap, windowMs);
        let now = 0;
        for (const { ms, tokens } of steps) {
          now += ms;
          twin.pass(ms);
          spend(buckets, `other ${now}`, size, 1, now);
          const left = tokensLeft(buckets, 'watched', size, now);
          expect(left).toBe(twin.left());
          if (tokens > left) continue;
          spend(buckets, 'watched', size, tokens, now);
          twin.spend(tokens);
        }
      },
    ),
    { seed: 7, numRuns: 400 },
  );
});
