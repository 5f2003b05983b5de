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

defineStep(
  /^(\d+) (ms|s|minutes|hours|days) pass$/,
  {
    needs: (_amount: number, unit: string) => (unit in SHORT ? [] : ['clock']),
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
