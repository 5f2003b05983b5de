import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import { ConsoleServer } from '../support/server.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Runs of the conformance suite in the console.

Given('a deployment with the defect {string}', async function (this: ConsoleWorld, name: string) {
  // All defects and the parts that they replace: a second of processor time, for one scenario.
  const [{ Proxy }, { WRONGS }] = await Promise.all([
    import('../../../scripts/selftest/proxy.ts'),
    import('../../../scripts/selftest/wrongs/index.ts'),
  ]);
  const wrong = WRONGS.find((one) => one.name === name);
  if (!wrong) throw new Error(`there is no defect ${name}`);
  const server = await ConsoleServer.start([], false);
  this.atEnd(() => server.stop());
  const proxy = new Proxy(server.origin, 'PerpSim');
  this.atEnd(() => proxy.close());
  proxy.become(wrong);
  this.kept.set('deployment', await proxy.listen());
});

When('the user enters the address of the deployment as {string}', async function (this: ConsoleWorld, label: string) {
  await this.page.getByLabel(label, { exact: true }).fill(this.kept.get('deployment') ?? '');
});

When('the user ticks {string}', async function (this: ConsoleWorld, name: string) {
  await this.page.getByRole('checkbox', { name }).check();
});

When('the user opens the view {string} of the report', async function (this: ConsoleWorld, view: string) {
  await this.page.getByRole('navigation', { name: 'Views of the report' }).getByRole('link', { name: view }).click();
});

When('the user opens the scenario {string}', async function (this: ConsoleWorld, name: string) {
  await scenarioNamed(this, name).locator('> summary').click();
});

Then('the scenario {string} shows:', async function (this: ConsoleWorld, name: string, table: DataTable) {
  for (const [text = ''] of table.raw()) await expect(scenarioNamed(this, name)).toContainText(text);
});

Then('a scenario of {string} has ended', async function (this: ConsoleWorld, feature: string) {
  await expect(this.panel('Scenarios so far')).toContainText(feature);
});

When('the user chooses the clause {string}', async function (this: ConsoleWorld, id: string) {
  await this.page.getByRole('button', { name: new RegExp(`^${id}: `) }).click();
});

Then('the clause is shown with:', async function (this: ConsoleWorld, table: DataTable) {
  const panel = this.page.getByRole('complementary', { name: 'Clause' });
  for (const [text = ''] of table.raw()) await expect(panel).toContainText(text);
});

interface EndedRun {
  readonly id: string;
  readonly ended: readonly { readonly verdict: string }[];
}

/** The run of the suite that the page shows, with the scenarios of it that have ended. */
async function shownRun(world: ConsoleWorld): Promise<EndedRun> {
  const id = new URL(world.page.url()).pathname.split('/').at(-1) ?? '';
  return world.control<EndedRun>('GET', `/jobs/${id}?after=0`);
}

When('the user runs the failed scenarios again', async function (this: ConsoleWorld) {
  const before = await shownRun(this);
  const failed = before.ended.filter(({ verdict }) => verdict === 'failed').length;
  this.kept.set('failed', String(failed));
  await this.page.getByRole('button', { name: new RegExp(`^Run the ${failed} failed scenarios? again$`) }).click();
  await expect.poll(async () => (await shownRun(this)).id).not.toBe(before.id);
});

Then('as many scenarios have run as had failed', async function (this: ConsoleWorld) {
  const { ended } = await shownRun(this);
  expect(String(ended.length)).toBe(this.kept.get('failed'));
});

const scenarioNamed = ({ page }: ConsoleWorld, name: string) =>
  page.locator('details.scenario', { has: page.locator('.name', { hasText: name }) }).first();
