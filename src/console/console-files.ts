import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { HttpRequest, HttpResponse } from '../exchange/exchange.ts';
import type { InnerRoutes } from '../exchange/rest/server.ts';
import { systemCodeOf } from '../kernel/thrown.ts';

/** The path of the console, without a slash at the end. */
export const CONSOLE_PATH = '/console';

/**
 * Scripts and styles come from this server alone and none is inside the document, connections go to this server alone, and
 * no other page may show the console in a frame. Charts set styles through the object model, which the policy allows.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

/** The files that `scripts/console.mjs` builds; their names hold a hash, except that of the document and the icon. */
const FILE = /^(?:assets\/[\w-]+\.(?:js|css)|icon\.svg)$/;

export interface ConsoleOptions {
  /** The server has the route of `createFirstData` too. */
  readonly hasFirstData?: boolean;
}

/**
 * Serves the console: its files, and its document at every other path below `/console`, because pages of the console have paths of
 * their own. Files are read when they are first asked for and kept.
 */
export function createConsoleFiles({ hasFirstData = false }: ConsoleOptions = {}): InnerRoutes {
  const kept = new Map<string, HttpResponse>();
  const responseFor = (name: string): HttpResponse => {
    const response = kept.get(name) ?? read(name);
    if (response.status === 200) kept.set(name, response);
    return response;
  };
  return {
    prefix: CONSOLE_PATH,
    handle: (request) => {
      const name = nameOf(request);
      if (name === undefined) return Promise.resolve(undefined);
      const response = respond(request, responseFor);
      const ahead = hasFirstData && response.status === 200 ? firstDataOf(name) : undefined;
      if (ahead === undefined) return Promise.resolve(response);
      // The browser asks for the data of the page together with the scripts, not after them.
      const link = `<${ahead}>; rel=preload; as=fetch; crossorigin`;
      return Promise.resolve({ ...response, headers: { ...response.headers, link } });
    },
  };
}

/** Where the data of a page is; undefined for a page without such data. The page asks for the same address. */
function firstDataOf(name: string): string | undefined {
  const [page = '', symbol, ...rest] = name.split('/');
  if (!['', 'market'].includes(page) || rest.length > 0) return undefined;
  if (symbol === undefined || symbol === '') return `${CONSOLE_PATH}/first`;
  return /^[\w.-]{1,40}$/.test(symbol) ? `${CONSOLE_PATH}/first?symbol=${symbol}` : undefined;
}

function respond(request: HttpRequest, responseFor: (name: string) => HttpResponse): HttpResponse {
  if (request.method !== 'GET') return plain(405, 'use GET', { allow: 'GET' });
  const name = nameOf(request) ?? '';
  if (FILE.test(name)) return responseFor(name);
  return name === 'first' || name.startsWith('assets/') ? plain(404, 'no such file') : responseFor('index.html');
}

/** The path below `/console/` without its query; undefined for another path, such as `/consoles`. */
function nameOf({ path }: HttpRequest): string | undefined {
  const plainPath = path.split('?', 1)[0] ?? '';
  if (plainPath === CONSOLE_PATH) return '';
  return plainPath.startsWith(`${CONSOLE_PATH}/`) ? plainPath.slice(CONSOLE_PATH.length + 1) : undefined;
}

function read(name: string): HttpResponse {
  const text = textOf(name);
  if (text === undefined) {
    return name === 'index.html'
      ? plain(503, 'the console is not built: run "npm run build"')
      : plain(404, 'no such file');
  }
  const isNamedByHash = name.startsWith('assets/');
  return {
    status: 200,
    headers: {
      'content-type': TYPES.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream',
      'cache-control': isNamedByHash ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': POLICY,
    },
    body: text,
  };
}

/** The icon of the console as SVG; null where the console is not built. */
export const consoleIcon = (): string | null => textOf('icon.svg') ?? null;

function textOf(name: string): string | undefined {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#console/${name}`), 'utf8');
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const plain = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  body: `${text}\n`,
});
