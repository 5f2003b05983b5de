import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Action } from '../../contract/action.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { CHANNELS } from '../../contract/channels.ts';
import { docOf } from '../../contract/documents/action-docs.ts';
import { ERROR_TEXTS, errorSourcesOf } from '../../contract/documents/error-texts.ts';
import { rowsOf } from '../../contract/documents/schema-rows.ts';
import { packageRoot } from '../../exchange/package-root.ts';
import { isKeyOf } from '../../kernel/entries.ts';
import { type ErrorCode, ERRORS, invariant } from '../../kernel/errors.ts';
import { nearest } from '../../kernel/nearest.ts';
import { printableLines } from '../../kernel/printable.ts';
import { featureFiles } from '../conform/files.ts';
import type { CommandBody } from '../define.ts';
import { print, say, table } from '../output.ts';
import { type Guarded, isListOf, isShape, isText } from '../../kernel/guards.ts';

/** `perpsim explain`. */
export const EXPLAIN: CommandBody = {
  takes: ['such as placeOrders, INSUFFICIENT_MARGIN, 429, SURFACE-TRADE-POST, R-40 or trades'],
  flags: [['--json', 'print one JSON line']],
  examples: ['perpsim explain placeOrders', 'perpsim explain POST_ONLY_WOULD_TRADE --json'],
  exits: { 0: 'explained', 1: 'no such name' },
  run: async (name: string, flags: { readonly json?: boolean }) => explain(name, flags),
};

/** 0 explained, 1 there is no such name. */
export type ExplainExit = 0 | 1;

/** What is known of a name, for programs, and the same for people. */
interface Explained {
  readonly kind: 'action' | 'code' | 'clause' | 'ruling' | 'channel' | 'status';
  readonly facts: object;
  readonly text: string;
}

const isClauses = isListOf(
  isShape({ id: isText, text: isText, status: isText, surface: isListOf(isText), needs: isListOf(isText) }),
);
type Clause = Guarded<typeof isClauses>[number];

/** Prints what an action, an error code, an HTTP status, a clause, a ruling or a channel is. */
export async function explain(name: string, { json = false }: { readonly json?: boolean }): Promise<ExplainExit> {
  const explained = explainedOf(name.trim());
  if (!explained) {
    say(`there is no action, error code, HTTP status, clause, ruling or channel ${name}: ${hintFor(name.trim())}`);
    return 1;
  }
  const { kind, facts, text } = explained;
  await print(json ? `${JSON.stringify({ kind, facts })}\n` : printableLines(`${text}\n`));
  return 0;
}

function explainedOf(name: string): Explained | undefined {
  const action = TRADE_ACTIONS.get(name) ?? INFO_ACTIONS.get(name);
  if (action) return ofAction(action);
  const id = name.toUpperCase();
  if (isKeyOf(ERRORS, id)) return ofCode(id);
  const channel = CHANNELS.get(name);
  if (channel) return ofChannel(channel.name, channel.summary);
  return ofStatus(name) ?? ofClause(id) ?? ofRuling(id);
}

function ofAction(action: Action): Explained {
  const doc = docOf(action);
  const fields = rowsOf(action.params);
  const { cost, refusals, examples } = doc;
  const lines = [
    `${doc.name}: ${doc.summary}`,
    '',
    `${doc.kind === 'write' ? 'A signed write' : action.surface === 'trade' ? 'A signed read' : 'A public read'}, POST /v1/${action.surface}, ` +
      `${cost.tokens} ${cost.tokens === 1 ? 'token' : 'tokens'}${cost.perOrder ? ' and more for each order' : ''}`,
    '',
    'Params',
    ...indented(fields.map(({ path, type, presence, note }) => [path, type, presence, note])),
    '',
    'Refusals of its own',
    ...indented(refusals.map(({ code, http }) => [code, String(http), ERRORS[code].message])),
    '',
    'Example',
    ...JSON.stringify(examples[0] ?? {}, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ];
  return { kind: 'action', facts: { ...doc, params: fields }, text: lines.join('\n') };
}

function ofCode(code: ErrorCode): Explained {
  const { category, retryable, http, message } = ERRORS[code];
  const when = withoutMarks(ERROR_TEXTS[code].when);
  const fix = withoutMarks(ERROR_TEXTS[code].fix);
  const { every, forRequest, forOrder } = errorSourcesOf(code);
  const whole = every === null ? forRequest : [`every ${every}`];
  const scenarios = scenariosNaming(code);
  const lines = [
    `${code}: "${message}"`,
    '',
    when,
    `What to do: ${fix}`,
    '',
    ...indented([
      ['category', category],
      ['try again', retryable ? 'yes, the same request may succeed later' : 'no, change the request first'],
      ...(whole.length === 0 ? [] : [['whole request', `${whole.join(', ')}: HTTP ${http}`]]),
      ...(forOrder.length === 0 ? [] : [['one order', `${forOrder.join(', ')}: HTTP 200, as errorCode of the order`]]),
    ]),
    '',
    ...(scenarios.length === 0
      ? ['No scenario of the suite names it.']
      : ['Scenarios that name it', ...firstOf(scenarios)]),
    '',
    `A request that causes it, with its response: /docs/errors/${code} of a running exchange`,
    'Why a request of yours was refused: perpsim why refusal REQUEST_ID',
  ];
  const facts = { code, category, retryable, http, message, when, fix, every, forRequest, forOrder, scenarios };
  return { kind: 'code', facts, text: lines.join('\n') };
}

/** What a status says beside its codes; those that the exchange never responds with are left out. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  101: 'The connection is a WebSocket from here on: /v1/ws/info and /v1/ws/trade.',
  200: 'The request was accepted. Orders of a batch may still be refused one by one, with errorCode in statuses.',
  302: 'A browser is sent on: from / to the console, and to the pages of /docs.',
  400: 'The request is malformed, or a rule refuses it. The same request is refused again.',
  401: 'The signature is missing or is not by a wallet that may act for the subaccount; on the control plane the token is missing or wrong.',
  403: 'The signer is known and may not do this; on the control plane, the request came from another site, machine or name.',
  404: 'There is no such path, or what the request names is not there. A server with --no-control responds so below /sim/v1.',
  405: 'The path is right, the method is not.',
  408: 'The request did not arrive in time: headers or body were sent too slowly.',
  409: 'On the control plane only: the state of the exchange does not allow it now, such as an advance of a live clock.',
  415: 'On the control plane only: a body must be sent as application/json.',
  417: 'The request has an Expect header other than 100-continue.',
  426: 'The path takes WebSocket connections of version 13 only.',
  429: 'A rate limit is used up. Wait for Retry-After on GET routes, or for rateLimit in the body, and send the same request again.',
  431: 'The headers are too large.',
  500: 'The exchange failed. Whether it carried the request out is unknown: read before sending it again.',
  503: 'The exchange takes no requests of this kind now: it drains, starts, or cannot store them. Sending it again later may succeed.',
};

/** An HTTP status with the codes that come with it. */
function ofStatus(name: string): Explained | undefined {
  const status = Number(name);
  const title = /^[1-5]\d\d$/.test(name) ? STATUS_CODES[status] : undefined;
  if (title === undefined) return undefined;
  const text =
    STATUS_TEXTS[status] ?? 'The exchange never responds with it: it comes from something between it and the client.';
  const own = Object.entries(ERRORS).filter(([, { http }]) => http === status);
  const codes = own.map(([code, { message, retryable }]) => ({ code, message, retryable }));
  const lines = [
    `${name} ${title}`,
    '',
    text,
    ...(codes.length === 0 ? [] : ['', 'Codes that come with it, each with its own page in perpsim explain CODE']),
    ...indented(codes.map(({ code, message, retryable }) => [code, message, retryable ? 'try again' : ''])),
  ];
  return { kind: 'status', facts: { status, title, text, codes }, text: lines.join('\n').trimEnd() };
}

/** The text without its links and marks of code. */
const withoutMarks = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

/** As many as fit a screen, and how many there are beyond. */
const firstOf = (scenarios: readonly string[], most = 8): string[] => [
  ...scenarios.slice(0, most).map((each) => `  ${each}`),
  ...(scenarios.length > most ? [`  and ${scenarios.length - most} more: --json lists them all`] : []),
];

function ofChannel(name: string, summary: string): Explained {
  return {
    kind: 'channel',
    facts: { name, summary },
    text: `${name}: ${summary}\n\nFrames, fields and order: docs/streaming.md`,
  };
}

function ofClause(id: string): Explained | undefined {
  const clause = clauses().find((each) => each.id === id);
  if (!clause) return undefined;
  const scenarios = scenariosProving(id);
  const lines = [
    `${id}: ${clause.text}`,
    '',
    ...indented([
      ['status', clause.status],
      ['surface', clause.surface.join(', ')],
      ['needs', clause.needs.length === 0 ? 'nothing' : clause.needs.join(', ')],
    ]),
    '',
    scenarios.length === 0 ? 'No scenario proves it.' : 'Scenarios that prove it',
    ...scenarios.map((each) => `  ${each}`),
  ];
  return { kind: 'clause', facts: { ...clause, scenarios }, text: lines.join('\n') };
}

function ofRuling(id: string): Explained | undefined {
  if (!/^R-\d+$/.test(id)) return undefined;
  const page = readFileSync(join(packageRoot(), 'docs', 'contract', 'rulings.md'), 'utf8');
  const row = page.split('\n').find((line) => new RegExp(`(^|[|#*\\s"])${id}\\b`).test(line));
  if (row === undefined) return undefined;
  return {
    kind: 'ruling',
    facts: { id, text: row.trim() },
    text: `${row.trim()}\n\nAll rulings: docs/contract/rulings.md`,
  };
}

function clauses(): readonly Clause[] {
  const read: unknown = parse(readFileSync(join(packageRoot(), 'docs', 'contract', 'clauses.yaml'), 'utf8'));
  invariant(isClauses(read), 'the package brings the clauses along');
  return read;
}

/** Codes, clauses and rulings are in upper case. */
function hintFor(name: string): string {
  const near = nearest(name, allNames()) ?? nearest(name.toUpperCase(), allNames());
  return near === undefined
    ? 'perpsim help lists commands, docs/http-api.md actions and docs/errors.md codes'
    : `did you mean ${near}?`;
}

const allNames = (): string[] => [
  ...TRADE_ACTIONS.keys(),
  ...INFO_ACTIONS.keys(),
  ...Object.keys(ERRORS),
  ...CHANNELS.keys(),
  ...clauses().map(({ id }) => id),
];

const indented = (rows: readonly (readonly string[])[]): string[] => table(rows).map((line) => `  ${line}`);

interface FoundScenario {
  /** `file:line title`. */
  readonly shown: string;
  readonly tags: string;
  /** From its title to the tags of the next one. */
  readonly text: string;
}

/** The scenarios of the suite with the tag of a clause, as `file:line title`. */
function scenariosProving(clause: string): string[] {
  const tag = new RegExp(`@clause:${clause}(?![\\w-])`);
  return shownOf(({ tags }) => tag.test(tags));
}

/** The scenarios of the suite that name a word, such as an error code, as `file:line title`. */
function scenariosNaming(word: string): string[] {
  const whole = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
  return shownOf(({ text }) => whole.test(text));
}

function shownOf(isMeant: (scenario: FoundScenario) => boolean): string[] {
  const files = [...featureFiles()].sort(([a], [b]) => (a < b ? -1 : 1));
  return files
    .flatMap(([file, text]) => scenariosIn(file, text.split('\n')))
    .filter(isMeant)
    .map(({ shown }) => shown);
}

function scenariosIn(file: string, lines: readonly string[]): FoundScenario[] {
  const titles = lines.flatMap((line, at) => (/^\s*Scenario(?: Outline)?: /.test(line) ? [at] : []));
  const starts = titles.map((at) => firstTagAbove(lines, at));
  return titles.map((at, index) => ({
    shown: `${file}:${at + 1} ${(lines[at] ?? '').trim().replace(/^Scenario(?: Outline)?: /, '')}`,
    tags: lines.slice(starts[index], at).join(' '),
    text: lines.slice(at, starts[index + 1] ?? lines.length).join('\n'),
  }));
}

function firstTagAbove(lines: readonly string[], title: number): number {
  let from = title;
  while ((lines[from - 1] ?? '').trim().startsWith('@')) from -= 1;
  return from;
}
