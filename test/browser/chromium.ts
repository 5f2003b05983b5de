import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';

/** A Chromium without a window, driven over its DevTools protocol: no package beside `ws` is needed for it. */

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
];

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

type Pending = (message: Message) => void;

export class Chromium {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #profile: string;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(message: Message) => void>();
  #sent = 0;

  private constructor(process: ChildProcess, socket: WebSocket, profile: string) {
    this.#process = process;
    this.#socket = socket;
    this.#profile = profile;
    socket.on('message', (data) => this.#receive(JSON.parse((data as Buffer).toString('utf8')) as Message));
  }

  static async start(program: string): Promise<Chromium> {
    const profile = mkdtempSync(join(tmpdir(), 'perpsim-chromium-'));
    const process = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const socket = new WebSocket(await endpointOf(process));
    await once(socket, 'open');
    return new Chromium(process, socket, profile);
  }

  /** A tab of its own. */
  async page(): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, String(sessionId));
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    return page;
  }

  send(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    sessionId?: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    this.#sent += 1;
    const id = this.#sent;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    return new Promise((resolve, reject) => {
      this.#pending.set(id, ({ error, result = {} }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
    });
  }

  listen(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
    } else for (const listener of this.#listeners) listener(message);
  }

  async close(): Promise<void> {
    const over = once(this.#process, 'exit');
    await this.send('Browser.close');
    await over;
    this.#socket.terminate();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

/** It prints where it listens. */
async function endpointOf(process: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of process.stderr ?? []) {
    printed += String(chunk);
    const url = /DevTools listening on (ws:\S+)/.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`no browser came up: ${printed}`);
}

/** One tab: what it shows, what is done in it, and everything that it complains of. */
export class Page {
  /** Console errors, exceptions and refused loads, in their order. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for, beside the file itself and what is inside it. */
  readonly requests: string[] = [];
  readonly #browser: Chromium;
  readonly #session: string;

  constructor(browser: Chromium, session: string) {
    this.#browser = browser;
    this.#session = session;
    browser.listen(({ sessionId, method, params = {} }) => {
      if (sessionId === session) this.#note(method, params);
    });
  }

  #note(method: string | undefined, params: Readonly<Record<string, unknown>>): void {
    const text = JSON.stringify(params);
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded') this.complaints.push(text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.complaints.push(text);
    const { url = '' } = (params.request ?? {}) as { url?: string };
    if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(url)) this.requests.push(url);
  }

  send(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#browser.send(method, params, this.#session);
  }

  /** Goes there and waits until everything is loaded. */
  async open(url: string): Promise<void> {
    // From another document, so that a change of the hash alone loads the page as well.
    await this.#loaded('about:blank');
    await this.#loaded(url);
  }

  async #loaded(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      const stop = this.#browser.listen(({ sessionId, method }) => {
        if (sessionId !== this.#session || method !== 'Page.loadEventFired') return;
        stop();
        resolve();
      });
    });
    await this.send('Page.navigate', { url });
    await loaded;
  }

  /** The value of an expression in the page; promises are waited for. */
  async value<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  }

  /** A screen of this size; a phone has a coarse pointer too. */
  async screen(width: number, height: number, isPhone: boolean): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: isPhone ? 2 : 1,
      mobile: isPhone,
    });
    await this.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
  }

  async scheme(scheme: 'light' | 'dark'): Promise<void> {
    await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  /** Presses a key, which types its letter when it has one. */
  async press(key: string): Promise<void> {
    const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
    const code = key === 'Enter' ? { code: 'Enter', windowsVirtualKeyCode: 13 } : {};
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text, ...code });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...code });
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.press(letter);
  }

  /** The bytes of a picture of what is on the screen. */
  async picture(): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(String(data), 'base64');
  }
}
