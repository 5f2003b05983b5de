import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SERVED_DOCUMENTS } from '../../contract/documents/served.ts';
import type { HttpRequest, HttpResponse } from '../exchange.ts';
import type { InnerResponse, InnerRoutes } from '../rest/server.ts';
import { isRecord } from '../../kernel/entries.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

/** The path of the pages, without a slash at the end. */
export const DOCS_PATH = '/docs';

/** The text of a built file, or its bytes where it is a picture; undefined where there is none. */
type ReadFile = (name: string) => string | Uint8Array | undefined;

/** What `npm run docs:build` says of the pages that it has built. */
interface Manifest {
  /** Below the folder; the only files that are served. */
  readonly files: readonly string[];
}

const MANIFEST = 'site.json';
const MISSING = '404.html';
/** What the exchange serves itself below the path. */
const OF_EXCHANGE: ReadonlySet<string> = new Set(['api', ...SERVED_DOCUMENTS.keys()]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
]);

/**
 * Serves the pages of the documentation at `/docs` and `llms.txt` at the root. Paths that are no page go on to the exchange, which has
 * the API as one page at `/docs/api`, and at `/docs` where the pages are not built.
 *
 * @param console path of the console
 * @param hasControl whether the control plane responds; without it no text for language models links to it
 */
export function createDocsSite(
  console: string,
  hasControl: boolean,
  read: ReadFile = readBuilt,
): readonly InnerRoutes[] {
  let site: Site | undefined;
  const respond = (path: string, headers: HttpRequest['headers']): InnerResponse | undefined => {
    site ??= openSite(hasControl ? read : (name) => withoutControl(name, read(name)));
    if (site) return site.respond(path, headers);
    return path === `${DOCS_PATH}/` ? redirect(DOCS_PATH) : undefined;
  };
  const text = (path: string): InnerRoutes => ({
    prefix: path,
    isWhole: true,
    handle: ({ headers }) => Promise.resolve(respond(`${DOCS_PATH}${path}`, headers)),
  });
  return [
    text('/llms.txt'),
    text('/llms-full.txt'),
    { prefix: `${DOCS_PATH}/console`, isWhole: true, handle: () => Promise.resolve(redirect(console)) },
    {
      prefix: DOCS_PATH,
      handle: ({ method, path, headers }) =>
        Promise.resolve(
          method === 'GET' || method === 'HEAD' ? respond(path.split('?', 1)[0] ?? '', headers) : undefined,
        ),
    },
  ];
}

/** The built pages. A file is read when it is first asked for and kept. */
class Site {
  readonly #read: ReadFile;
  readonly #files: ReadonlySet<string>;
  readonly #kept = new Map<string, InnerResponse>();

  constructor({ files }: Manifest, read: ReadFile) {
    this.#read = read;
    this.#files = new Set(files);
  }

  /** Undefined for a path that is not the site's to decide. */
  respond(path: string, headers: HttpRequest['headers']): InnerResponse | undefined {
    if (path === DOCS_PATH) return redirect(`${DOCS_PATH}/`);
    if (!path.startsWith(`${DOCS_PATH}/`)) return undefined;
    const name = path.slice(DOCS_PATH.length + 1);
    const found = [name, `${name}.html`, `${name}index.html`].find((each) => this.#files.has(each));
    if (found !== undefined) return this.#file(found, 200);
    if (this.#files.has(`${name}/index.html`)) return redirect(`${path}/`);
    const isPage = headers['accept']?.includes('text/html') === true && !OF_EXCHANGE.has(name);
    return isPage && this.#files.has(MISSING) ? this.#file(MISSING, 404) : undefined;
  }

  #file(name: string, status: number): InnerResponse {
    const kept: InnerResponse = this.#kept.get(name) ?? {
      status,
      headers: {
        'content-type': TYPES.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream',
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': POLICY,
      },
      body: this.#read(name) ?? '',
    };
    this.#kept.set(name, kept);
    return kept;
  }
}

/** Everything comes from this server, and nothing that runs or paints stands inside a page. No frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A file as a server without a control plane has it. */
const withoutControl = (name: string, file: string | Uint8Array | undefined): string | Uint8Array | undefined =>
  typeof file === 'string' && /^llms(?:-full)?\.txt$/.test(name) ? file.replaceAll(CONTROL_LINK, '') : file;

/** A link to the control plane, with what parts it from the link before. */
const CONTROL_LINK = /,?\s*\[[^\]]*\]\(\/sim\/v1\/[^)]*\)/g;

function openSite(read: ReadFile): Site | undefined {
  const manifest = read(MANIFEST);
  return manifest === undefined ? undefined : new Site(readManifest(String(manifest)), read);
}

/** Throws TypeError for what `npm run docs:build` has not written. */
function readManifest(text: string): Manifest {
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest) || !areTexts(manifest['files'])) {
    throw new TypeError(`${MANIFEST} of the built pages lists no files`);
  }
  return { files: manifest['files'] };
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Texts of the pages are compressed, all but the manifest; pictures are as they were. */
function readBuilt(name: string): string | Buffer | undefined {
  const load = createRequire(import.meta.url);
  const read = (file: string): Buffer => readFileSync(load.resolve(`#docs/${file}`));
  try {
    if (name.endsWith('.png')) return read(name);
    if (name === MANIFEST) return read(name).toString('utf8');
    // The module takes a while to load, and a start does without it.
    const { gunzipSync } = process.getBuiltinModule('node:zlib');
    return gunzipSync(read(`${name}.gz`)).toString('utf8');
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const redirect = (location: string): HttpResponse => ({
  status: 302,
  headers: { location, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: `${location}\n`,
});
