import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { HANGS_MS } from './expect.ts';

/** What a scenario may listen to. */
const EVENTS = ['pageerror', 'console', 'request', 'websocket', 'download'] as const;
const LIGHT = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/**
 * A window of the browser. Opening one costs several times what its page does, so scenarios show their pages in the same one after the other;
 * each finds it empty, and nothing of an exchange is kept: it has a port, and so an origin, of its own.
 */
export class Window {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #session: CDPSession;
  readonly #viewport: { readonly width: number; readonly height: number } | null;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#context = page.context();
    this.#session = session;
    this.#viewport = page.viewportSize();
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Window> {
    const context = await browser.newContext({
      ...LIGHT,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(HANGS_MS);
    const page = await context.newPage();
    return new Window(page, await context.newCDPSession(page));
  }

  /** Leaves the page, and takes back what a scenario has done to the window. */
  async clear(): Promise<void> {
    const origins = this.#context.pages().map((page) => new URL(page.url()).origin);
    for (const page of this.#context.pages()) if (page !== this.page) await page.close();
    // Outside, so that nothing of the next page is pointed at.
    await this.page.mouse.move(-1, -1);
    await this.page.goto('about:blank');
    for (const event of EVENTS) this.page.removeAllListeners(event);
    await this.page.unrouteAll();
    await this.page.emulateMedia(LIGHT);
    if (this.#viewport) await this.page.setViewportSize(this.#viewport);
    await this.#context.clearCookies();
    for (const origin of origins.filter((one) => one.startsWith('http'))) {
      await this.#session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
