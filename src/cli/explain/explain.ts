import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../api/catalogue.ts';
import { CHANNELS } from '../../api/channels.ts';
import type { Action } from '../../api/action.ts';
import { docOf } from '../../documents/action-docs.ts';
import { errorSourcesOf } from '../../documents/error-sources.ts';
import { ERROR_TEXTS } from '../../documents/error-texts.ts';
import { rowsOf } from '../../documents/schema-rows.ts';
import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import { printableLines } from '../../kernel/printable.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { nearest } from '../../kernel/nearest.ts';
import { print, say } from '../output.ts';
import { table } from '../table.ts';
import { scenariosNaming, scenariosProving } from './scenarios.ts';

/** 0 explained, 1 there is no such name. */
export type ExplainExit = 0 | 1;

/** What is known of a name, for programs, and the same for people. */
interface Explained {
  readonly kind: 'action' | 'code' | 'clause' | 'ruling' | 'channel';
  readonly facts: object;
  readonly text: string;
}

interface Clause {
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly surface: readonly string[];
  readonly needs: readonly string[];
}

/** Prints what an action, an error code, a clause, a ruling or a channel is. */
export async function explain(name: string, { json = false }: { readonly json?: boolean }): Promise<ExplainExit> {
  const explained = explainedOf(name.trim());
  if (!explained) {
    say(`there is no action, error code, clause, ruling or channel ${name}: ${hintFor(name.trim())}`);
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
  if (id in ERRORS) return ofCode(id as ErrorCode);
  const channel = CHANNELS.get(name);
  if (channel) return ofChannel(channel.name, channel.summary);
  return ofClause(id) ?? ofRuling(id);
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

const clauses = (): readonly Clause[] =>
  parse(readFileSync(join(packageRoot(), 'docs', 'contract', 'clauses.yaml'), 'utf8')) as readonly Clause[];

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
