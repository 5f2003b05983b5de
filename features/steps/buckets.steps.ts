import assert from 'node:assert/strict';
import { Given, Then } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import { type Exchanged, parsed } from '../../src/harness/transports/transport.ts';
import { accountOf } from '../support/token-accounts.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about buckets of any size, by arithmetic on what responses show of them. */

/** Time passes until it is: that of the simulator is moved, any other is waited for. */
Given(
  /^the bucket of (?:the address|"([^"]+)") is full$/,
  async function (this: ExchangeWorld, who: string | undefined) {
    if (!who) {
      // Requests that led up to here cost no tokens any more; the tokens are there again.
      await this.client.newCharges();
      await this.client.info('getMids', {});
      return this.fill();
    }
    // The first request of a connection takes its time, in which tokens come back; it is not this one.
    await this.client.trade(this.wallet(who), 'getOpenOrders', {});
    await this.fill(this.wallet(who).subAccountId);
    accountOf(this, who).full();
  },
);

/** How often a read is sent once more, in the hope of a response that comes fast enough to count to the token. */
const MORE_LOOKS = 5;

/** To the token where the bucket was full before; otherwise what came back since the last response counts as well. */
Then(
  'the request has taken {int} tokens of {string}',
  async function (this: ExchangeWorld, tokens: number, who: string) {
    const account = accountOf(this, who);
    const look = (response: Exchanged): void =>
      assert.equal(account.problem(response.body, tokens, this.took), undefined, this.explain(response));
    const first = this.take();
    look(first);
    for (let more = 0; more < MORE_LOOKS && account.isLoose && isRead(first); more += 1) {
      await this.fill(this.wallet(who).subAccountId);
      account.full();
      await this.resend();
      look(this.take());
    }
  },
);

/** Writes carry a nonce, so they cannot be sent twice. */
function isRead({ request }: Exchanged): boolean {
  const action = valueAt(parsed(request.body ?? ''), 'params.action');
  return typeof action === 'string' && action.startsWith('get');
}

/** Of getRateLimits, which counts itself. */
Then('what is used and what is left make up the bucket', function (this: ExchangeWorld) {
  const response = this.take();
  const [used, cap, left, told] = [
    'response.requestsUsed',
    'response.requestsCap',
    'rateLimit.remainingTokens',
    'rateLimit.requestsCap',
  ].map((path) => valueAt(response.body, path));
  assert.equal(cap, told, this.explain(response));
  assert.equal(Number(used) + Number(left), cap, this.explain(response));
});
