import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { HANGS_MS } from '../../scripts/chromium.ts';

/** A page in a context of its own, and what it must not do. */
export interface Watched {
  readonly page: Page;
  /** Console errors and exceptions, in the order in which they occurred. */
  readonly errors: string[];
  /** Addresses that the page requested, apart from its own file and data inside it. */
  readonly requests: string[];
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(HANGS_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) requests.push(request.url());
  });
  return { page, errors, requests };
}
