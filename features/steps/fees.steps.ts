import { Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about what somebody pays. */

/** The multiplier of every fee: "0.9" leaves nine tenths. */
Given(
  '{string} has a referral discount of {string}',
  async function (this: ExchangeWorld, who: string, discount: string) {
    await this.control.setReferral(this.wallet(who).address, 'FRIEND', discount);
  },
);

Given('{string} no longer has a referral', async function (this: ExchangeWorld, who: string) {
  await this.control.setReferral(this.wallet(who).address, null);
});

Given('{string} goes by volume again', async function (this: ExchangeWorld, who: string) {
  await this.control.setTier(this.wallet(who).address, null);
});
