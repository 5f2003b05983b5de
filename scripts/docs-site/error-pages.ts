import { readFileSync } from 'node:fs';
import { ERROR_TEXTS, errorSourcesOf } from '../../src/contract/documents/error-texts.ts';
import { type ErrorCategory, type ErrorCode, ERRORS } from '../../src/kernel/errors.ts';
import type { Request } from '../docs/error-examples/request.ts';
import { type PlayedError, playError } from './error-cases.ts';
import { block, code, parts, plainText, received, table } from './markdown.ts';
import type { SitePage } from './page.ts';
import type { Proofs } from './proofs.ts';

const GROUPS: Readonly<Record<ErrorCategory, string>> = {
  REQUEST: 'The request',
  AUTH: 'Rights',
  RATE_LIMIT: 'Limits',
  TRADING: 'Trading',
  SYSTEM: 'The exchange',
};

/** One page for each error code, in the order of their categories. */
export async function errorPages(proofs: Proofs): Promise<SitePage[]> {
  const tables = readFileSync('docs/errors.md', 'utf8');
  const pages: SitePage[] = [];
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const categories = Object.keys(GROUPS);
  codes.sort((a, b) => categories.indexOf(ERRORS[a].category) - categories.indexOf(ERRORS[b].category));
  for (const id of codes) pages.push(pageOf(id, await playError(id), tables, proofs));
  return pages;
}

function pageOf(id: ErrorCode, played: PlayedError | undefined, tables: string, proofs: Proofs): SitePage {
  const { category, http, message, retryable } = ERRORS[id];
  const { when, fix } = ERROR_TEXTS[id];
  const more = new RegExp(`^## ${id}\\n[^]*?(?=^## |(?![^]))`, 'm').exec(tables)?.[0];
  const count = more?.match(/^\| \d+ \|/gm)?.length ?? 0;
  const text = parts(
    `# ${id}`,
    when,
    table(
      ['', ''],
      [
        ['Usual text', code(message)],
        [
          'HTTP status',
          `${http}, where it is the response to the whole request${category === 'TRADING' ? '; mostly it stands inside a 200, as `errorCode` of one order' : ''}`,
        ],
        ['Category', code(category)],
        ['Try again', retryable ? 'yes: the same request may succeed later' : 'no: change the request first'],
      ],
    ),
    '## What to do',
    fix,
    '## Example',
    ...(played
      ? [
          `${capital(played.cause)}. Sent and received when these pages were built:`,
          block('json', sentText(played.request)),
          ...received('json', played.body, `${played.http}\n`),
          count > 0
            ? `[${count} requests that cause it](/guides/errors#${id.toLowerCase()}), each with its response.`
            : '',
        ]
      : ['No single request causes it.']),
    '## Who gets it',
    whoGets(id),
    '## Scenarios of the suite',
    proofs.naming(id),
  );
  return { kind: 'errors', path: `errors/${id}`, name: id, group: GROUPS[category], summary: plainSummary(when), text };
}

/** Which requests meet a code, and where it stands in their responses. */
function whoGets(id: ErrorCode): string {
  const { every, forRequest, forOrder } = errorSourcesOf(id);
  const links = (names: readonly string[]): string => names.map((name) => `[\`${name}\`](/actions/${name})`).join(', ');
  return parts(
    every === null ? '' : `Every ${every} may meet it, before its action is asked.`,
    forRequest.length === 0 ? '' : `As the response to the whole request: ${links(forRequest)}.`,
    forOrder.length === 0 ? '' : `As \`errorCode\` of one order, in a response of status 200: ${links(forOrder)}.`,
  );
}

/** The request without what every signed request has: subaccount, nonce and signature. */
function sentText(request: Request): string {
  if (request.kind === 'raw')
    return [`${request.method} /v1${request.path}`, request.body ?? ''].filter(Boolean).join('\n');
  const { kind, action, params } = request;
  return `POST /v1/${kind === 'signed' ? 'trade' : 'info'}\n${JSON.stringify({ params: { action, ...params } }, null, 2)}`;
}

const capital = (text: string): string => plainText(text.charAt(0).toUpperCase() + text.slice(1));
const plainSummary = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
