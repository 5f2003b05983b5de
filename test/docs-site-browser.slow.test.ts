import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../scripts/chromium.ts';
import { openPage } from './browser/browser.ts';
import { describeWith } from './needs.ts';

/** The pages that `npm run docs:build` has made, in a browser, as the built command serves them. */

const PHONE = { viewport: { width: 390, height: 844 } };
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

describeWith(['chromium'], 'the documentation in a browser', () => {
  let server: ChildProcess;
  let origin = '';
  let browser: Browser;

  beforeAll(async () => {
    if (!existsSync('dist/docs/site.json')) throw new Error('the pages are not built: run npm run docs:build');
    const words = ['bin/perpsim.js', 'serve', '--port', '0', '--world', 'quiet', '--json'];
    server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: server.stdout ?? process.stdin });
    const line = await new Promise<string>((resolve) => lines.once('line', resolve));
    origin = new URL((JSON.parse(line) as { readonly docsUrl: string }).docsUrl).origin;
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    server.kill('SIGTERM');
  });

  /** Opens a page, uses it, and expects that it logs no error and asks no other server. */
  async function withPage(
    path: string,
    options: BrowserContextOptions,
    use: (page: Page, requests: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { page, errors, requests } = await openPage(browser, options);
    await page.goto(`${origin}/docs/${path}`);
    await use(page, requests);
    await page.context().close();
    expect(errors).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
  }

  test('the search opens by a key, loads its index then, and leads to a section by the keyboard alone', async () => {
    await withPage('actions/placeOrders', {}, async (page, requests) => {
      const ofSearch = (): number => requests.filter((address) => address.includes('/assets/search.')).length;
      expect(ofSearch()).toBe(0);
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('POST_ONLY_WOULD_TRADE');
      await page.getByRole('option').first().waitFor();
      expect(ofSearch()).toBe(2);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      expect(await page.getByRole('option', { selected: true }).textContent()).toBe('POST_ONLY_WOULD_TRADE');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/errors/POST_ONLY_WOULD_TRADE');
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  test('the choice of colours is kept, and is that of the console', async () => {
    await withPage('guides/risk', { colorScheme: 'light' }, async (page) => {
      const background = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(await background()).toBe('rgb(255, 255, 255)');
      await page.getByRole('button', { name: 'Theme of the system' }).click();
      await page.getByRole('button', { name: 'Light theme' }).click();
      await page.reload();
      expect(await background()).toBe('rgb(21, 28, 35)');
      expect(await page.evaluate('localStorage.getItem("perpsim.theme")')).toBe('dark');
    });
  });

  test('code is copied', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await withPage('getting-started', { permissions }, async (page) => {
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^npm install --save-dev/);
    });
  });

  test('a phone without scripts has the menu and neither search nor choice of colours', async () => {
    await withPage('errors/NO_LIQUIDITY', { ...PHONE, javaScriptEnabled: false }, async (page) => {
      expect(await page.getByRole('button').allTextContents()).toEqual(['☰']);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Channels' }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Channels/);
    });
  });

  test.each([
    ['', 'light', {}],
    ['actions/placeOrders', 'dark', {}],
    ['guides/risk', 'light', PHONE],
    ['guides/console', 'dark', PHONE],
  ] as const)('/docs/%s in %s is accessible and as wide as the window', async (path, colorScheme, screen) => {
    await withPage(path, { ...screen, colorScheme }, async (page) => {
      await page.evaluate(AXE);
      const violations: unknown = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    });
  });
});
