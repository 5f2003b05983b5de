import assert from 'node:assert/strict';
import type { Declaration } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about an advance of the clock that goes on while requests arrive. */

/** They are about the clock that the control plane moves. */
const CLOCK: Declaration = { needs: ['clock', 'control'], cost: NO_COST, claims: {} };

const HOUR_MS = 3_600_000;

defineStep('the exchange clock begins to advance by {int} hours', CLOCK, function (this: ExchangeWorld, hours: number) {
  this.advance = this.control.advanceInSlices(hours * HOUR_MS);
  // The step that looks at the result reports the error.
  let isOver = false;
  const end = (): void => void (isOver = true);
  this.advance.then(end, end);
  // A scenario that fails meanwhile must leave no clock on its way: whoever comes next would wait for it, and be refused.
  this.changed.push(async () => {
    if (!isOver) await this.control.cancelAdvance();
  });
});

defineStep('the exchange clock is told to stop', CLOCK, async function (this: ExchangeWorld) {
  await this.control.cancelAdvance();
});

defineStep(
  'the exchange clock is on its way by {int} hours',
  CLOCK,
  async function (this: ExchangeWorld, hours: number) {
    const { now, advancing } = await this.control.clock();
    assert.ok(typeof advancing === 'object' && advancing !== null, 'no advance is under way');
    const { from, to, now: reached } = advancing as Record<string, number>;
    assert.equal(Number(to) - Number(from), hours * HOUR_MS);
    assert.equal(reached, now);
  },
);

defineStep('the exchange clock has stopped on its way, at a whole second', CLOCK, async function (this: ExchangeWorld) {
  const ended = await this.advance;
  const { now, advancing } = await this.control.clock();
  assert.equal(advancing, null);
  assert.deepEqual([ended?.['cancelled'], ended?.['now']], [true, now]);
  assert.equal(Number(now) % 1_000, 0);
});

defineStep(
  'the exchange clock has advanced by {int} hours',
  CLOCK,
  async function (this: ExchangeWorld, hours: number) {
    const { from, now, cancelled } = (await this.advance) ?? {};
    assert.deepEqual([Number(now) - Number(from), cancelled], [hours * HOUR_MS, undefined]);
  },
);

defineStep(
  'the exchange clock refuses to advance by {int} hours with {string}',
  CLOCK,
  async function (this: ExchangeWorld, hours: number, text: string) {
    const before = await this.control.clock();
    await assert.rejects(this.control.advanceInSlices(hours * HOUR_MS), ({ message }: Error) => message.includes(text));
    const { advancing } = await this.control.clock();
    assert.equal(advancing === null, before['advancing'] === null);
  },
);
