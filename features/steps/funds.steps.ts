import assert from 'node:assert/strict';
import { Given, When } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about transfers and withdrawals. */

Given(
  /^"([^"]+)" has transferred "([^"]+)" (\S+) to "([^"]+)"(?: (\d+) times)?$/,
  async function (this: ExchangeWorld, who: string, amount: string, asset: string, to: string, times?: string) {
    for (let n = 0; n < Number(times ?? 1); n += 1) {
      await this.send(who, 'transferCollateral', [
        ['destinationSubAccountId', this.wallet(to).subAccountId],
        ['symbol', asset],
        ['amount', amount],
      ]);
      this.assertDone();
    }
  },
);

/** To the address of the wallet itself. The id of the withdrawal gets the name. */
Given(
  '{string} has withdrawn {string} {word} as {string}',
  async function (this: ExchangeWorld, who: string, amount: string, asset: string, name: string) {
    const rows = [
      ['symbol', asset],
      ['amount', amount],
      ['destination', this.wallet(who).address],
    ];
    const { body } = await this.send(who, 'withdrawCollateral', rows);
    this.assertDone();
    this.ids.set(name, String(valueAt(body, 'response.requestId')));
  },
);

Given('the next withdrawal of {string} will fail', async function (this: ExchangeWorld, who: string) {
  await this.control.planWithdrawal(this.wallet(who).subAccountId, 'failed');
});

/** The control plane settles a pending withdrawal, and rejects any other. */
When(
  /^the withdrawal "([^"]+)" (?:(fail|succeed)s|cannot (fail|succeed))$/,
  async function (this: ExchangeWorld, name: string, does: string | undefined, cannot: string | undefined) {
    await this.lookIfWatched();
    const status = (does ?? cannot) === 'fail' ? 'failed' : 'success';
    const settling = this.control.settleWithdrawal(this.ids.get(name) ?? name, status);
    if (does) await settling;
    else await assert.rejects(settling, /no such pending withdrawal/);
  },
);
