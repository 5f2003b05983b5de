import { Given, Then } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
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

/** The smallest window of a desktop that the console is made for. */
const LAPTOP = { width: 1_280, height: 720 } as const;

/** Three with the width of a phone. */
Then('the window looks like the picture {string} at every size', async function (this: ConsoleWorld, name: string) {
  const skipped = await looksLike(this, `${name}-${this.parameters.screen}`);
  if (skipped === 'skipped' || this.isPhone) return skipped;
  await this.page.setViewportSize(LAPTOP);
  return looksLike(this, `${name}-laptop`);
});

async function looksLike(world: ConsoleWorld, name: string): Promise<'skipped' | undefined> {
  await expect(world.page.locator('#page h1').first()).toBeAttached();
  if (!(await isDrawnWith(world, FONT))) {
    world.log(`skipped: ${NO_FONT}`);
    return 'skipped';
  }
  const differences: string[] = [];
  for (const colours of ['light', 'dark'] as const) {
    await world.page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
    await world.settled();
    const shown = await world.page.screenshot({
      caret: 'hide',
      mask: [world.page.getByText(OF_THIS_RUN)],
      maskColor: '#808080',
    });
    const difference = differenceFrom(`${name}-${colours}`, shown, world.parameters.pictures === 'write');
    if (difference !== null) differences.push(difference);
  }
  expect(differences).toEqual([]);
  return undefined;
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
