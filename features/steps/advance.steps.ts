import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about an advance of the clock that goes on while requests arrive. */

const HOUR_MS = 3_600_000;

When('the exchange clock begins to advance by {int} hours', function (this: ExchangeWorld, hours: number) {
  this.advance = this.control.advanceInSlices(hours * HOUR_MS);
  // The step that looks at the result reports the error.
  this.advance.catch(() => undefined);
});

When('the exchange clock is told to stop', async function (this: ExchangeWorld) {
  await this.control.cancelAdvance();
});

Then('the exchange clock is on its way by {int} hours', async function (this: ExchangeWorld, hours: number) {
  const { now, advancing } = await this.control.clock();
  assert.ok(typeof advancing === 'object' && advancing !== null, 'no advance is under way');
  const { from, to, now: reached } = advancing as Record<string, number>;
  assert.equal(Number(to) - Number(from), hours * HOUR_MS);
  assert.equal(reached, now);
});

Then('the exchange clock has stopped on its way, at a whole second', async function (this: ExchangeWorld) {
  const ended = await this.advance;
  const { now, advancing } = await this.control.clock();
  assert.equal(advancing, null);
  assert.deepEqual([ended?.['cancelled'], ended?.['now']], [true, now]);
  assert.equal(Number(now) % 1_000, 0);
});

Then('the exchange clock has advanced by {int} hours', async function (this: ExchangeWorld, hours: number) {
  const { from, now, cancelled } = (await this.advance) ?? {};
  assert.deepEqual([Number(now) - Number(from), cancelled], [hours * HOUR_MS, undefined]);
});

Then(
  'the exchange clock refuses to advance by {int} hours with {string}',
  async function (this: ExchangeWorld, hours: number, text: string) {
    const before = await this.control.clock();
    await assert.rejects(this.control.advanceInSlices(hours * HOUR_MS), ({ message }: Error) => message.includes(text));
    const { advancing } = await this.control.clock();
    assert.equal(advancing === null, before['advancing'] === null);
  },
);
