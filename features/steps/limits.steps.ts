import assert from 'node:assert/strict';
import { rateLimitProblem } from '../../src/suite/rate-limit-envelope.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST } from '../../src/suite/steps/requests.ts';
import { assertServed } from '../support/served.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about the cost of requests. All requests of a scenario come from one address. */

/**
 * Sends reads that must be served. Signed reads take tokens of the address as well. A login counts as one token of the address.
 */
defineStep(
  /^other requests take (\d+) tokens of (?:the address|"([^"]+)")$/,
  {
    needs: ['limits'],
    cost: NO_COST,
    claims: (_tokens: number, who: string | undefined) => ({ wallets: [who], alone: true }),
  },
  async function (this: ExchangeWorld, tokens: string, who: string | undefined) {
    if (who) await spendOf(this, who, Number(tokens));
    else await spendOfAddress(this, Number(tokens));
  },
);

/**
 * Measured by spending them, in large pieces as long as there are tokens for one: without, a request takes none. Whatever
 * else is wrong with it, it takes its cost. Then one status request more than expected decides.
 */
defineStep(
  'the address has {int} token(s) left',
  { needs: ['limits'], cost: NO_COST, claims: { alone: true } },
  async function (this: ExchangeWorld, tokens: number) {
    let left = 0;
    const isPaid = async ([action, params]: PublicRead): Promise<boolean> =>
      (await this.client.info(action, params)).status !== 429;
    for (const read of PUBLIC_READS) {
      const [, , cost] = read;
      while (left + cost <= tokens && (await isPaid(read))) left += cost;
    }
    if (left === tokens && (await isPaid(STATUS))) left += 1;
    assert.equal(left, tokens);
  },
);

/** A deployment may use either of them. */
defineStep('the response is 429 RATE_LIMIT_EXCEEDED in one of two envelopes', EXAMINES, function (this: ExchangeWorld) {
  const response = this.take();
  assert.equal(response.status, 429, this.explain(response));
  assert.equal(rateLimitProblem(response.body), undefined, this.explain(response));
});

type PublicRead = readonly [action: string, params: Record<string, unknown>, cost: number];

const STATUS: PublicRead = ['getExchangeStatus', {}, 1];
const PUBLIC_READS: readonly PublicRead[] = [
  ['getIsWhitelisted', { walletAddress: `0x${'1'.repeat(40)}` }, 250],
  ['getMids', {}, 50],
  STATUS,
];
const SIGNED_READS: readonly (readonly [string, number])[] = [
  ['getOrderHistory', 50],
  ['getOpenOrders', 10],
];

async function spendOfAddress(world: ExchangeWorld, tokens: number): Promise<void> {
  let left = tokens - (await world.client.newCharges());
  for (const [action, params, cost] of PUBLIC_READS) {
    for (; left >= cost; left -= cost) assertServed(await world.client.info(action, params));
  }
}

async function spendOf(world: ExchangeWorld, who: string, tokens: number): Promise<void> {
  let left = tokens;
  const wallet = world.wallet(who);
  for (const [action, cost] of SIGNED_READS) {
    for (; left >= cost; left -= cost) assertServed(await world.client.trade(wallet, action, {}));
  }
  assert.equal(left % 2, 0, 'a subaccount can spend an even number of tokens');
  // There is no order to cancel, but the request costs its tokens.
  for (; left > 0; left -= 2) {
    const response = await world.client.trade(wallet, 'cancelAllOrders', { symbols: ['*'] });
    assert.equal(response.status, 404, response.text);
  }
}
