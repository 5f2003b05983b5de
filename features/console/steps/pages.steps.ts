import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// What a user does with any page, and what any page shows.

Given('an exchange', async function (this: ConsoleWorld) {
  await this.serve();
});

Given('an exchange in a process of its own', async function (this: ConsoleWorld) {
  await this.serve([], true);
});

Given('an exchange that was started with {string}', async function (this: ConsoleWorld, flags: string) {
  await this.serve(flags.split(' '));
});

Given('the browser is behind a proxy', function (this: ConsoleWorld) {
  this.isBehindProxy = true;
});

Given('the page {string} of the console is open', openPage);
When('the user opens the console at the page {string}', openPage);

async function openPage(this: ConsoleWorld, path: string): Promise<void> {
  await this.open(`/${path}`);
  await expect(this.page.locator('#page > *').first()).toBeAttached();
}

Given('the user is signed in with account {int}', async function (this: ConsoleWorld, account: number) {
  await this.signIn(account);
});

When('the user opens the page {string}', async function (this: ConsoleWorld, title: string) {
  await this.openByName(title);
});

Then('the bar has the pages {string}', async function (this: ConsoleWorld, titles: string) {
  await expect(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveText(titles.split(', '));
});

When('the user chooses {string}', async function (this: ConsoleWorld, name: string) {
  await this.page
    .getByRole('button', { name, exact: true })
    .or(this.page.getByText(name, { exact: true }))
    .first()
    .click();
});

When(
  'the user chooses {string} in the panel {string}',
  async function (this: ConsoleWorld, name: string, title: string) {
    const panel = this.panel(title);
    await panel.getByRole('button', { name, exact: true }).or(panel.getByRole('link', { name })).first().click();
  },
);

When(
  'the user chooses {string} in the form of the panel {string}',
  async function (this: ConsoleWorld, name: string, title: string) {
    await this.panel(title).locator('form').getByRole('button', { name, exact: true }).click();
  },
);

When('the user chooses the button {string}', async function (this: ConsoleWorld, name: string) {
  await this.page.getByRole('button', { name, exact: true }).click();
});

When(
  'the user chooses the link {string} of the panel {string}',
  async function (this: ConsoleWorld, name: string, title: string) {
    await this.panel(title).getByRole('link', { name, exact: true }).click();
  },
);

When('the user opens the tab {string}', async function (this: ConsoleWorld, name: string) {
  await this.page.getByRole('tab', { name: new RegExp(`^${name}( \\d+)?$`) }).click();
});

Given('the user acts for account {int}', async function (this: ConsoleWorld, account: number) {
  await this.page.getByRole('button', { name: 'Sign in, account menu' }).click();
  await this.page.getByRole('button', { name: `Account ${account}`, exact: true }).click();
  await expect(this.page.getByRole('button', { name: `Account ${account}, account menu` })).toBeVisible();
});

Then('the page fits into the window where it is wide', async function (this: ConsoleWorld) {
  if (this.isPhone) return;
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await this.page.setViewportSize(size);
    const page = await this.page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
    );
    expect(page).toEqual([size.width, size.height]);
  }
});

When('the user enters {string} as {string}', async function (this: ConsoleWorld, text: string, label: string) {
  await this.page.getByLabel(label, { exact: true }).fill(text);
});

Then('the field {string} holds {string}', async function (this: ConsoleWorld, label: string, text: string) {
  await expect(this.page.getByLabel(label, { exact: true })).toHaveValue(text);
});

When('the user selects {string} as {string}', async function (this: ConsoleWorld, option: string, label: string) {
  await this.page.getByLabel(label, { exact: true }).selectOption(option);
});

When('the user presses {string}', async function (this: ConsoleWorld, key: string) {
  await this.page.keyboard.press(key);
});

Then('the control {string} has the focus', async function (this: ConsoleWorld, name: string) {
  await expect(this.page.getByRole('button', { name, exact: true })).toBeFocused();
});

When('the user goes back', async function (this: ConsoleWorld) {
  await this.page.goBack();
});

/** Chromium calls a page good up to a score of 0.1. */
const SHIFT_MAX = 0.02;

Then('hardly anything has moved on the page by itself', async function (this: ConsoleWorld) {
  const shift = await this.page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: 'layout-shift', buffered: true });
    // Without any shift no list comes.
    setTimeout(() => resolve(0), 300);
  })`);
  expect(shift).toBeLessThanOrEqual(SHIFT_MAX);
});

/** What a page has left behind, such as a chart, throws in one of the next frames. */
Then('the page has drawn the next frames', async function (this: ConsoleWorld) {
  await this.page.evaluate(`(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  })()`);
});

Then('the address is {string}', async function (this: ConsoleWorld, path: string) {
  await expect(this.page).toHaveURL(new URL(path, this.server.origin).href);
});

Then('the title of the window is {string}', async function (this: ConsoleWorld, title: string) {
  await expect(this.page).toHaveTitle(title);
});

Then('the page shows {string}', async function (this: ConsoleWorld, text: string) {
  await expect(this.page.getByText(text).first()).toBeVisible();
});

Then('the page does not show {string}', async function (this: ConsoleWorld, text: string) {
  await expect(this.page.getByText(text)).toHaveCount(0);
});

Then('the panel {string} shows {string}', async function (this: ConsoleWorld, title: string, text: string) {
  await expect(this.panel(title)).toContainText(text);
});

Then('the panel {string} shows:', async function (this: ConsoleWorld, title: string, table: DataTable) {
  for (const [text = ''] of table.raw()) await expect(this.panel(title)).toContainText(text);
});

Then('the panel {string} does not show {string}', async function (this: ConsoleWorld, title: string, text: string) {
  await expect(this.panel(title)).not.toContainText(text);
});

Then('the panel {string} lists:', async function (this: ConsoleWorld, title: string, table: DataTable) {
  const rows = this.panel(title).locator('tbody tr');
  await expect(rows).toHaveCount(table.rows().length);
  const heads = await this.panel(title).locator('thead th').allInnerTexts();
  for (const [at, row] of table.hashes().entries()) {
    for (const [column, text] of Object.entries(row)) {
      const place = heads.findIndex((head) => head.trim() === column);
      expect(place, `the panel "${title}" has the column "${column}"`).toBeGreaterThanOrEqual(0);
      await expect(rows.nth(at).locator('td').nth(place)).toHaveText(text);
    }
  }
});

Then('the field {string} is wrong: {string}', async function (this: ConsoleWorld, label: string, text: string) {
  const field = this.page.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(text);
});

Then(
  'the field {string} is wrong because of {string}',
  async function (this: ConsoleWorld, label: string, word: string) {
    const field = this.page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(new RegExp(word, 'i'));
  },
);

Then('an image is named {string}', async function (this: ConsoleWorld, name: string) {
  await expect(this.page.getByRole('img', { name, exact: true })).toBeVisible();
});

Then('the file {string} is saved with the lines:', async function (this: ConsoleWorld, name: string, table: DataTable) {
  await expect.poll(() => this.download?.suggestedFilename()).toBe(name);
  const chunks: Buffer[] = [];
  for await (const chunk of (await this.download?.createReadStream()) ?? []) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/);
  const expected = table.raw().map(([line = '']) => line);
  expect(lines).toHaveLength(expected.length);
  for (const [at, line] of expected.entries()) expect(lines[at]).toMatch(new RegExp(`^${line}$`));
});

Then('the picture {string} is saved with:', async function (this: ConsoleWorld, name: string, table: DataTable) {
  await expect.poll(() => this.download?.suggestedFilename()).toMatch(new RegExp(`^${name}$`));
  const chunks: Buffer[] = [];
  for await (const chunk of (await this.download?.createReadStream()) ?? []) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks).toString('utf8');
  for (const [text = ''] of table.raw()) expect(content).toContain(text);
});
