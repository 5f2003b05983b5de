import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import { BIN } from '../../../test/cli.ts';
import type { OrderItem } from '../../../src/client.ts';
import type { ConsoleWorld } from '../support/world.ts';

// What happens on the exchange, and how a user reads it on the page Log.

When('account {int} is refused:', async function (this: ConsoleWorld, account: number, table: DataTable) {
  const orders = table.hashes().map((row) => ({ symbol: 'BTC-USDT', ...row }) as unknown as OrderItem);
  const { statuses } = await this.client(account).placeOrders(orders);
  expect(statuses.map((status) => 'error' in status)).toEqual(orders.map(() => true));
});

When(
  'account {int} cancels its orders of {string}',
  async function (this: ConsoleWorld, account: number, symbol: string) {
    await this.client(account).cancelAllOrders([symbol]);
  },
);

Given('the index of {string} goes to {string}', async function (this: ConsoleWorld, symbol: string, price: string) {
  await this.control('POST', '/prices/move', { symbol, price });
  await this.control('POST', '/clock/advance', { ms: 1_000 });
});

const row = (world: ConsoleWorld, text: string) =>
  world.panel('Events').getByRole('option').filter({ hasText: text }).first();

When('the user opens the row {string}', async function (this: ConsoleWorld, text: string) {
  await row(this, text).click();
});

Then('the row {string} is chosen', async function (this: ConsoleWorld, text: string) {
  await expect(row(this, text)).toHaveAttribute('aria-selected', 'true');
});

When('the user moves through the log by the keys {string}', async function (this: ConsoleWorld, keys: string) {
  await this.page.getByRole('listbox').focus();
  for (const key of keys.split(' ')) await this.page.keyboard.press(key);
});

When('the user follows the order of the row', async function (this: ConsoleWorld) {
  await this.page.getByRole('link', { name: /^Follow order / }).click();
});

When('the user asks why the only position has its liquidation price', async function (this: ConsoleWorld) {
  await this.panel('Positions')
    .getByRole('link', { name: /why this liquidation price$/ })
    .click();
});

When('the user chooses the link {string}', async function (this: ConsoleWorld, name: string) {
  await this.page.locator('#page').getByRole('link', { name, exact: true }).first().click();
});

Then('the life that is followed goes {string}', async function (this: ConsoleWorld, stations: string) {
  await expect(this.page.locator('.stations strong')).toHaveText(stations.split(', '));
});

/** The words of a command as a shell takes them apart: by spaces, but for what is in double quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

Then('the command of the card works out without the server:', async function (this: ConsoleWorld, table: DataTable) {
  const picture = this.page.locator('.card img');
  const svg = decodeURIComponent((await picture.getAttribute('src')) ?? '');
  const command = />\$ perpsim (.*)<\/text>/.exec(svg)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-card-'));
  this.atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const saved = this.page.waitForEvent('download');
  await this.page.getByRole('button', { name: 'Save the journal', exact: true }).click();
  const journal = await saved;
  await journal.saveAs(join(folder, journal.suggestedFilename()));
  await this.stopServer();
  // A process of its own, in a folder that holds the journal alone.
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...wordsOf(command)], { cwd: folder });
  for (const [text = ''] of table.raw()) expect(stdout).toContain(text);
});
