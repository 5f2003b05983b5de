import { Unmet } from '../../src/suite/deployment.ts';
import { defineParameter, defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES } from '../../src/suite/steps/requests.ts';
import { RECORDS, type WalletRecord } from '../support/records.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** What a wallet has on record, by its name in `RECORDS`. */
defineParameter({
  name: 'record',
  regexp: Object.keys(RECORDS).map((name) => new RegExp(name)),
  transformer: (name) => RECORDS[name],
});

/** The record is made where there is a control plane; elsewhere a wallet of the profile has it, or the scenario is skipped. */
defineStep(
  '{string} is a wallet with {record}',
  {
    needs: [],
    cost: (_who: string, { cost }: WalletRecord) => cost,
    claims: (who: string, { claims }: WalletRecord) => ({ ...claims, wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, { make, isOn, needs }: WalletRecord) {
    if (this.target.control) return void (await make(this, who));
    if (!(await this.takeLike(who, (wallet) => isOn(this, wallet)))) {
      throw new Unmet(needs, 'no wallet of the profile has such a record of the last six days');
    }
  },
);

/** A wallet without a name yet; its tier is set where it can be. */
defineStep(
  '{string} is a wallet of tier {string}',
  { ...EXAMINES, claims: (who: string) => ({ wallets: [who], watchesFees: true }) },
  async function (this: ExchangeWorld, who: string, tierId: string) {
    await this.takeFromTier(who, tierId);
  },
);
