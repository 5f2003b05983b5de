import assert from 'node:assert/strict';
import { After, Before, Status } from '@cucumber/cucumber';
import type { ExchangeWorld } from './world.ts';

Before(function (this: ExchangeWorld, { pickle }) {
  this.watchesFacts = pickle.steps.some(({ text }) => /nothing changed|facts changed/.test(text));
});

// An answer nobody examined is a hole in the scenario, so the scenario fails.
After(async function (this: ExchangeWorld, { result }) {
  const { unexamined } = this;
  await this.stop();
  if (result?.status === Status.PASSED) assert.equal(unexamined, undefined, 'the last answer was never examined');
});
