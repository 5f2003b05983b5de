import assert from 'node:assert/strict';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { rateLimitProblem } from '../../src/harness/rate-limit-envelope.ts';
import type { Exchanged } from '../../src/harness/transport.ts';
import { paramsOf, rowsOf } from '../support/json-rows.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about what requests cost. All requests of a scenario come from one address. */

Given('the world {string} with the limits:', async function (this: ExchangeWorld, world: string, table: DataTable) {
  const limits = table.raw().map(([key = '', cell = '']) => [key, this.value(cell)] as const);
  await this.start(world, { limits: Object.fromEntries(limits) });
});

/** Dear public reads first, then the status at one token each. All of them must be served; a login counts as one. */
Given('other requests take {int} tokens of the address', async function (this: ExchangeWorld, tokens: number) {
  let left = tokens - (await this.client.newCharges());
  for (const [action, params, cost] of PUBLIC_READS) {
    for (; left >= cost; left -= cost) assertServed(await this.client.info(action, params));
  }
});

/** The same from a subaccount, which takes them from the address as well. */
Given(
  'other requests take {int} tokens of {string}',
  async function (this: ExchangeWorld, tokens: number, who: string) {
    let left = tokens;
    const wallet = this.wallet(who);
    for (const [action, cost] of SIGNED_READS) {
      for (; left >= cost; left -= cost) assertServed(await this.client.trade(wallet, action, {}));
    }
    assert.equal(left % 2, 0, 'a subaccount can spend an even number of tokens');
    // Nothing rests, so there is nothing to cancel; the request is paid for all the same.
    for (; left > 0; left -= 2) {
      const response = await this.client.trade(wallet, 'cancelAllOrders', { symbols: ['*'] });
      assert.equal(response.status, 404, response.text);
    }
  },
);

/** Found out by spending them: one status request costs one token. One more than expected is enough to know. */
Then('the address has {int} token(s) left', async function (this: ExchangeWorld, tokens: number) {
  let left = 0;
  while (left <= tokens && (await this.client.info('getExchangeStatus', {})).status === 200) left += 1;
  assert.equal(left, tokens);
});

/** Which of them a deployment writes is left to it. */
Then('the response is 429 RATE_LIMIT_EXCEEDED in one of two envelopes', function (this: ExchangeWorld) {
  const response = this.take();
  assert.equal(response.status, 429, this.explain(response));
  assert.equal(rateLimitProblem(response.body), undefined, this.explain(response));
});

/** The params as JSON, for tables of actions; `-` for none. */
When(
  '{string} sends {action} with {}',
  async function (this: ExchangeWorld, who: string, action: string, json: string) {
    await this.send(who, action, rowsOf(this.text(json)));
  },
);

When('anyone asks {action} with {}', async function (this: ExchangeWorld, action: string, json: string) {
  await this.request(() => this.client.info(action, paramsOf(this.text(json))));
});

/** One placement of as many equal orders. */
When(
  '{string} places {int} orders of:',
  async function (this: ExchangeWorld, who: string, count: number, table: DataTable) {
    const [row = {}] = table.hashes();
    await this.place(
      who,
      Array.from({ length: count }, () => row),
    );
  },
);

/** Asks getExchangeStatus again and again; the response to the last one is looked at. */
When('anyone asks getExchangeStatus {int} times', async function (this: ExchangeWorld, times: number) {
  for (let time = 1; time < times; time += 1) assertServed(await this.client.info('getExchangeStatus', {}));
  await this.request(() => this.client.info('getExchangeStatus', {}));
});

/** Immediate-or-cancel orders that meet nothing, so that none is left to stand in the way; as fast as they can be sent. */
Given(
  '{string} has placed {int} orders, {int} at a time',
  async function (this: ExchangeWorld, who: string, count: number, size: number) {
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitIoc', price: '94000', quantity: '0.1' };
    const wallet = this.wallet(who);
    this.ordersSince = this.ticks();
    await this.client.drain(async () => {
      for (let placed = 0; placed < count; placed += size) {
        const orders = Array.from({ length: Math.min(size, count - placed) }, () => order);
        assertServed(await this.client.trade(wallet, 'placeOrders', { orders, grouping: 'na' }));
      }
    });
  },
);

/** A login counts as one. */
Given('{string} has sent getOpenOrders {int} times', async function (this: ExchangeWorld, who: string, times: number) {
  for (let time = await this.client.newCharges(); time < times; time += 1) {
    assertServed(await this.client.trade(this.wallet(who), 'getOpenOrders', {}));
  }
});

const PUBLIC_READS: readonly (readonly [string, Record<string, unknown>, number])[] = [
  ['getIsWhitelisted', { walletAddress: `0x${'1'.repeat(40)}` }, 250],
  ['getMids', {}, 50],
  ['getExchangeStatus', {}, 1],
];
const SIGNED_READS: readonly (readonly [string, number])[] = [
  ['getOrderHistory', 50],
  ['getOpenOrders', 10],
];

function assertServed(response: Exchanged): void {
  assert.equal(response.status, 200, response.text);
}
