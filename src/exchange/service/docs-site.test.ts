import { expect, test } from 'vitest';
import { SERVED_DOCUMENTS } from '../../contract/documents/served.ts';
import type { InnerResponse } from '../rest/server.ts';
import { createDocsSite } from './docs-site.ts';

const BUILT: Readonly<Record<string, string | Uint8Array>> = {
  'site.json': JSON.stringify({
    files: [
      'index.html',
      '404.html',
      'llms.txt',
      'actions/index.html',
      'actions/getMids.html',
      'actions/getMids.md',
      'assets/app.AbC.js',
    ],
  }),
  'index.html': 'home',
  '404.html': 'missing',
  'llms.txt': '# perpsim',
  'actions/index.html': 'all actions',
  'actions/getMids.html': 'mids',
  'actions/getMids.md': '# getMids',
  'assets/app.AbC.js': 'run()',
  'secret.txt': 'not in the list',
};

/** What the first route that takes a path responds, as the server asks them; undefined where the exchange is asked. */
async function get(path: string, built = BUILT, accept = '*/*', hasControl = true): Promise<InnerResponse | undefined> {
  const routes = createDocsSite('/console', hasControl, (name) => built[name]);
  const plain = path.split('?', 1)[0] ?? '';
  const route = routes.find(({ prefix, isWhole }) => (isWhole ? plain === prefix : plain.startsWith(prefix)));
  const request = { method: 'GET', path, headers: { accept }, body: new Uint8Array(), ip: '127.0.0.1' };
  return await route?.handle(request);
}

test('a page is served under its address without an ending', async () => {
  const page = await get('/docs/actions/getMids?from=a');
  expect([page?.status, page?.headers['content-type'], page?.body]).toEqual([200, 'text/html; charset=utf-8', 'mids']);
  expect((await get('/docs/actions/'))?.body).toBe('all actions');
  expect((await get('/docs/'))?.body).toBe('home');
});

test('a picture is served as it is', async () => {
  const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff);
  const built = {
    'site.json': JSON.stringify({ files: ['assets/market.a1.png'] }),
    'assets/market.a1.png': bytes,
  };
  const picture = await get('/docs/assets/market.a1.png', built);
  expect([picture?.status, picture?.headers['content-type'], picture?.body]).toEqual([200, 'image/png', bytes]);
});

test('the policy allows scripts and styles of this server and none inside a page', async () => {
  const policy = (await get('/docs/'))?.headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ");
  expect(policy).toContain("frame-ancestors 'none'");
});

test('/docs and a folder without its slash lead to the page', async () => {
  for (const [path, location] of [
    ['/docs', '/docs/'],
    ['/docs/actions', '/docs/actions/'],
    ['/docs/console', '/console'],
  ] as const) {
    const response = await get(path);
    expect([path, response?.status, response?.headers['location']]).toEqual([path, 302, location]);
  }
});

test('files with a hash in their name are kept by browsers, others are asked for again', async () => {
  expect((await get('/docs/assets/app.AbC.js'))?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/docs/actions/getMids.md'))?.headers['cache-control']).toBe('no-cache');
});

test('llms.txt lists the control plane only where there is one', async () => {
  const text =
    'For programs:\n[API](/docs/openapi.json), [control plane](/sim/v1/openapi.json).\n- [deposit](/docs/control/deposit.md)\n';
  const built = { ...BUILT, 'llms.txt': text };
  expect((await get('/llms.txt', built))?.body).toBe(text);
  expect((await get('/llms.txt', built, '*/*', false))?.body).toBe(
    'For programs:\n[API](/docs/openapi.json).\n- [deposit](/docs/control/deposit.md)\n',
  );
});

test('llms.txt is at the root too', async () => {
  const texts = [await get('/llms.txt'), await get('/docs/llms.txt')];
  expect(texts.map((each) => [each?.headers['content-type'], each?.body])).toEqual(
    Array(2).fill(['text/plain; charset=utf-8', '# perpsim']),
  );
});

test('a browser gets a page for what is missing, a program the refusal of the exchange', async () => {
  const page = await get('/docs/nothing', BUILT, 'text/html');
  expect([page?.status, page?.body]).toEqual([404, 'missing']);
  expect(await get('/docs/nothing')).toBeUndefined();
});

test.each(['/docs/secret.txt', '/docs/../package.json', '/docs/site.json', '/documents'])(
  '%s is no file of the pages',
  async (path) => {
    expect(await get(path)).toBeUndefined();
  },
);

test.each(['/docs/api', ...[...SERVED_DOCUMENTS.keys()].map((name) => `/docs/${name}`)])(
  '%s goes on to the exchange',
  async (path) => {
    expect(await get(path, BUILT, 'text/html')).toBeUndefined();
  },
);

test('without built pages /docs goes on to the exchange, and /docs/ to /docs', async () => {
  expect(await get('/docs', {})).toBeUndefined();
  expect((await get('/docs/', {}))?.headers['location']).toBe('/docs');
  expect(await get('/llms.txt', {})).toBeUndefined();
});
