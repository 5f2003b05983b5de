import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch } from '../../scripts/chromium.ts';
import { openPage, type Watched } from './browser.ts';

/** A phone of 390 pixels, and the width of a small laptop. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
export const LAPTOP = { viewport: { width: 1280, height: 900 } };

export interface Opener {
  /** Writes a page to the folder of the test. */
  readonly write: (name: string, html: string) => void;
  /** Opens one in a new context. Each page must log no error and load nothing, until the test ends. */
  readonly open: (name: string, options?: BrowserContextOptions, hash?: string) => Promise<Page>;
}

/** Starts a browser for the tests of a file, and checks after each of them what its pages did. */
export function openPages(): Opener {
  let folder = '';
  let browser: Browser;
  let opened: Watched[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    if (folder !== '') rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    const seen = opened;
    opened = [];
    for (const { page } of seen) await page.context().close();
    for (const { errors, requests } of seen) expect({ errors, requests }).toEqual({ errors: [], requests: [] });
  });
  return {
    write: (name, html) => {
      if (folder === '') folder = mkdtempSync(join(tmpdir(), 'perpsim-pages-'));
      writeFileSync(join(folder, name), html);
    },
    open: async (name, options = {}, hash = '') => {
      const watched = await openPage(browser, options);
      opened.push(watched);
      await watched.page.goto(pathToFileURL(join(folder, name)).href + hash);
      return watched.page;
    },
  };
}

/** Width of the page as it can be scrolled. */
export const scrollWidth = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth');

/** Opens all that can be opened. */
export const openAll = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  })()`);

/** Titles of the charts whose canvas has fewer than `least` pixels that are not transparent. */
export const blankCharts = (page: Page, least = 500): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('figure.chart')].filter((figure) => {
    const canvas = figure.querySelector('canvas');
    if (!canvas) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) drawn += 1;
    return drawn < ${least};
  }).map((figure) => figure.querySelector('h3').textContent)`);
