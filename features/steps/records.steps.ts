import { Given } from '@cucumber/cucumber';
import { Unmet } from '../../src/harness/deployment.ts';
import type { WalletRecord } from '../support/records.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** The record is made where there is a control plane; elsewhere a wallet of the profile has it, or the scenario is skipped. */
Given(
  '{string} is a wallet with {record}',
  async function (this: ExchangeWorld, who: string, { make, isOn, needs }: WalletRecord) {
    if (this.target.control) return void (await make(this, who));
    if (!(await this.takeLike(who, (wallet) => isOn(this, wallet)))) {
      throw new Unmet(needs, 'no wallet of the profile has such a record of the last six days');
    }
  },
);

/** A wallet without a name yet; its tier is set where it can be. */
Given('{string} is a wallet of tier {string}', async function (this: ExchangeWorld, who: string, tierId: string) {
  await this.takeFromTier(who, tierId);
});
