import { Given, When } from '@cucumber/cucumber';
import { Client } from '../../../src/client/client.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Requests that are signed for another exchange than the one that gets them.

const ELSEWHERE = 'Exchange';
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' } as const;

function strayClient({ server }: ConsoleWorld): Client {
  const { restUrl, accounts } = server.facts;
  const [account] = accounts;
  if (!account) throw new Error('the exchange has no dev account');
  return new Client({ restUrl, ...account, serviceName: ELSEWHERE });
}

When('the user enters the request of account 0 signed for another exchange', async function (this: ConsoleWorld) {
  const body = await strayClient(this).signed('placeOrders', { orders: [ORDER], grouping: 'na' });
  await this.page.getByLabel(/^Body of POST/).fill(JSON.stringify(body));
});

Given('a request of account 0 that was signed for another exchange is refused', async function (this: ConsoleWorld) {
  const outcome = await strayClient(this)
    .placeOrders([ORDER])
    .then(
      () => 'taken',
      () => 'refused',
    );
  if (outcome !== 'refused') throw new Error('the exchange has taken a request that was signed for another one');
});
