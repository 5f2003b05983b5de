import assert from 'node:assert/strict';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { STEERS, manyNeeds, tradeClaims, tradeCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about transfers and withdrawals. */

/** The parameters of a transfer that prepares the scenario. */
type Transfer = [who: string, amount: string, asset: string, to: string, times?: number];

defineStep(
  /^"([^"]+)" has transferred "([^"]+)" (\{[^{}]+\}|\S+) to "([^"]+)"(?: (\d+) times)?$/,
  {
    needs: (...[, , , , times]: Transfer) => manyNeeds(times),
    cost: (...[, , , , times]: Transfer) => tradeCost('transferCollateral', { times: times ?? 1 }),
    claims: (...[who, , , to]: Transfer) => tradeClaims('transferCollateral', who, to),
  },
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
defineStep(
  '{string} has withdrawn {string} {word} as {string}',
  {
    needs: [],
    cost: tradeCost('withdrawCollateral'),
    claims: (who: string) => ({ wallets: [who], watchesMarks: true }),
  },
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

defineStep(
  'the next withdrawal of {string} will fail',
  { ...STEERS, claims: (who: string) => ({ wallets: [who], watchesMarks: true }) },
  async function (this: ExchangeWorld, who: string) {
    await this.control.planWithdrawal(this.wallet(who).subAccountId, 'failed');
  },
);

/** How long a withdrawal takes here, in milliseconds; elsewhere it is looked at so often, for so many times as long. */
const WITHDRAWAL_MS = 60_000;
const BETWEEN_LOOKS_MS = 5_000;
const PATIENCE = 10;

/** Waits until a deployment has settled the latest withdrawal of a wallet, in one way or the other. */
defineStep(
  'the withdrawal of {string} ends',
  {
    needs: [],
    cost: {
      ...tradeCost('getBalanceUpdates', { times: WITHDRAWAL_MS / BETWEEN_LOOKS_MS }),
      passMs: WITHDRAWAL_MS,
    },
    claims: (who: string) => ({ wallets: [who] }),
    timeout: (PATIENCE + 1) * WITHDRAWAL_MS,
  },
  async function (this: ExchangeWorld, who: string) {
    for (let passed = 0; passed <= PATIENCE * WITHDRAWAL_MS; passed += BETWEEN_LOOKS_MS) {
      const { body } = await this.client.trade(this.wallet(who), 'getBalanceUpdates', { actionFilter: 'WITHDRAWAL' });
      const status = valueAt(body, 'response.balanceUpdates[0].status');
      assert.notEqual(status, undefined, 'getBalanceUpdates should list the withdrawal');
      if (status !== 'pending') return;
      await this.pass(BETWEEN_LOOKS_MS);
    }
    throw new Unmet('time', `a withdrawal was still pending after ${PATIENCE} minutes`);
  },
);

/** The control plane settles a pending withdrawal, and rejects any other. */
defineStep(
  /^the withdrawal "([^"]+)" (?:(fail|succeed)s|cannot (fail|succeed))$/,
  { ...STEERS, claims: { watchesMarks: true } },
  async function (this: ExchangeWorld, name: string, does: string | undefined, cannot: string | undefined) {
    await this.lookIfWatched();
    const status = (does ?? cannot) === 'fail' ? 'failed' : 'success';
    const settling = this.control.settleWithdrawal(this.ids.get(name) ?? name, status);
    if (does) await settling;
    else await assert.rejects(settling, /no such pending withdrawal/);
  },
);
