import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow } from '../files.ts';
import type { SitePage } from './page.ts';

/** The Markdown files of the project as pages, with links that lead to pages of the site. */

const GROUPS: readonly [group: string, names: readonly string[]][] = [
  [
    'Trade against it',
    [
      'http-api',
      'streaming',
      'client',
      'client-methods',
      'ccxt-methods',
      'errors',
      'faults',
      'latency',
      'why',
      'console',
      'console-tasks',
    ],
  ],
  [
    'Run it',
    [
      ...['commands', 'command-line', 'operations', 'control', 'snapshots', 'replay', 'audit', 'export', 'determinism'],
      'benchmark',
    ],
  ],
  ['Markets', ['market', 'market-data', 'formats', 'calibrating', 'risk', 'transitions']],
  [
    'Scenarios and strategies',
    ['scenarios', 'backtesting', 'agents', 'sweeps', 'exploring', 'run-pages', 'finished-runs'],
  ],
  ['Conformance', ['conform', 'targets', 'reports', 'recording', 'selftest', 'selftest-default']],
  ['The project', ['architecture', 'glossary', 'licences']],
];
const OTHER = 'More';

/** Where each file of the project that is a page stands on the site. */
function placesOf(): Map<string, Pick<SitePage, 'kind' | 'path' | 'group'>> {
  const groupOf = (name: string): string => GROUPS.find(([, names]) => names.includes(name))?.[0] ?? OTHER;
  const places = new Map<string, Pick<SitePage, 'kind' | 'path' | 'group'>>();
  const names = [
    ...GROUPS.flatMap(([, listed]) => listed),
    ...filesBelow('docs', '.md').map((path) => path.slice(5, -3)),
  ];
  for (const name of new Set(names)) {
    if (!existsSync(`docs/${name}.md`)) throw new Error(`docs/${name}.md is missing, scripts/docs-site lists it`);
    if (!name.includes('/'))
      places.set(`docs/${name}.md`, { kind: 'guides', path: `guides/${name}`, group: groupOf(name) });
  }
  for (const path of filesBelow('docs/contract', '.md')) {
    const name = path.slice('docs/contract/'.length, -3);
    const group = name.startsWith('wire/') ? 'Facts of the wire' : 'The contract';
    places.set(path, { kind: 'contract', path: name === 'README' ? 'contract/index' : `contract/${name}`, group });
  }
  for (const path of filesBelow('docs/decisions', '.md')) {
    places.set(path, { kind: 'contract', path: `contract/${path.slice('docs/'.length, -3)}`, group: 'Decisions' });
  }
  for (const path of [
    ...filesBelow('examples', 'README.md'),
    'features/README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
  ]) {
    const name = path.replace('/README.md', '').replace('.md', '').replaceAll('/', '-').toLowerCase();
    const group = path.startsWith('examples') ? 'Examples' : 'The project';
    places.set(path, { kind: 'guides', path: `guides/${name}`, group });
  }
  return places;
}

/** One page for each Markdown file of the project that a reader of the site needs. */
export function guidePages(): SitePage[] {
  const places = placesOf();
  const order = [...GROUPS.map(([group]) => group), 'Examples', OTHER];
  return [...places]
    .map(([file, place]) => {
      const text = withSiteLinks(file, readFileSync(file, 'utf8'), places);
      const name = titleOf(text);
      return { ...place, name, summary: firstSentence(text), text };
    })
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

/** A scenario of the library has a page of another kind. */
const scenarioPage = (file: string): string | undefined =>
  /^scenarios\/(.+)\/README\.md$/.exec(file)?.[1]?.replace(/^/, 'scenarios/');

/** Links to other files of the project lead to their pages; of a file that is no page the name is left. */
export function withSiteLinks(
  file: string,
  text: string,
  places: ReadonlyMap<string, Pick<SitePage, 'path'>> = placesOf(),
): string {
  return outsideCode(text, (prose) =>
    prose
      .replaceAll(/<!--[^]*?-->\n?/g, '')
      .replaceAll(
        /(!?)\[((?:[^\]]|\]\([^)]*\))*?)\]\(([^)\s]+)\)/g,
        (link, bang: string, label: string, target: string) => {
          if (bang !== '' || /^(?:[a-z]+:|#)/.test(target)) return link;
          const [path = '', anchor] = target.split('#');
          const named = normalize(join(dirname(file), path)).replace(/\/$/, '');
          const page = places.get(named)?.path ?? places.get(`${named}/README.md`)?.path ?? scenarioPage(named);
          if (page === undefined) return named === 'scenarios/README.md' ? `[${label}](/scenarios/)` : label;
          return `[${label}](/${page.replace(/(^|\/)index$/, '$1')}${anchor === undefined ? '' : `#${anchor}`})`;
        },
      ),
  );
}

/** Changes what is no block of code. */
function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(^ {0,3}(`{3,})[^]*?^ {0,3}\2[^\n]*$)/m)
    .filter((_, index) => index % 3 !== 2)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('');
}

const titleOf = (text: string): string => (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');

/** The first sentence below the heading, without marks. Date, status and the word Context of a decision are no sentences. */
function firstSentence(text: string): string {
  const body = text.replaceAll(/^(?:(?:Date|Status): .*\n+|\*\*Context\.\*\* )/gm, '');
  const paragraph = /^# .+\n+((?:[^\n#|<].*\n?)+)/m.exec(body)?.[1] ?? '';
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '');
  const sentence = (/^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain).trim();
  // What a colon leads to, a list or code, stands on the page alone.
  return sentence.replace(/:$/, '.');
}
