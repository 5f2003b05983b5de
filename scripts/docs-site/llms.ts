import { KINDS, type Kind, type SitePage } from './page.ts';

/** Headings of the kinds, in llms.txt and on the site. */
export const TITLES: Readonly<Record<Kind, string>> = {
  start: 'Start',
  guides: 'Guides',
  actions: 'Actions',
  channels: 'Channels',
  errors: 'Error codes',
  control: 'Control plane',
  cli: 'Command line',
  scenarios: 'Scenarios',
  contract: 'Contract',
};

const ABOUT = `# perpsim

> A deterministic perpetual-futures exchange that runs on one machine behind a real API (REST, WebSocket, signed requests), and the
> conformance suite for that API. Equal seeds and inputs give equal exchanges, to the last digit.

Where it is installed ([how](/docs/guides/installing.md)), \`npx --no-install perpsim serve\` starts it. It listens on http://127.0.0.1:8700 with ten
funded accounts whose keys are public. For programs:
[OpenAPI](/docs/openapi.json), [OpenAPI with an operation for each action](/docs/openapi-actions.json), [AsyncAPI](/docs/asyncapi.json), [OpenAPI of the control plane](/sim/v1/openapi.json).
Every page below is served as Markdown too, under its address with the ending \`.md\`.`;

/** The index of the site for language models (llmstxt.org): each page with one sentence. */
export function llmsIndex(pages: readonly SitePage[]): string {
  const sections = KINDS.flatMap((kind) => {
    const own = pages.filter((page) => page.kind === kind);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ name, path, summary }) => `- [${name}](/docs/${path}.md)${summary === '' ? '' : `: ${oneLine(summary)}`}`,
    );
    return [`## ${TITLES[kind]}\n\n${lines.join('\n')}`];
  });
  return `${[ABOUT, ...sections].join('\n\n')}\n`;
}

/** What a model needs to use the exchange, in one text: the guides that describe it and every page of the reference. */
export function llmsFull(pages: readonly SitePage[]): string {
  const chosen = pages.filter(({ kind }) => kind !== 'contract');
  return `${[ABOUT, ...chosen.map(({ path, text }) => `<!-- /docs/${path} -->\n\n${text.trim()}`)].join('\n\n---\n\n')}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
