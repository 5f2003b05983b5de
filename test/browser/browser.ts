import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Chromium at PERPSIM_CHROMIUM, else the first `chromium` on the path, else the one that Playwright has installed. */
export function launch(): Promise<Browser> {
  const installed = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  const executablePath = process.env.PERPSIM_CHROMIUM ?? installed.find((path) => existsSync(path));
  return chromium.launch({ args: ARGS, ...(executablePath !== undefined && { executablePath }) });
}

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
