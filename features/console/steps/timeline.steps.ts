import { Then, When } from '@cucumber/cucumber';
import type { Locator } from 'playwright';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// The bar with the run, which is on every page, and the moments that it leads to.

const bar = (world: ConsoleWorld): Locator => world.page.getByRole('region', { name: 'Timeline', exact: true });
const track = (world: ConsoleWorld): Locator => world.page.getByRole('slider', { name: 'Moment of the run' });

/** Where a share of the bar is in the window, once the bar shows the run. */
async function placeAt(world: ConsoleWorld, share: number): Promise<{ readonly x: number; readonly y: number }> {
  await expect(track(world)).toBeVisible();
  const box = await track(world).boundingBox();
  if (!box) throw new Error('the timeline is not in the window');
  return { x: box.x + (box.width * share) / 100, y: box.y + box.height / 2 };
}

When('the user clicks the timeline at {int} %', async function (this: ConsoleWorld, share: number) {
  const { x, y } = await placeAt(this, share);
  if (this.isPhone) await this.page.touchscreen.tap(x, y);
  else await this.page.mouse.click(x, y);
});

When(
  'the user draws the timeline out from {int} % to {int} %',
  async function (this: ConsoleWorld, from: number, to: number) {
    const [begin, end] = [await placeAt(this, from), await placeAt(this, to)];
    await this.page.mouse.move(begin.x, begin.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 4 });
    await this.page.mouse.up();
    await this.page.mouse.move(0, 0);
  },
);

When('the user moves on the timeline by the keys {string}', async function (this: ConsoleWorld, keys: string) {
  await track(this).focus();
  for (const key of keys.split(' ')) await this.page.keyboard.press(key);
});

Then('the timeline is at {string}', async function (this: ConsoleWorld, text: string) {
  await expect(track(this)).toHaveAttribute('aria-valuetext', text);
});

Then('the timeline says {string}', async function (this: ConsoleWorld, text: string) {
  await expect(bar(this)).toContainText(text);
});

Then('the timeline begins at {string}', async function (this: ConsoleWorld, time: string) {
  await expect(bar(this)).toContainText(`05 Jan 2026, ${time}`);
});
