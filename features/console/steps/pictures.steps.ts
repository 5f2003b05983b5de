import { type DataTable, Given, Then } from '@cucumber/cucumber';
import { expect, STEP_HANGS_MS } from '../support/expect.ts';
import { differenceFrom } from '../support/pictures.ts';
import type { ConsoleWorld } from '../support/world.ts';

// What the pages look like, against the pictures of the documentation.

/** The font of the pictures, and where it comes from. */
const FONT = 'Inter';
const NO_FONT = `the pictures are drawn with the font ${FONT}, which is not here: "apt-get install fonts-inter" on Debian`;

/** What differs from machine to machine and from run to run: when a run was started, its folder, and the port of the exchange. */
const OF_THIS_RUN = /^Started .+ Its files are in|^perpsim (replay|why) /;

Given('the exchange has advanced by {int} minutes', async function (this: ConsoleWorld, minutes: number) {
  await this.control('POST', '/clock/advance', { ms: minutes * 60_000 });
});

/** A table is a step for each of its rows. */
const TABLE_HANGS_MS = 10 * STEP_HANGS_MS;

/** The smallest window of a desktop that the console is made for. */
const LAPTOP = { width: 1_280, height: 720 } as const;

Then('the window looks like the picture {string} at every size', async function (this: ConsoleWorld, name: string) {
  const differences = await differencesAtEverySize(this, name);
  if (differences === 'skipped') return differences;
  expect(differences).toEqual([]);
  return undefined;
});

Then(
  'a page at its address looks like its picture at every size:',
  { timeout: TABLE_HANGS_MS },
  async function (this: ConsoleWorld, rows: DataTable) {
    return looksAt(this, rows, ({ address = '' }) => this.open(`/${address}`));
  },
);

Then(
  'a page looks like its picture at every size to account {int}, who is signed in:',
  { timeout: TABLE_HANGS_MS },
  async function (this: ConsoleWorld, account: number, rows: DataTable) {
    return looksAt(this, rows, async ({ page = '' }) => {
      await this.signIn(account);
      await this.openByName(page);
    });
  },
);

/** Opens what each row says, so that one that differs does not hide the others. */
async function looksAt(
  world: ConsoleWorld,
  rows: DataTable,
  open: (row: Readonly<Record<string, string>>) => Promise<void>,
): Promise<'skipped' | undefined> {
  const found: string[] = [];
  for (const row of rows.hashes()) {
    await open(row);
    await expect(world.page.getByText(row['text'] ?? '').first()).toBeVisible();
    const differences = await differencesAtEverySize(world, row['picture'] ?? '');
    if (differences === 'skipped') return differences;
    found.push(...differences);
  }
  expect(found).toEqual([]);
  return undefined;
}

/** A phone has one size. */
async function differencesAtEverySize(world: ConsoleWorld, name: string): Promise<readonly string[] | 'skipped'> {
  const { screen } = world.parameters;
  await expect(world.page.locator('#page h1').first()).toBeAttached();
  if (!(await isDrawnWith(world, FONT))) {
    world.log(`skipped: ${NO_FONT}`);
    return 'skipped';
  }
  const own = await differencesFrom(world, `${name}-${screen}`);
  if (world.isPhone) return own;
  await world.page.setViewportSize(LAPTOP);
  return [...own, ...(await differencesFrom(world, `${name}-laptop`))];
}

async function differencesFrom(world: ConsoleWorld, name: string): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const colours of ['light', 'dark'] as const) {
    await world.page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
    const shown = await world.settled({
      caret: 'hide',
      mask: [world.page.getByText(OF_THIS_RUN)],
      maskColor: '#808080',
    });
    const difference = differenceFrom(`${name}-${colours}`, shown, world.parameters.pictures === 'write');
    if (difference !== null) differences.push(difference);
  }
  return differences;
}

/** Whether Chromium draws the title of the page with this font. */
async function isDrawnWith(world: ConsoleWorld, font: string): Promise<boolean> {
  const session = await world.page.context().newCDPSession(world.page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#page h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.some(({ familyName }) => familyName === font);
}
