import { createRequire } from 'node:module';
import { Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Whether a page can be used by everybody: with a screen reader, a keyboard, or a finger.

const axe = createRequire(import.meta.url)('axe-core') as { readonly source: string };

When(
  'the user opens the page {string} in {word} colours',
  async function (this: ConsoleWorld, title: string, colours: string) {
    await this.page.emulateMedia({ colorScheme: colours === 'dark' ? 'dark' : 'light' });
    await openAndSettle(this, title);
  },
);

Given('the window is {int} pixels wide', async function (this: ConsoleWorld, width: number) {
  await this.page.setViewportSize({ width, height: 768 });
});

When('the user opens the page {string} and all of it', async function (this: ConsoleWorld, title: string) {
  await openAndSettle(this, title);
});

/** Opens a page and what can be unfolded on it, and waits until nothing is being read. */
async function openAndSettle(world: ConsoleWorld, title: string): Promise<void> {
  await world.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true }).click();
  await expect(world.page.locator('#page h1').first()).toBeAttached();
  // The library and the suite are read by a process of their own.
  await expect(world.page.getByText(/^(Reading|Loading)/)).toHaveCount(0);
  await world.page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
}

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

Then('axe finds nothing serious', async function (this: ConsoleWorld) {
  await this.page.evaluate(axe.source);
  const { violations } = await this.page.evaluate<{ readonly violations: readonly Finding[] }>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
});

Then('the page is as wide as the window', async function (this: ConsoleWorld) {
  const [page, window] = await this.page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  expect(page).toBe(window);
});

/** Visible controls of the page, each with an identity that a later call finds again. */
const CONTROLS = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((control) => !control.disabled && control.checkVisibility({ visibilityProperty: true }))`;
const NAME = `(control) => control.tagName + ' ' + (control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent)
  .trim().slice(0, 40)`;

Then('Tab reaches every control, and each shows its focus', async function (this: ConsoleWorld) {
  await this.page.evaluate(`window.reached = new Set(); document.activeElement.blur()`);
  const count = await this.page.evaluate<number>(`${CONTROLS}.length`);
  const unseen: string[] = [];
  for (let press = 0; press < count + 10; press += 1) {
    await this.page.keyboard.press('Tab');
    const hidden = await this.page.evaluate<string | null>(`(() => {
      const control = document.activeElement;
      reached.add(control);
      const { outlineStyle, outlineWidth } = getComputedStyle(control);
      const shown = control === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2);
      return shown ? null : (${NAME})(control);
    })()`);
    if (hidden !== null) unseen.push(hidden);
  }
  const missed = await this.page.evaluate<string[]>(
    `${CONTROLS}.filter((control) => !reached.has(control)).map(${NAME})`,
  );
  expect({ missed, unseen }).toEqual({ missed: [], unseen: [] });
});

Then('every control is at least {int} pixels high and wide', async function (this: ConsoleWorld, least: number) {
  // A link inside a sentence is as high as its line, and a box is ticked by its label too.
  const small = await this.page.evaluate<string[]>(`${CONTROLS}
    .filter((control) => !control.matches('.skip') && getComputedStyle(control).display !== 'inline')
    .map((control) => [control, (control.closest('label') ?? control).getBoundingClientRect()])
    .filter(([, { width, height }]) => width < ${least} || height < ${least})
    .map(([control, { width, height }]) => (${NAME})(control) + ' ' + Math.round(width) + ' x ' + Math.round(height))`);
  expect(small).toEqual([]);
});
