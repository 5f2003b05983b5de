import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Runs that the console starts as processes of the server, and their reports.

interface Job {
  readonly id: string;
  readonly endedAt: number | null;
}

const start = (world: ConsoleWorld, scenario: string, seed: string): Promise<Job> =>
  world.control<Job>('POST', '/jobs', { kind: 'scenario', scenario, seed });

Given(
  'the scenario {string} has run with the seeds {string}',
  async function (this: ConsoleWorld, scenario: string, seeds: string) {
    const jobs = await Promise.all(seeds.split(', ').map((seed) => start(this, scenario, seed)));
    for (const { id } of jobs) {
      await expect.poll(async () => (await this.control<Job>('GET', `/jobs/${id}`)).endedAt).not.toBeNull();
    }
  },
);

/** Sweeps, because a single run may end before the page is open. */
Given('the exchange runs {string} twice', async function (this: ConsoleWorld, scenario: string) {
  for (const seeds of [40, 50]) await this.control<Job>('POST', '/jobs', { kind: 'sweep', scenario, seeds });
});

Then('the run ends as {string}', async function (this: ConsoleWorld, outcome: string) {
  await expect(this.page.locator('.job-status [role="status"]')).toContainText(outcome);
  await expect(this.page.getByText(/^Reading/)).toHaveCount(0);
});

When('the user marks both runs', async function (this: ConsoleWorld) {
  const boxes = this.panel('Runs so far').getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
});

When('the user follows the time of the event {string}', async function (this: ConsoleWorld, text: string) {
  await this.page.locator('tr', { hasText: text }).getByRole('link').first().click();
});

/** The exchange that was opened last. It goes on from that time, so nothing of the run that came later has happened there. */
Then(
  'the exchange of the run is at {string}, where its last input is',
  async function (this: ConsoleWorld, time: string) {
    const { branches } = await this.control<{ readonly branches: readonly { readonly controlUrl: string }[] }>(
      'GET',
      '/branches',
    );
    const clock = await fetch(`${branches.at(-1)?.controlUrl ?? ''}/clock`);
    const { now } = (await clock.json()) as { readonly now: number };
    expect(Math.floor(now / 1_000) * 1_000).toBe(Date.parse(time));
  },
);

/** It runs on a port of its own, and opens in another tab. */
Then(
  'the page {string} of the exchange of the run shows {string}',
  async function (this: ConsoleWorld, link: string, text: string) {
    const opened = this.page.context().waitForEvent('page');
    await this.page.getByRole('link', { name: link, exact: true }).click();
    const page = await opened;
    await expect(page.getByText(text).first()).toBeVisible();
    await page.close();
  },
);

Then('the charts are at the time {string}', async function (this: ConsoleWorld, time: string) {
  await expect(this.page.locator('.time-bar output')).toContainText(time);
});

Then('the table {string} has the rows:', async function (this: ConsoleWorld, caption: string, table: DataTable) {
  const region = this.page.getByRole('region', { name: caption });
  for (const [name = ''] of table.raw()) {
    await expect(region.getByRole('rowheader', { name, exact: true })).toBeVisible();
  }
});
