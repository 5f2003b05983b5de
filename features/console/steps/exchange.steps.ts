import { Given, Then, When } from '@cucumber/cucumber';
import { expect, HANGS_MS } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// What becomes of the exchange behind the console, as its control plane and its clients see it.

When('the exchange stops', async function (this: ConsoleWorld) {
  this.kept.set('port', new URL(this.server.origin).port);
  await this.stopServer();
});

When('the exchange starts again at the same address', async function (this: ConsoleWorld) {
  await this.serve(['--port', this.kept.get('port') ?? ''], true);
});

When('the exchange starts again at the same address with {string}', async function (this: ConsoleWorld, flags: string) {
  await this.serve(['--port', this.kept.get('port') ?? '', ...flags.split(' ')]);
});

Given('the exchange advances by {int} days', function (this: ConsoleWorld, days: number) {
  // The advance is cancelled before it ends, or ends with the exchange.
  this.later(this.control('POST', '/clock/advance', { ms: days * 86_400_000 }).catch(() => undefined));
});

Given('the response to {string} takes 1 second', async function (this: ConsoleWorld, action: string) {
  await this.control('POST', '/faults', { rules: [{ match: { action }, effect: { kind: 'latency', ms: 1_000 } }] });
});

Given(
  'the requests of account {int} take {int} milliseconds and its responses {int}',
  async function (this: ConsoleWorld, account: number, entry: number, response: number) {
    const { subAccountId } = this.server.facts.accounts[account] ?? {};
    const constant = (ms: number): object => ({ kind: 'constant', ms });
    const model = { entry: constant(entry), response: constant(response) };
    await this.control('POST', '/latency', { subAccountId, model });
  },
);

When(
  'account {int} has placed an order while the exchange goes on',
  async function (this: ConsoleWorld, account: number) {
    let isPlaced = false;
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' } as const;
    const placed = this.client(account)
      .placeOrders([order])
      .finally(() => {
        isPlaced = true;
      });
    // The clock stands still otherwise, and the request with it.
    while (!isPlaced) await this.control('POST', '/clock/advance', { ms: 5 });
    await placed;
  },
);

Given(
  'the response to {string} and {string} is a failure',
  async function (this: ConsoleWorld, one: string, other: string) {
    const rules = [one, other].map((action) => ({ match: { action }, effect: { kind: 'failure' } }));
    await this.control('POST', '/faults', { rules });
  },
);

Given('the next response to {string} is a failure', async function (this: ConsoleWorld, action: string) {
  await this.control('POST', '/faults', { rules: [{ match: { action }, effect: { kind: 'failure' }, times: 1 }] });
});

When('the user switches the only rule', async function (this: ConsoleWorld) {
  await this.panel('Fault rules').getByRole('switch').click();
});

Then('the exchange has {int} fault rules', async function (this: ConsoleWorld, count: number) {
  await expect.poll(async () => (await this.control<{ rules: unknown[] }>('GET', '/faults')).rules.length).toBe(count);
});

Then('the clock of the exchange is {string}', async function (this: ConsoleWorld, mode: string) {
  await expect.poll(async () => (await this.control<{ mode: string }>('GET', '/clock')).mode).toBe(mode);
});

Then('the clock of the exchange reads {string}', async function (this: ConsoleWorld, time: string) {
  await expect
    .poll(async () => new Date((await this.control<{ now: number }>('GET', '/clock')).now).toISOString())
    .toBe(time);
});

Given('the digest is kept', async function (this: ConsoleWorld) {
  this.kept.set('digest', await digestOf(this));
});

Then('the digest is the one that was kept', async function (this: ConsoleWorld) {
  await expect.poll(() => digestOf(this)).toBe(this.kept.get('digest'));
});

Then('the digest is not the one that was kept', async function (this: ConsoleWorld) {
  await expect.poll(() => digestOf(this)).not.toBe(this.kept.get('digest'));
});

Then('the panel {string} shows the digest of the exchange', async function (this: ConsoleWorld, title: string) {
  // The reads of the page itself are inputs too: it is asked again until they are over.
  await expect(async () => {
    await this.panel(title).getByRole('button', { name: 'Read digest' }).click();
    await expect(this.panel(title)).toContainText(await digestOf(this), { timeout: 1_000 });
  }).toPass({ timeout: HANGS_MS });
});

const digestOf = async (world: ConsoleWorld): Promise<string> =>
  (await world.control<{ digest: string }>('GET', '/digest')).digest;

Given('the user has saved the snapshot {string}', async function (this: ConsoleWorld, name: string) {
  await this.page.getByLabel('Name of the snapshot').fill(name);
  await this.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectListed(this, name);
});

Then('the panel "Snapshots" lists the snapshot {string}', async function (this: ConsoleWorld, name: string) {
  await expectListed(this, name);
});

const expectListed = (world: ConsoleWorld, name: string): Promise<void> =>
  expect(world.panel('Snapshots').getByRole('cell', { name, exact: true })).toBeVisible();

When('the user opens the console of the branch', async function (this: ConsoleWorld) {
  const opened = this.page.context().waitForEvent('page');
  await this.page.getByRole('link', { name: 'Open its console' }).click();
  const page = await opened;
  this.kept.set('branch', await page.locator('.market-page h1').innerText());
});

Then('the console of the branch shows the market {string}', function (this: ConsoleWorld, symbol: string) {
  expect(this.kept.get('branch')).toBe(symbol);
});

Then('account {int} holds {string} USDT', async function (this: ConsoleWorld, account: number, quantity: string) {
  const client = this.client(account);
  await expect
    .poll(async () => (await client.getSubAccount()).collaterals?.find(({ symbol }) => symbol === 'USDT')?.quantity)
    .toBe(quantity);
});
