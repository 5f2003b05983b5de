import assert from 'node:assert/strict';
import { Amount } from '../../src/suite/amount.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, STEERS } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about the fees of a wallet. */

/** The multiplier of every fee: "0.9" leaves nine tenths. */
defineStep(
  /^"([^"]+)" (?:has a referral discount of "([^"]+)"|no longer has a referral)$/,
  { ...STEERS, claims: (who: string) => ({ wallets: [who] }) },
  async function (this: ExchangeWorld, who: string, discount: string | undefined) {
    const { address } = this.wallet(who);
    if (discount) await this.control.setReferral(address, 'FRIEND', discount);
    else await this.control.setReferral(address, null);
  },
);

/** A deployment may round a rate beyond this digit. */
const RATE_ERROR = '0.000000001';

defineStep(
  'the rates of the response are those of its tier, times the referral discount',
  { ...EXAMINES, claims: { watchesFees: true } },
  function (this: ExchangeWorld) {
    const response = this.response();
    const rate = (path: string): Amount => new Amount(String(valueAt(response, path)));
    for (const side of ['makerFeeRate', 'takerFeeRate']) {
      const wanted = rate(`currentTier.${side}`).times(rate('referralDiscount'));
      const isNear = rate(side).minus(wanted).abs().lt(RATE_ERROR);
      assert.ok(isNear, `${side} should be ${wanted.toFixed()}: ${JSON.stringify(response)}`);
    }
  },
);
