import type { ErrorCase, ErrorExamples } from './case.ts';
import type { Request, SignedRequest } from './request.ts';
import type { Reply } from './play.ts';

/** The page of the error codes, from the responses of a running exchange. */

/** One code with its examples and their responses, in the same order. */
export interface Played {
  readonly examples: ErrorExamples;
  readonly envelopes: readonly Reply[];
}

const LIST_MAX = 2;
const TEXT_MAX = 50;
const BODY_MAX = 120;
const KEPT = 20;

const INTRO = `# Errors by example

Every request below was sent to an exchange in this process, and every response is what came back: none of them is made up.
\`npm run docs:pages -- errors\` sends them all and writes this page, \`npm run docs:pages -- errors --check\` fails when the page is stale.
The requests and the responses they must get are in \`scripts/docs/error-examples/cases\`.

## How to read the tables

Each example has an exchange of its own: world \`quiet\`, seed 7, a clock that stands at 2026-01-05T00:00:00Z, limits as they come.
The cause says what has happened before. A request stands as the JSON of its \`params\`, or as method, path and body where the
body itself is the example. What is the same everywhere is left out:

- \`subAccountId\`, nonce and signature. The owner signs for its own subaccount unless the request says otherwise: the manager, the
  delegate and the session signer act for the owner, the stranger for itself unless it says "for the owner". What stands beside
  \`params\` is shown where it is the point.
- Request ids and timestamps of the responses.
- A list of more than ${LIST_MAX} items shows the first and says how many follow; a text of more than ${TEXT_MAX} characters, and a body
  of more than ${BODY_MAX}, shows its first ${KEPT} and its length.

Where the HTTP status is 200 the request itself was accepted, and the refusal stands inside \`response\`: at the place that is named,
or, where none is, as \`error\` and \`errorCode\` of the result.`;

export function errorsPage(played: readonly Played[]): string {
  return `${[INTRO, summary(played), ...played.map(section)].join('\n\n')}\n`;
}

const summary = (played: readonly Played[]): string =>
  table(
    ['Code', 'Examples'],
    played.map(({ examples: { code, cases } }) => [`[${code}](#${code.toLowerCase()})`, String(cases.length)]),
  );

function section({ examples: { code, meaning, cases }, envelopes }: Played): string {
  const rows = envelopes.map((reply, index) => rowOf(cases[index] as ErrorCase, reply, index + 1));
  const head = ['', 'Cause', 'Request', 'HTTP', 'Code', 'Message'];
  return `## ${code}\n\n${meaning}\n\n${table(head, rows)}`;
}

function rowOf({ cause, request, reply: { place } }: ErrorCase, { http, code, message }: Reply, nth: number): string[] {
  const where = place === undefined || place === '.' ? '' : ` at \`${place}\``;
  return [String(nth), cause, requestText(request), `${http}${where}`, `\`${code}\``, message];
}

function requestText(request: Request): string {
  if (request.kind === 'raw') {
    const { method, path, body, headers = {} } = request;
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const parts = [`${method} /v1${path}`, ...named, ...(body === undefined ? [] : [cut(body, BODY_MAX)])];
    return parts.map(code).join(' ');
  }
  const { action, params } = request;
  const sent = code(compact({ action, ...params }));
  return request.kind === 'public' ? sent : [sent, ...departures(request)].join(', ');
}

/** What sets a signed request apart from one of the owner for itself. */
function departures({ how }: SignedRequest): string[] {
  const { by = 'owner', of, nonce, expiresAfter, service, altered = {} } = how;
  const beside = {
    ...(nonce !== undefined && nonce !== null && { nonce }),
    ...(expiresAfter !== undefined && { expiresAfter }),
  };
  const gone = Object.keys(altered).filter((key) => altered[key] === null);
  const put = Object.fromEntries(Object.entries(altered).filter(([, value]) => value !== null));
  return [
    ...(by === 'owner' ? [] : [`by the ${by === 'session' ? 'session signer' : by}`]),
    ...(of === undefined ? [] : [of === 'unknown' ? 'for subaccount 99' : `for the ${of}`]),
    ...(nonce === null ? ['no nonce'] : []),
    ...(Object.keys(beside).length === 0 ? [] : [`beside them ${code(compact(beside))}`]),
    ...(service === undefined ? [] : [`signed for ${service}`]),
    ...gone.map((key) => `no ${key}`),
    ...(Object.keys(put).length === 0 ? [] : [`altered after signing: ${code(compact(put))}`]),
  ];
}

const compact = (value: unknown): string => JSON.stringify(shorten(value));

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => shorten(item));
    return items.length > LIST_MAX ? [items[0], `… ${items.length - 1} more`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]));
}

const cut = (text: string, max = TEXT_MAX): string =>
  text.length > max ? `${text.slice(0, KEPT)}… (${text.length} characters)` : text;

const code = (text: string): string => `\`${text}\``;

/** A bar would end a cell, in code too. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
