import { createRequire } from 'node:module';
import { Given, Then, When } from '@cucumber/cucumber';
import { expect } from '../support/expect.ts';
import type { ConsoleWorld } from '../support/world.ts';

// Whether a page can be used by everybody: with a screen reader, a keyboard, or a finger.

const axe = createRequire(import.meta.url)('axe-core') as { readonly source: string };

When('the colours are dark', async function (this: ConsoleWorld) {
  await this.page.emulateMedia({ colorScheme: 'dark' });
});

Given('the window is {int} pixels wide', async function (this: ConsoleWorld, width: number) {
  await this.page.setViewportSize({ width, height: 768 });
});

/** Opens a page and what can be unfolded on it, and waits until nothing is being read. */
When('the user opens the page {string} and all of it', async function (this: ConsoleWorld, title: string) {
  await this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true }).click();
  await expect(this.page.locator('#page h1').first()).toBeAttached();
  // The library and the suite are read by a process of their own.
  await expect(this.page.getByText(/^(Reading|Loading)/)).toHaveCount(0);
  await this.page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
});

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

/** Least contrast of text with its ground, and of an outline with what it lies on (WCAG 1.4.3, 1.4.11). */
const TEXT_CONTRAST = 4.5;
const OUTLINE_CONTRAST = 3;

/**
 * What each state of a control looks like. A rule of the style sheets for a state gets a twin for a class, at the same place of the
 * cascade, so that all controls can be shown in the state at once.
 */
const STATES = `(() => {
  const twins = { ':hover': '.as-hover', ':active': '.as-active', ':focus-visible': '.as-focus', ':focus': '.as-focus' };
  for (const sheet of document.styleSheets) {
    for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
      const rule = sheet.cssRules[at];
      const twin = rule.selectorText?.replaceAll(/:hover|:active|:focus-visible|:focus/g, (state) => twins[state]);
      if (twin !== undefined && twin !== rule.selectorText) sheet.insertRule(twin + '{' + rule.style.cssText + '}', at + 1);
    }
  }
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(colour);
  };
  const over = ([r, g, b, a], ground) => [r, g, b].map((part, at) => (part * a + ground[at] * (255 - a)) / 255);
  const groundOf = (element) => {
    const colour = rgba(getComputedStyle(element).backgroundColor);
    if (colour[3] === 255) return colour.slice(0, 3);
    return over(colour, element.parentElement ? groundOf(element.parentElement) : [255, 255, 255]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const contrast = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }));
  const withText = (control) => {
    const texts = [...control.querySelectorAll('*')].filter((part) => [...part.childNodes].some((node) =>
      node.nodeType === 3 && node.data.trim() !== '') && part.checkVisibility());
    return [control, ...texts].map((part) => [part, '']).concat(control.placeholder ? [[control, '::placeholder']] : []);
  };
  const name = ${NAME};
  const found = new Set();
  const measure = (state) => {
    for (const control of controls) {
      for (const [part, pseudo] of withText(control)) {
        const ground = groundOf(part);
        const reached = contrast(over(rgba(getComputedStyle(part, pseudo || undefined).color), ground), ground);
        if (reached < ${TEXT_CONTRAST}) found.add(state + ': ' + name(control) + pseudo + ' ' + reached.toFixed(2));
      }
      if (state !== 'focus') continue;
      const reached = contrast(rgba(getComputedStyle(control).outlineColor).slice(0, 3), groundOf(control.parentElement));
      if (reached < ${OUTLINE_CONTRAST}) found.add('outline: ' + name(control) + ' ' + reached.toFixed(2));
    }
  };
  // What cannot be used now can be later: each is looked at in both conditions.
  const able = controls.filter((control) => 'disabled' in control).map((control) => [control, control.disabled]);
  const disable = (isDisabled) => able.forEach(([control]) => (control.disabled = isDisabled));
  disable(false);
  measure('at rest');
  for (const state of ['hover', 'focus', 'active']) {
    // What is pressed is pointed at too.
    const classes = state === 'active' ? ['as-hover', 'as-active'] : ['as-' + state];
    for (const control of controls) control.classList.add(...classes);
    measure(state);
    for (const control of controls) control.classList.remove(...classes);
  }
  disable(true);
  measure('disabled');
  for (const [control, wasDisabled] of able) control.disabled = wasDisabled;
  return { count: controls.length, found: [...found] };
})()`;

Then('every control can be read, whatever state it is in', async function (this: ConsoleWorld) {
  const { count, found } = await this.page.evaluate<{ readonly count: number; readonly found: readonly string[] }>(
    STATES,
  );
  expect(count).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

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
