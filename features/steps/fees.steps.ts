import { Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about the fees of a wallet. */

/** The multiplier of every fee: "0.9" leaves nine tenths. */
Given(
  /^"([^"]+)" (?:has a referral discount of "([^"]+)"|no longer has a referral)$/,
  async function (this: ExchangeWorld, who: string, discount: string | undefined) {
    const { address } = this.wallet(who);
    if (discount) await this.control.setReferral(address, 'FRIEND', discount);
    else await this.control.setReferral(address, null);
  },
);
