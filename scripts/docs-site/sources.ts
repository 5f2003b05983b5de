import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actionPages } from './action-pages.ts';
import { channelPages } from './channel-pages.ts';
import { executeExamples } from './command-examples.ts';
import { commandPages } from './command-pages.ts';
import { controlPages } from './control-pages.ts';
import { errorPages } from './error-pages.ts';
import { guidePages } from './guide-pages.ts';
import { llmsFull, llmsIndex, TITLES } from './llms.ts';
import { parts, plainText, table } from './markdown.ts';
import { type Kind, KINDS, type SitePage } from './page.ts';
import { Proofs } from './proofs.ts';
import { recordActions } from './recorded.ts';
import { scenarioPages } from './scenario-pages.ts';
import { startPage } from './start-page.ts';

/** Makes every page of the site. It needs a built dist/, whose commands it executes. */
export async function makePages(root: string): Promise<SitePage[]> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const proofs = new Proofs();
  const executed = await executeExamples();
  const start = await startPage(root, executed);
  const flashCrash = executed.get('run') ?? [];
  return [
    start,
    ...guidePages(),
    ...actionPages(await recordActions(), proofs),
    ...channelPages(version, proofs),
    ...(await errorPages(proofs)),
    ...(await controlPages(version)),
    ...commandPages(executed),
    ...scenarioPages(new Map([['run risk/flash-crash', flashCrash]])),
  ].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** Writes the pages, an index of each kind and the sidebar. */
export function writeSources(pages: readonly SitePage[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const write = writerInto(folder);
  for (const { path, text, summary } of pages)
    write(`${path}.md`, `---\ndescription: ${JSON.stringify(summary)}\n---\n\n${text}`);
  for (const kind of KINDS.filter(hasIndex)) write(`${kind}/index.md`, indexOf(kind, pages));
  write('index.md', homePage(pages));
  write('site.json', JSON.stringify({ sidebar: sidebarOf(pages) }));
}

/** Writes what language models read into the built site: an index, all of it as one text, and each page as Markdown. */
export function writeTexts(pages: readonly SitePage[], out: string): void {
  const write = writerInto(out);
  write('llms.txt', llmsIndex(pages));
  write('llms-full.txt', llmsFull(pages));
  for (const { path, text } of pages) write(`${path}.md`, text);
}

const writerInto =
  (folder: string) =>
  (path: string, text: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };

/** The contract has an introduction of its own, and there is one page to start. */
const hasIndex = (kind: Kind): boolean => kind !== 'start' && kind !== 'contract';

const ABOUT: Readonly<Partial<Record<Kind, string>>> = {
  guides: 'How to use perpsim and how it works, one subject a page.',
  actions:
    'Every action of the API and every plain route, with fields, signature, errors, a real example and what proves it. For programs: `/docs/openapi.json`.',
  channels: 'Every channel of the WebSocket, with recorded frames. For programs: `/docs/asyncapi.json`.',
  errors: 'Every error code: when it is given, what to do, and a request that causes it.',
  control:
    'The routes that steer an exchange: clock, prices, accounts, faults, snapshots. For programs: `/sim/v1/openapi.json`. The [recipes](/guides/control) say which one you want.',
  cli: 'Every command of `perpsim`, with its help, flags, variables, exit codes and output. `perpsim completion bash` completes them in a shell.',
  scenarios:
    'What comes with perpsim: each scenario tells a story, says what must hold and comes to the same digest on every machine.',
};

function indexOf(kind: Kind, pages: readonly SitePage[]): string {
  const groups = groupsOf(kind, pages);
  return parts(
    `# ${TITLES[kind]}`,
    ABOUT[kind] ?? '',
    ...groups.flatMap(([group, own]) => [
      groups.length === 1 ? '' : `## ${group}`,
      table(
        ['', ''],
        own.map(({ name, path, summary }) => [`[${plainText(name)}](/${path})`, plainText(summary)]),
      ),
    ]),
  );
}

function groupsOf(kind: Kind, pages: readonly SitePage[]): [string, SitePage[]][] {
  const groups = new Map<string, SitePage[]>();
  for (const page of pages.filter((each) => each.kind === kind))
    groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}

interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** Each part of the site has a sidebar of its own, so that no page carries the names of all others. */
function sidebarOf(pages: readonly SitePage[]): Readonly<Record<string, readonly SidebarGroup[]>> {
  const ofKind = (kind: Kind): SidebarGroup[] =>
    groupsOf(kind, pages).map(([text, own]) => ({
      text,
      items: own.map(({ name, path }) => ({ text: name, link: `/${path}` })),
    }));
  const start = { text: 'Start', items: [{ text: 'Getting started', link: '/getting-started' }] };
  const guides = [start, ...ofKind('guides')];
  return {
    '/getting-started': guides,
    '/guides/': guides,
    ...Object.fromEntries(
      KINDS.filter((kind) => kind !== 'start' && kind !== 'guides').map((kind) => [
        `/${kind}/`,
        hasIndex(kind)
          ? [{ text: TITLES[kind], items: [{ text: 'All', link: `/${kind}/` }] }, ...ofKind(kind)]
          : ofKind(kind),
      ]),
    ),
  };
}

function homePage(pages: readonly SitePage[]): string {
  const count = (kind: Kind): number => pages.filter((page) => page.kind === kind).length;
  const feature = (title: string, details: string, link: string): object => ({ title, details, link });
  const front = {
    layout: 'home',
    hero: {
      name: 'perpsim',
      text: 'A perpetual-futures exchange on your machine',
      tagline:
        'A real order book, signed orders, margin and funding behind a real API. The same seed and the same inputs give the same exchange, to the last digit.',
      actions: [
        { theme: 'brand', text: 'Getting started', link: '/getting-started' },
        { theme: 'alt', text: 'Actions', link: '/actions/' },
        { theme: 'alt', text: 'Command line', link: '/cli/' },
      ],
    },
    features: [
      feature(
        `${count('actions')} actions and routes`,
        'Fields, signatures, costs and errors, each with a request that was sent and its response.',
        '/actions/',
      ),
      feature(`${count('channels')} channels`, 'Subscriptions over the WebSocket, with recorded frames.', '/channels/'),
      feature(
        `${count('errors')} error codes`,
        'When each is given, what to do, and a request that causes it.',
        '/errors/',
      ),
      feature('Control plane', 'Move prices and time, deposit, inject faults, take snapshots.', '/control/'),
      feature(
        `${count('scenarios')} scenarios`,
        'From a flash crash to lost responses, each with its story and digest.',
        '/scenarios/',
      ),
      feature(
        'Conformance',
        'A suite that says whether a deployment behaves as the specification says.',
        '/guides/conform',
      ),
    ],
  };
  return `---\n${JSON.stringify(front, null, 2)}\n---\n`;
}
