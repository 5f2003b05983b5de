import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { OrderItem } from '../../../src/client.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Orders and trades of accounts, sent by a client, and what the user does with orders in the console.

Given('account {int} has placed:', place);
When('account {int} places:', place);

async function place(this: ConsoleWorld, account: number, table: DataTable): Promise<void> {
  const orders = table.hashes().map((row) => ({ symbol: 'BTC-USDT', ...row }) as unknown as OrderItem);
  const { statuses } = await this.client(account).placeOrders(orders);
  expect(statuses.flatMap(({ error }) => error ?? [])).toEqual([]);
}

Given(
  'account {int} also owns the subaccount {string}',
  async function (this: ConsoleWorld, account: number, name: string) {
    this.kept.set(name, (await this.client(account).createSubaccount(name)).subAccountId);
  },
);

/** The id of a subaccount that a step has opened. */
function openedId(world: ConsoleWorld, name: string): string {
  const id = world.kept.get(name);
  if (id === undefined) throw new Error(`no step has opened the subaccount "${name}"`);
  return id;
}

Then('the field {string} holds the id of {string}', async function (this: ConsoleWorld, label: string, name: string) {
  await expect(this.page.getByLabel(label, { exact: true })).toHaveValue(openedId(this, name));
});

Then(
  'the subaccount {string} holds {string} USDT',
  async function (this: ConsoleWorld, name: string, quantity: string) {
    const client = this.client(0, openedId(this, name));
    await expect
      .poll(async () => (await client.getSubAccount()).collaterals?.find(({ symbol }) => symbol === 'USDT')?.quantity)
      .toBe(quantity);
  },
);

Then('{string} of the ticket can be used and looks like no order', async function (this: ConsoleWorld, name: string) {
  const control = this.panel('Order').getByRole('link', { name, exact: true });
  await expect(control).toBeVisible();
  // The same control in the classes of each button that sends an order, at the same place of the cascade.
  const [own, ...orders] = await this.page.evaluate<string[]>(`(() => {
    const control = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === ${JSON.stringify(name)});
    const looks = ['button main buy', 'button main sell', 'button main'].map((classes) => {
      const twin = control.cloneNode(true);
      twin.className = classes;
      control.after(twin);
      const { backgroundColor } = getComputedStyle(twin);
      twin.remove();
      return backgroundColor;
    });
    return [getComputedStyle(control).backgroundColor, ...looks];
  })()`);
  expect(new Set(orders).size).toBeGreaterThan(1);
  expect(orders).not.toContain(own);
  await expect(this.panel('Order').locator('button.main')).toHaveCount(0);
});

Then('account {int} has the open orders:', async function (this: ConsoleWorld, account: number, table: DataTable) {
  const client = this.client(account);
  await expect
    .poll(async () =>
      (await client.getOpenOrders({})).map((order) =>
        Object.fromEntries(Object.keys(table.hashes()[0] ?? {}).map((key) => [key, order[key as 'price']])),
      ),
    )
    .toEqual(table.hashes());
});

When('the user takes the price {word} from the book', async function (this: ConsoleWorld, price: string) {
  await this.page.getByTitle('Take this price into the ticket').filter({ hasText: price }).click();
});

Then('account {int} has no open order', async function (this: ConsoleWorld, account: number) {
  const client = this.client(account);
  await expect.poll(async () => (await client.getOpenOrders({})).length).toBe(0);
});

When('the user modifies the only order', async function (this: ConsoleWorld) {
  await this.panel('Open orders')
    .getByRole('button', { name: /^Modify order / })
    .click();
});

When('the user cancels the only order', async function (this: ConsoleWorld) {
  await this.panel('Open orders')
    .getByRole('button', { name: /^Cancel order / })
    .click();
});

When(
  'the user enters {string} as the {word} of the only order',
  async function (this: ConsoleWorld, text: string, name: string) {
    await this.panel('Open orders')
      .getByLabel(new RegExp(`^${name} of order `))
      .fill(text);
  },
);

/** The handle of the only order on the chart. */
const handle = (world: ConsoleWorld) => world.panel('BTC-USDT candles').getByRole('slider');

Then('the order on the chart is {string}', async function (this: ConsoleWorld, text: string) {
  await expect(handle(this)).toHaveText(text);
});

When('the user drags the order on the chart up by {int} pixels', async function (this: ConsoleWorld, pixels: number) {
  await handle(this).scrollIntoViewIfNeeded();
  const box = await handle(this).boundingBox();
  if (!box) throw new Error('the handle is not on the chart');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await this.page.mouse.move(x, y);
  await this.page.mouse.down();
  await this.page.mouse.move(x, y - pixels, { steps: 8 });
  this.kept.set('price', (await handle(this).getAttribute('aria-valuenow')) ?? '');
  await this.page.mouse.up();
});

Then(
  'the only order of account {int} has the price where it was dropped',
  async function (this: ConsoleWorld, account: number) {
    const client = this.client(account);
    await expect.poll(async () => (await client.getOpenOrders({}))[0]?.price).toBe(this.kept.get('price'));
  },
);

When('the user moves the order on the chart by the keys {string}', async function (this: ConsoleWorld, keys: string) {
  await handle(this).focus();
  for (const key of keys.split(' ')) await this.page.keyboard.press(key);
});

When('the user opens the request as code', async function (this: ConsoleWorld) {
  await this.page.getByText('The request as code').click();
});

When('a shell runs the code that is shown', async function (this: ConsoleWorld) {
  const code = this.page.locator('.ticket pre');
  await expect(code).toContainText('curl');
  // The exchange may be served by this very process, which must go on meanwhile.
  const { stdout } = await promisify(execFile)('bash', ['-c', await code.innerText()]);
  this.kept.set('output', stdout);
});

Then('the chart of {string} has a line of the liquidation price', async function (this: ConsoleWorld, symbol: string) {
  const chart = this.panel(`${symbol} candles`).getByRole('img');
  await expect(chart).toHaveAccessibleName(/, with short [\d.]+ at [\d.]+, liquidation at [\d.]+/);
});

Then(
  'the margin ratio is between {int} and {int} percent',
  async function (this: ConsoleWorld, least: number, most: number) {
    const text = this.panel('Margin').getByText('of what liquidates the account');
    const percent = (): Promise<number> => text.innerText().then(Number.parseFloat);
    await expect.poll(percent).toBeGreaterThan(least);
    expect(await percent()).toBeLessThan(most);
    const bar = await this.panel('Margin').getByRole('meter').getAttribute('value');
    expect(100 * Number(bar)).toBeCloseTo(await percent(), 0);
  },
);

Then(
  'the row of funding shows the rate and the payment of account {int}',
  async function (this: ConsoleWorld, account: number) {
    const { fundingHistory } = await this.client(account).getFundingPayments({});
    expect(fundingHistory).toHaveLength(1);
    const [paid] = fundingHistory;
    expect(Number(paid?.payment)).not.toBe(0);
    const cells = this.panel('History').locator('tbody td');
    await expect(cells).toContainText([paid?.fundingRate ?? '', paid?.payment ?? '']);
  },
);

When('the user opens the signed request of {string}', async function (this: ConsoleWorld, action: string) {
  await this.panel('Signed requests').locator('summary', { hasText: action }).click();
});

Then('the code that is shown contains {string}', async function (this: ConsoleWorld, text: string) {
  await expect(this.panel('Signed requests').locator('details[open] pre')).toContainText(text);
});

Then('its output contains {string}', function (this: ConsoleWorld, text: string) {
  expect(this.kept.get('output')).toContain(text);
});

Then('the bar shows that the account is worth {string}', async function (this: ConsoleWorld, text: string) {
  const worth = this.page.locator('.bar .worth');
  await expect(worth).toBeVisible();
  await expect(worth).toContainText(text);
});
