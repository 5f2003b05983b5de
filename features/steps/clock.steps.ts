import assert from 'node:assert/strict';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Units that are waited for where the suite does not move the clock. */
const SHORT: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

const MILLIS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** Longest passage of time, in milliseconds, that need not end on a whole second: no statement about a moment depends on it. */
const BRIEF_MS = 1_000;

/** True for a passage that ends next to a moment, such as 59,999 ms: a clock that nobody stops is past it before the next request. */
const endsNextTo = (amount: number, unit: string): boolean =>
  unit === 'ms' && amount > BRIEF_MS && amount % 1_000 !== 0;

defineStep(
  /^(\d+) (ms|s|minutes|hours|days) pass$/,
  {
    needs: (amount: number, unit: string) => (unit in SHORT && !endsNextTo(amount, unit) ? [] : ['clock']),
    cost: (amount: number, unit: string) => ({ ...NO_COST, passMs: amount * (SHORT[unit] ?? 0) }),
    claims: {},
  },
  async function (this: ExchangeWorld, amount: string, unit: string) {
    await this.lookIfWatched();
    await this.pass(Number(amount) * (MILLIS[unit] ?? 1));
  },
);

const HOUR_MS = 3_600_000;
/** Time that a step may take besides the wait. */
const SLACK_MS = 120_000;

/** At the end of the hour. Where the suite does not move the clock, the step waits for it. */
defineStep(
  'the next funding is settled',
  { needs: [], cost: { ...NO_COST, passMs: HOUR_MS }, claims: { watchesMarks: true }, timeout: HOUR_MS + SLACK_MS },
  async function (this: ExchangeWorld) {
    await this.lookIfWatched();
    await this.pass(HOUR_MS - (this.target.now() % HOUR_MS));
    // The target may settle a moment later.
    if (!this.target.control) await this.pass(1_000);
  },
);

const DAY_MS = 24 * HOUR_MS;

/** At midnight UTC. Where the suite does not move the clock, the step waits for it. */
defineStep(
  'the next day begins',
  { needs: [], cost: { ...NO_COST, passMs: DAY_MS }, claims: {}, timeout: DAY_MS + SLACK_MS },
  async function (this: ExchangeWorld) {
    await this.pass(DAY_MS - (this.target.now() % DAY_MS));
  },
);

/** With a real clock, the market must have candles that are that old. */
defineStep(
  /^a past of (\d+) (minutes|hours|days)$/,
  EXAMINES,
  async function (this: ExchangeWorld, amount: string, unit: string) {
    const ms = Number(amount) * (MILLIS[unit] ?? 1);
    if (this.target.control) return this.pass(ms);
    const asked = {
      symbol: this.terms.symbolOf('market'),
      interval: '1m',
      startTime: 0,
      endTime: this.target.now() - ms,
      limit: 1,
    };
    const response = await this.client.info('getCandles', asked);
    const candles = valueAt(response.body, 'response.candles');
    assert.ok(Array.isArray(candles), this.explain(response));
    if (candles.length === 0) throw new Unmet('time', `there are no candles of ${amount} ${unit} ago`);
  },
);
