import { escapeHtml } from './layout.ts';
import type { Link } from './navigation.ts';
import type { Kind, SitePage } from './page.ts';
import { BASE } from './render.ts';

interface Card extends Link {
  readonly about: string;
}

/** What the first page shows, as HTML. */
export function homeHtml(pages: readonly SitePage[]): string {
  const count = (kind: Kind): number => pages.filter((page) => page.kind === kind).length;
  const cards: readonly Card[] = [
    {
      text: `${count('actions')} actions and routes`,
      about: 'Fields, signatures, costs and errors, each with a request that was sent and its response.',
      link: '/actions/',
    },
    {
      text: `${count('channels')} channels`,
      about: 'Subscriptions over the WebSocket, with recorded frames.',
      link: '/channels/',
    },
    {
      text: `${count('errors')} error codes`,
      about: 'When each is given, what to do, and a request that causes it.',
      link: '/errors/',
    },
    {
      text: 'Control plane',
      about: 'Move prices and time, deposit, inject faults, take snapshots.',
      link: '/control/',
    },
    {
      text: `${count('scenarios')} scenarios`,
      about: 'From a flash crash to lost responses, each with its story and digest.',
      link: '/scenarios/',
    },
    {
      text: 'Conformance',
      about: 'A suite that says whether a deployment behaves as the specification says.',
      link: '/guides/conform',
    },
  ];
  return `<div class="hero">
<h1><span>perpsim</span> A perpetual-futures exchange on your machine</h1>
<p>A real order book, signed orders, margin and funding behind a real API. The same seed and the same inputs give the same exchange, to the last digit.</p>
<p class="choices"><a class="chosen" href="${BASE}/getting-started">Getting started</a> <a href="${BASE}/actions/">Actions</a> <a href="${BASE}/cli/">Command line</a></p>
</div>
<ul class="cards">
${cards.map(cardHtml).join('\n')}
</ul>
`;
}

const cardHtml = ({ text, about, link }: Card): string =>
  `<li><a href="${BASE}${link}"><h2>${escapeHtml(text)}</h2><p>${escapeHtml(about)}</p></a></li>`;

/** What is shown for an address that is no page, as HTML. */
export const MISSING_HTML = `<h1>No such page</h1>
<p>This address leads nowhere. Go to the <a href="${BASE}/">start of the documentation</a>.</p>
`;
