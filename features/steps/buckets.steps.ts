import assert from 'node:assert/strict';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST, UNTIL_FULL_MS, infoCost, tradeCost } from '../../src/suite/steps/requests.ts';
import { type Exchanged, parsed } from '../../src/suite/transports/transport.ts';
import { accountOf } from '../support/token-accounts.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about buckets of any size, computed from the snapshots in responses. */

/** Moves the clock of a simulator, or waits, until the bucket is full. */
defineStep(
  /^the bucket of (?:the address|"([^"]+)") is full$/,
  {
    needs: ['rate-limits'],
    cost: (who: string | undefined) => ({
      ...(who ? tradeCost('getOpenOrders', { looked: false }) : infoCost('getMids')),
      looked: false,
      refillMs: UNTIL_FULL_MS,
    }),
    claims: (who: string | undefined) => (who ? { wallets: [who] } : { alone: true }),
  },
  async function (this: ExchangeWorld, who: string | undefined) {
    if (!who) {
      // The tokens of the requests so far have been refilled, so they are not counted any more.
      await this.client.newCharges();
      await this.client.info('getMids', {});
      return this.fill();
    }
    // The first request of a connection is slow, and tokens are refilled meanwhile; so it is not the request that is measured.
    await this.client.trade(this.wallet(who), 'getOpenOrders', {});
    await this.fill(this.wallet(who).subAccountId);
    accountOf(this, who).full();
  },
);

/** How often a read is sent again until a response is fast enough to count its tokens exactly. */
const MORE_LOOKS = 5;

/** Exact if the bucket was full before; otherwise tokens that were refilled since the last response are added. */
defineStep(
  'the request has taken {int} tokens of {string}',
  {
    needs: ['rate-limits'],
    cost: NO_COST,
    claims: (_tokens: number, who: string) => ({ wallets: [who] }),
  },
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

/** For getRateLimits, which counts its own cost. */
defineStep('what is used and what is left make up the bucket', EXAMINES, function (this: ExchangeWorld) {
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
