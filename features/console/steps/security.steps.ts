import { type DataTable, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// What the console keeps to itself, and what pages of other sites cannot do.

/** A site that is not the exchange. Its page is made up by the browser of the test, its requests are real. */
const OTHER = 'http://other-site.example/';

Then('the policy of the console is:', async function (this: ConsoleWorld, table: DataTable) {
  for (const path of ['/console', '/console/market/BTC-USDT']) {
    const { headers } = await fetch(this.server.origin + path);
    const parts = (headers.get('content-security-policy') ?? '').split('; ');
    expect(Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))).toEqual(
      table.rowsHash(),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

When('the user visits every page', async function (this: ConsoleWorld) {
  const links = this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  for (const link of await links.all()) {
    await link.click();
    await expect(this.page.locator('#page h1').first()).toBeAttached();
  }
});

Then('every request went to the exchange', function (this: ConsoleWorld) {
  const { host } = new URL(this.server.origin);
  const elsewhere = this.requests.filter((address) => !/^(data|blob):/.test(address) && new URL(address).host !== host);
  expect(elsewhere).toEqual([]);
  expect(this.requests.some((address) => address.startsWith('ws://'))).toBe(true);
});

When('the user signs in with the key of account {int}', async function (this: ConsoleWorld, account: number) {
  await this.page.getByLabel('Private key', { exact: true }).fill(keyOf(this, account));
  await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(this.panel('Margin')).toBeVisible();
});

const keyOf = (world: ConsoleWorld, account: number): string => world.server.facts.accounts[account]?.privateKey ?? '';

When('the user loads the page again', async function (this: ConsoleWorld) {
  await this.page.reload();
});

Then(
  'the key of account {int} is in no storage, address, request or log',
  async function (this: ConsoleWorld, account: number) {
    await expectNowhere(this, keyOf(this, account).slice(2));
  },
);

Then('the text {string} is in no storage, address or log', async function (this: ConsoleWorld, text: string) {
  await expectNowhere(this, text);
});

/** What the browser keeps, what it sent, and what the server wrote after the line with its facts. */
async function expectNowhere(world: ConsoleWorld, secret: string): Promise<void> {
  const stored = await world.page.evaluate(STORED);
  const state = await world.page.context().storageState({ indexedDB: true });
  const [, ...log] = world.server.output.split('\n');
  const places = { stored, state, requests: world.requests, bodies: world.bodies, log };
  const found = Object.entries(places).filter(([, content]) =>
    JSON.stringify(content).toLowerCase().includes(secret.toLowerCase()),
  );
  expect(found.map(([place]) => place)).toEqual([]);
}

const STORED = `(async () => ({
  local: { ...localStorage },
  session: { ...sessionStorage },
  cookie: document.cookie,
  databases: await indexedDB.databases(),
  caches: await caches.keys(),
  address: location.href,
  history: history.state,
  name: window.name,
}))()`;

When(
  'a page of another site sends these requests to the exchange:',
  async function (this: ConsoleWorld, table: DataTable) {
    await this.openElsewhere(OTHER, '<!doctype html><title>another site</title>');
    const origin = JSON.stringify(this.server.origin);
    const outcomes = await this.page
      .evaluate(`Promise.all(${JSON.stringify(table.hashes())}.flatMap(({ method, path, body }) => {
    const sent = { method, ...(body !== '' && { body }) };
    const json = { ...sent, headers: { 'content-type': 'application/json' } };
    return [sent, json, { ...sent, mode: 'no-cors' }].map((options) =>
      fetch(${origin} + path, options).then((response) => response.text(), () => ''));
  }))`);
    this.kept.set('outcomes', JSON.stringify(outcomes));
  },
);

Then('the page can read no response', function (this: ConsoleWorld) {
  const outcomes = JSON.parse(this.kept.get('outcomes') ?? '[]') as string[];
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.filter((text) => text !== '')).toEqual([]);
});

When('a page of another site shows the console in a frame', async function (this: ConsoleWorld) {
  await this.openElsewhere(OTHER, `<!doctype html><iframe src="${this.server.origin}/console"></iframe>`);
});

Then('the frame holds no console', async function (this: ConsoleWorld) {
  const frame = this.page.frameLocator('iframe');
  await expect.poll(() => this.page.frames().length).toBe(2);
  await expect(frame.locator('#console')).toHaveCount(0);
});
