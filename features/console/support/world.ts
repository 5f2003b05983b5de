import { setTimeout as sleep } from 'node:timers/promises';
import { setWorldConstructor, World } from '@cucumber/cucumber';
import { expect, HANGS_MS } from './expect.ts';
import type { Browser, Download, Locator, Page, PageScreenshotOptions } from 'playwright';
import { Client } from '../../../src/client/client.ts';
import { ConsoleServer } from './server.ts';
import { Window } from './window.ts';

/** What a run is about: the width of the window, and whether the pictures of the documentation are compared or made. */
interface RunParameters {
  readonly screen: keyof typeof SCREENS;
  readonly pictures?: 'write';
}

const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

/** Reports of the browser that are the point of a scenario: a request that the server refuses, and a lost connection. */
const EXPECTED_ERRORS = /Failed to load resource|WebSocket connection to|blocked by CORS policy/;

/** One scenario: an exchange of its own and a window that shows its console. */
export class ConsoleWorld extends World<RunParameters> {
  static browser: Browser | undefined;
  /** The window of all scenarios of this process but those behind a proxy. */
  static #shared: Window | undefined;
  /** Exceptions and errors of the pages. */
  readonly errors: string[] = [];
  /** Addresses that the pages requested, of sockets too. */
  readonly requests: string[] = [];
  /** Bodies of its requests. */
  readonly bodies: string[] = [];
  /** What a step keeps for a later one. */
  readonly kept = new Map<string, string>();
  download: Download | undefined;
  /** The page comes through a proxy, so that the control plane takes its user for one of another machine. */
  isBehindProxy = false;
  readonly #later: Promise<unknown>[] = [];
  readonly #closing: (() => Promise<void>)[] = [];
  #server: ConsoleServer | undefined;
  #window: Window | undefined;

  get server(): ConsoleServer {
    if (!this.#server) throw new Error('no exchange was started');
    return this.#server;
  }

  get page(): Page {
    if (!this.#window) throw new Error('no page was opened');
    return this.#window.page;
  }

  get isPhone(): boolean {
    return this.parameters.screen === 'phone';
  }

  async serve(flags: readonly string[] = [], isProgram = false): Promise<void> {
    await this.#server?.stop();
    this.#server = await ConsoleServer.start(flags, isProgram);
  }

  /** Shows a path of the console in an empty window. */
  async open(path: string): Promise<void> {
    const page = await this.#emptyPage();
    await page.goto(`${this.server.origin}/console${path}`);
  }

  /** Shows this document in an empty window, at an address where there is no server. */
  async openElsewhere(address: string, html: string): Promise<void> {
    const page = await this.#emptyPage();
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(address);
  }

  async #emptyPage(): Promise<Page> {
    await this.#leave();
    this.#window = await this.#openWindow();
    const { page } = this.#window;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) this.errors.push(message.text());
    });
    page.on('request', (request) => {
      this.requests.push(request.url());
      this.bodies.push(request.postData() ?? '');
    });
    page.on('websocket', (socket) => {
      this.requests.push(socket.url());
      socket.on('framesent', ({ payload }) => this.bodies.push(payload.toString()));
    });
    page.on('download', (download) => {
      this.download = download;
    });
    return page;
  }

  async #openWindow(): Promise<Window> {
    const { browser } = ConsoleWorld;
    if (!browser) throw new Error('Chromium does not run');
    const screen = SCREENS[this.parameters.screen];
    if (this.isBehindProxy) {
      return Window.open(browser, { ...screen, extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' } });
    }
    ConsoleWorld.#shared ??= await Window.open(browser, screen);
    return ConsoleWorld.#shared;
  }

  /** @param mayStay - the window is fit for another page */
  async #leave(mayStay = true): Promise<void> {
    const left = this.#window;
    this.#window = undefined;
    if (mayStay && left === ConsoleWorld.#shared) return left?.clear();
    if (left === ConsoleWorld.#shared) ConsoleWorld.#shared = undefined;
    return left?.close();
  }

  /** The panel with this title; what stands in brackets behind a title is left out. */
  panel(title: string): Locator {
    return this.page.locator('section.panel', { has: this.page.locator('h2', { hasText: beginning(title) }) });
  }

  /** @param subAccountId - one that the account has opened; left out, its first */
  client(account: number, subAccountId?: string): Client {
    const { restUrl, accounts } = this.server.facts;
    const found = accounts[account];
    if (!found) throw new Error(`there is no dev account ${account}`);
    return new Client({
      restUrl,
      privateKey: found.privateKey,
      subAccountId: subAccountId ?? found.subAccountId,
      fetch: patient,
    });
  }

  /** A call of the control plane. */
  async control<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.server.origin}/sim/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  }

  /** Work that goes on beside the scenario and is waited for at its end. */
  later(work: Promise<unknown>): void {
    this.#later.push(work);
  }

  /** What a scenario has opened and its end closes, the latest first. */
  atEnd(close: () => Promise<void>): void {
    this.#closing.unshift(close);
  }

  async stopServer(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Shows the page in an empty window to an account that has signed in. */
  async signIn(account: number): Promise<void> {
    await this.open('/account');
    await this.page.getByRole('button', { name: `Account ${account} ` }).click();
    await expect(this.panel('Margin')).toBeVisible();
  }

  /** Follows the link of a page in the bar. */
  async openByName(title: string): Promise<void> {
    const bar = this.page.getByRole('navigation', { name: 'Pages' });
    await bar.getByRole('link', { name: title, exact: true }).click();
  }

  /** Waits until nothing is being read and two pictures running are the same, and returns the later. */
  async settled(options: PageScreenshotOptions): Promise<Buffer> {
    await expect(this.page.getByText(/^(Reading|Loading)/)).toHaveCount(0);
    let shown = await this.page.screenshot(options);
    await expect(async () => {
      const before = shown;
      await this.page.waitForTimeout(250);
      shown = await this.page.screenshot(options);
      expect(shown.equals(before)).toBe(true);
    }).toPass({ timeout: HANGS_MS });
    return shown;
  }

  /** A picture of the page as it is; undefined when there is none. */
  async picture(): Promise<Buffer | undefined> {
    return this.#window?.page.screenshot({ fullPage: true });
  }

  /** @param hasPassed - the next scenario gets the window of one that has */
  async end(hasPassed: boolean): Promise<void> {
    await this.#leave(hasPassed);
    for (const close of this.#closing) await close();
    await this.stopServer();
    await Promise.all(this.#later);
  }
}

/** A server that is busy refuses what has waited too long, carries nothing of it out, and asks for it again. */
const patient: typeof fetch = async (...request) => {
  for (;;) {
    const response = await fetch(...request);
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    if (response.status !== 503 || seconds === 0) return response;
    await sleep(1_000 * seconds);
  }
};

const beginning = (title: string): RegExp =>
  new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(\\d+\\))?$`);

setWorldConstructor(ConsoleWorld);
