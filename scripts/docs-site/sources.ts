import { readFileSync } from 'node:fs';
import { actionPages } from './action-pages.ts';
import { channelPages } from './channel-pages.ts';
import { executeExamples } from './command-examples.ts';
import { commandPages } from './command-pages.ts';
import { controlPages } from './control-pages.ts';
import { errorPages } from './error-pages.ts';
import { guidePages } from './guide-pages.ts';
import { llmsFull, llmsIndex, TITLES } from './llms.ts';
import { parts, plainText, table } from './markdown.ts';
import { groupsOf, hasIndex } from './navigation.ts';
import { type Kind, KINDS, type SitePage } from './page.ts';
import { Proofs } from './proofs.ts';
import { recordActions } from './recorded.ts';
import { scenarioPages } from './scenario-pages.ts';
import { writerInto } from './site.ts';
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
    ...(await commandPages(executed)),
    ...scenarioPages(new Map([['run risk/flash-crash', flashCrash]])),
  ].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** A page for each kind that lists its pages. */
export const indexPages = (pages: readonly SitePage[]): SitePage[] =>
  KINDS.filter(hasIndex).map((kind) => ({
    kind,
    path: `${kind}/index`,
    name: TITLES[kind],
    group: '',
    summary: plainSummary(ABOUT[kind] ?? ''),
    text: indexOf(kind, pages),
  }));

/** Without the marks of Markdown. */
const plainSummary = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** Writes what language models read into the built site: an index, all of it as one text, and each page as Markdown. */
export function writeTexts(pages: readonly SitePage[], out: string): void {
  const write = writerInto(out);
  write('llms.txt', llmsIndex(pages));
  write('llms-full.txt', llmsFull(pages));
  for (const { path, text } of pages) write(`${path}.md`, text);
}

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
