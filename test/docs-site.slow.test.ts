import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGGREGATOR_ROUTES } from '../src/contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../src/contract/catalogue.ts';
import { ALL_CHANNELS } from '../src/contract/channels.ts';
import type { CliCommand } from '../src/cli/define.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { buildProgram } from '../src/cli/program.ts';
import { ERRORS } from '../src/kernel/errors.ts';
import { libraryNames } from '../src/scenarios/format/library.ts';

/** The pages that `npm run docs:build` has made, as the built command serves them. */

const OUT = 'dist/docs';
let server: ChildProcess;
let origin = '';

beforeAll(async () => {
  if (!existsSync(`${OUT}/site.json`)) throw new Error('the pages are not built: run npm run docs:build');
  const words = ['bin/perpsim.js', 'serve', '--port', '0', '--world', 'quiet', '--json'];
  server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout ?? process.stdin });
  const line = await new Promise<string>((resolve) => lines.once('line', resolve));
  origin = new URL((JSON.parse(line) as { readonly docsUrl: string }).docsUrl).origin;
});
afterAll(() => {
  server.kill('SIGTERM');
});

const get = (path: string): Promise<Response> => fetch(origin + path, { headers: { accept: 'text/html' } });

/** Names of the pages of a folder and those below it, without the page that lists them. */
const pagesIn = (folder: string): string[] =>
  readdirSync(`${OUT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html.gz') && name !== 'index.html.gz')
    .map((name) => name.slice(0, -'.html.gz'.length))
    .sort((a, b) => (a < b ? -1 : 1));

const sorted = (names: readonly string[]): string[] => [...names].sort((a, b) => (a < b ? -1 : 1));

function commandNames(command: CliCommand, above: readonly string[] = []): string[] {
  return command.below().flatMap((each) => {
    const names = [...above, each.name()];
    return [names.join('-'), ...commandNames(each, names)];
  });
}

test('there is one page for each action and plain route', () => {
  const actions = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)].map(({ name }) => name);
  const routes = AGGREGATOR_ROUTES.map(({ path }) => `get-${path.replace('/v1/', '').replaceAll('/', '-')}`);
  expect(actions.length + routes.length).toBe(58);
  expect(pagesIn('actions')).toEqual(sorted([...actions, ...routes]));
});

test('there is one page for each channel', () => {
  expect(pagesIn('channels')).toEqual(sorted(ALL_CHANNELS.map(({ name }) => name)));
});

test('there is one page for each error code', () => {
  expect(pagesIn('errors')).toEqual(sorted(Object.keys(ERRORS)));
});

test('there is one page for each scenario of the library', () => {
  expect(pagesIn('scenarios')).toEqual(sorted(libraryNames()));
});

test('there is one page for each command', async () => {
  const program = await buildProgram(
    COMMANDS,
    () => undefined,
    () => undefined,
  );
  expect(pagesIn('cli')).toEqual(sorted(commandNames(program)));
});

test.each([
  ['/docs/', 'A perpetual-futures exchange on your machine'],
  ['/docs/getting-started', 'npm install --save-dev ./perpsim-'],
  ['/docs/guides/http-api', 'A signed request, step by step'],
  ['/docs/actions/placeOrders', 'PlaceOrders(uint256 subAccountId,Order[] orders'],
  ['/docs/actions/get-info-contracts', 'ticker_id'],
  ['/docs/channels/trades', 'Recorded frames'],
  ['/docs/errors/POST_ONLY_WOULD_TRADE', 'post only order would trade'],
  ['/docs/control/prices', 'POST /prices/move'],
  ['/docs/cli/price', 'PERPSIM_PRICE_HOLD'],
  ['/docs/scenarios/risk/flash-crash', 'as in digest.txt'],
  ['/docs/contract/rulings', 'R-107'],
])('%s is a page', async (path, text) => {
  const page = await get(path);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';");
  // Tags of colours stand between the words of code.
  expect((await page.text()).replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')).toContain(text);
});

test('the search index is served, and nothing of a page is loaded from elsewhere', async () => {
  const page = await (await get('/docs/')).text();
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  const [, index = ''] = /data-index="([^"]+)"/.exec(page) ?? [];
  const response = await get(index);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.text()).toContain('/docs/errors/POST_ONLY_WOULD_TRADE');
});

test.each(['/llms.txt', '/docs/llms.txt'])('%s lists every page, which is served as Markdown', async (path) => {
  const text = await (await get(path)).text();
  expect(text).toContain('- [placeOrders](/docs/actions/placeOrders.md): Place one or more orders for a subaccount.');
  const markdown = await get('/docs/actions/placeOrders.md');
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await markdown.text()).toMatch(/^# placeOrders\n/);
  expect((await (await get('/llms-full.txt')).text()).length).toBeGreaterThan(500_000);
});

test('everything that llms.txt links to responds', async () => {
  const links = [...(await (await get('/llms.txt')).text()).matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(200);
  const statuses = await Promise.all(links.map(async (link) => `${link} ${(await get(link)).status}`));
  expect(statuses).toEqual(links.map((link) => `${link} 200`));
});

test('the API as one page and its documents are beside the pages', async () => {
  expect(await (await get('/docs/api')).text()).toContain('<h3 id="placeOrders">placeOrders</h3>');
  expect(await (await get('/docs/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
  expect((await get('/docs/nothing')).status).toBe(404);
});
