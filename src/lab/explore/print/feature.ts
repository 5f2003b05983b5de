import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import { isList } from '../../../kernel/entries.ts';
import {
  ABSENT,
  type Command,
  type Difference,
  referenceIn,
  resultIn,
  type SignedCommand,
  type NumberedCommand,
  type Value,
  valueAt,
} from '../command.ts';
import type { FoundDifference } from '../explore.ts';
import { STRANGER_NAME } from '../pair.ts';
import type { Outcome } from '../session.ts';
import type { Shrunk } from '../shrink.ts';

type Kind = 'Given' | 'When' | 'Then';
interface Sentence {
  readonly kind: Kind;
  readonly lines: readonly string[];
}

/**
 * Writes a shrunk difference as a feature for `perpsim conform`: it passes on an exchange that responds as the reference.
 *
 * @throws NotPrintable for a command that no sentence says
 */
export function featureText({ accounts, shrunk }: FoundDifference): string {
  if (!shrunk) throw new NotPrintable('the sequence was not shrunk');
  const last = shrunk.steps[shrunk.difference.index];
  if (!last) throw new NotPrintable('there is no command');
  const about = subjectOf(last.command);
  const names = namesOf(shrunk.steps);
  const sentences = [
    ...beginningSentences(shrunk, accounts),
    ...shrunk.steps.flatMap((step, index) => sentencesOf(step, shrunk.outcomes[index], names, step === last)),
    ...expectation(shrunk.difference, shrunk.outcomes[shrunk.difference.index]).map(then),
  ];
  const { path, target, reference } = shrunk.difference;
  return [
    `@${about.surface}${about.tag === null ? '' : ` @${about.tag}`}`,
    `Feature: ${about.name} responds as the reference exchange does`,
    '',
    `  Found by perpsim explore. ${oneLine(`${path}: the target had ${target}, the reference has ${reference}.`)}`,
    '',
    ...background(sentences),
    `  @clause:${about.clause}${shrunk.steps.some(({ command }) => command.kind === 'raw') ? ' @rest-only' : ''}`,
    `  Scenario: ${about.name} responds as the reference exchange after ${shrunk.steps.length} ${shrunk.steps.length === 1 ? 'command' : 'commands'}`,
    ...withKeywords(isLong(sentences) ? sentences.slice(BACKGROUND_STEPS) : sentences),
    '',
  ].join('\n');
}

/** A scenario has at most so many steps; a longer one begins with a background of so many. */
const SCENARIO_STEPS = 12;
const BACKGROUND_STEPS = 3;

const isLong = ({ length }: readonly Sentence[]): boolean => length > SCENARIO_STEPS;

const background = (sentences: readonly Sentence[]): readonly string[] =>
  isLong(sentences) ? ['  Background:', ...withKeywords(sentences.slice(0, BACKGROUND_STEPS)), ''] : [];

const SHOWN = 160;
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}...` : line;
};

interface Subject {
  readonly surface: string;
  readonly tag: string | null;
  readonly name: string;
  readonly clause: string;
}

function subjectOf(command: Command): Subject {
  if (command.kind === 'signed' || command.kind === 'public') {
    const { action } = command;
    return {
      surface: INFO_ACTIONS.has(action) ? 'info' : 'trade',
      tag: action,
      name: action,
      clause: action.toUpperCase(),
    };
  }
  if (command.kind === 'again')
    return { surface: 'auth', tag: null, name: 'The exchange', clause: 'AUTH-NONCE-REUSED' };
  if (command.kind !== 'raw') throw new NotPrintable('the control plane has no response that a feature examines');
  const surface = command.path.startsWith('/info/') || command.path.startsWith('/exchange/') ? 'aggregator' : 'errors';
  const clause = surface === 'aggregator' ? 'SURFACE-AGGREGATOR-GET' : 'SURFACE-TRADE-POST';
  return { surface, tag: null, name: `The route ${command.path.split('?')[0]}`, clause };
}

/** The world, and the wallets in their order up to the last that takes part. */
function beginningSentences({ beginning, steps }: Shrunk, accounts: readonly string[]): Sentence[] {
  if (typeof beginning.world !== 'string') throw new NotPrintable('the world is no world of fixtures/worlds');
  const limits = Object.entries(beginning.limits).map(([name, value]) =>
    rowOf(`limits.${name}`, typeof value === 'number' ? `number ${value}` : String(value)),
  );
  const world =
    limits.length === 0
      ? [`the world "${beginning.world}" with seed "${beginning.seed}"`]
      : [`the world "${beginning.world}" with:`, rowOf('seed', beginning.seed), ...limits];
  const text = JSON.stringify(steps);
  const used = accounts.filter((name) => text.includes(`"${name}"`) || text.includes(`\${${name} `));
  const lastUsed = accounts.indexOf(used.at(-1) ?? accounts[0] ?? '');
  return [
    { kind: 'Given', lines: world },
    ...accounts.slice(0, lastUsed + 1).map((name) => given(`"${name}" is a trader`)),
    ...(text.includes(STRANGER_NAME) ? [given(`"${STRANGER_NAME}" is the unknown-wallet of "${accounts[0]}"`)] : []),
  ];
}

const given = (line: string): Sentence => ({ kind: 'Given', lines: [line] });
const then = (lines: readonly string[]): Sentence => ({ kind: 'Then', lines });

/** Results that later commands refer to, with a name for each. */
function namesOf(steps: readonly NumberedCommand[]): Names {
  const names = new Map<string, string>();
  for (const reference of steps.flatMap(({ command }) => referencesOf(command as unknown as Value))) {
    if (names.has(reference) || !resultIn(reference)) continue;
    const isSubAccount = reference.endsWith('.subAccountId');
    names.set(reference, `${isSubAccount ? 'sub' : 'result'}${names.size + 1}${isSubAccount ? ' id' : ''}`);
  }
  return names;
}

function referencesOf(value: Value): string[] {
  const own = referenceIn(value);
  if (own !== undefined) return [own];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : [];
}

function sentencesOf(step: NumberedCommand, outcome: Outcome | undefined, names: Names, isLast: boolean): Sentence[] {
  const { command } = step;
  if (command.kind === 'advance') return [given(`${command.ms} ms pass`)];
  if (command.kind === 'control') return controlSentence(command).map(given);
  const called = calledAfter(step, outcome, names);
  if (isLast) return [{ kind: 'When', lines: requestLines(command, names) }];
  if (command.kind === 'signed' && command.on === null && isAccepted(outcome)) {
    const rows = signedRows(command, names);
    if (rows.length > 0)
      return [{ kind: 'Given', lines: [`"${command.account}" has sent ${command.action}:`, ...rows] }, ...called];
  }
  return [{ kind: 'When', lines: requestLines(command, names) }, then(seen(outcome)), ...called];
}

const isAccepted = (outcome: Outcome | undefined): boolean =>
  outcome?.status === 200 && !outcome.text.includes('"errorCode"');

/** A Then that examines a response that is not what the feature is about. */
function seen(outcome: Outcome | undefined): readonly string[] {
  const code = valueAt(outcome?.body, 'error.code');
  if (outcome?.status === 200) return ['the response is ok'];
  if (typeof code !== 'string') throw new NotPrintable('a response on the way is neither a success nor an error');
  return [`the response is ${outcome?.status} with:`, rowOf('error.code', code)];
}

function calledAfter({ id }: NumberedCommand, outcome: Outcome | undefined, names: Names): Sentence[] {
  return [...names].flatMap(([reference, name]) => {
    const result = resultIn(reference);
    if (result?.step !== id || valueAt(outcome?.body, result.path) === undefined) return [];
    const [, path] = /^response\.(.+)$/.exec(result.path) ?? [];
    const place = path === undefined ? `"${result.path}" of the body` : `"${path}" of the response`;
    return [then([`${place} is called "${name}"`])];
  });
}

function requestLines(command: Exclude<Command, { kind: 'advance' | 'control' }>, names: Names): readonly string[] {
  switch (command.kind) {
    case 'again':
      return ['the same request is sent again'];
    case 'public': {
      const rows = paramRows(command.params, names);
      return rows.length === 0 ? [`anyone asks ${command.action}`] : [`anyone asks ${command.action}:`, ...rows];
    }
    case 'signed': {
      const rows = signedRows(command, names);
      const on = command.on === null ? '' : ` for "${ownerOf(command.on, names)}"`;
      const head = `"${command.account}" sends ${command.action}${on}`;
      return rows.length === 0 ? [head] : [`${head}:`, ...rows];
    }
    case 'raw': {
      const { method, path, contentType, body } = command;
      if (body === null) return [method === 'GET' ? `anyone gets "${path}"` : `anyone calls ${method} on "${path}"`];
      const as = contentType === 'application/json' ? '' : ` as "${contentType}"`;
      return [`anyone posts to "${path}"${as} the body`, '      """', `      ${body}`, '      """'];
    }
  }
}

/** A principal by name: an account, or the subaccount whose id is called so. */
function ownerOf(on: string, names: Names): string {
  const reference = referenceIn(on);
  if (reference === undefined) {
    if (/^\d+$|^x$/.test(on)) throw new NotPrintable('a subaccount id that nobody has is no principal of a feature');
    return on;
  }
  return (names.get(reference) ?? reference).replace(/ id$/, '');
}

const signedRows = ({ params, changes }: SignedCommand, names: Names): readonly string[] => [
  ...paramRows(params, names),
  ...Object.entries(changes).map(([path, value]) => rowOf(path, cellOf(value, names) ?? jsonCell(value, names))),
];

/** A row for each param, or all of them as JSON where a cell cannot hold one. */
function paramRows(params: Readonly<Record<string, Value>>, names: Names): readonly string[] {
  const rows = Object.entries(params).map(([name, value]) => [name, cellOf(value, names)] as const);
  if (rows.some(([, cell]) => cell === undefined)) return [rowOf('.', jsonCell(params, names))];
  return rows.map(([name, cell = '']) => rowOf(name, cell));
}

/** A sentence that is like the one before it begins with And. */
function withKeywords(sentences: readonly Sentence[]): readonly string[] {
  return sentences.flatMap(({ kind, lines: [head = '', ...rest] }, index) => {
    const keyword = sentences[index - 1]?.kind === kind ? 'And' : kind;
    return [`    ${keyword} ${head}`, ...rest];
  });
}

const NO_NAMES = new Map<string, string>();

/** Sentences that hold for the response of the reference, and not for the one of the target. */
function expectation({ path }: Difference, outcome: Outcome | undefined): readonly (readonly string[])[] {
  if (!outcome) throw new NotPrintable('the reference has no response');
  if (path.startsWith('header ')) {
    return [[`the response carries the header "${path.slice('header '.length)}" "${outcome.contentType}"`]];
  }
  if (path === 'status' || path === 'body') return [statusSentence(outcome)];
  if (outcome.status === 200 && /^response\b/.test(path)) {
    return [['the response is ok with:', rowOf(path.replace(/^response\.?/, '') || '.', cellAt(path, outcome))]];
  }
  return [[`the response is ${outcome.status} with:`, rowOf(path, cellAt(path, outcome))]];
}

function statusSentence({ status, body }: Outcome): readonly string[] {
  if (status === 200) return [`the response is 200 with:`, rowOf('status', 'ok')];
  const [code, message] = [valueAt(body, 'error.code'), valueAt(body, 'error.message')];
  if (typeof code !== 'string' || typeof message !== 'string') {
    return [`the response is ${status} with:`, rowOf('.', jsonCell(body as Value, NO_NAMES))];
  }
  if (!message.includes('"')) return [`the response is refused with ${status} ${code} "${message}"`];
  if (!message.includes("'")) return [`the response is refused with ${status} ${code} '${message}'`];
  return [`the response is ${status} with:`, rowOf('error.code', code)];
}

/** What the reference has at the path. Where a list is longer or shorter, it is the number of items. */
function cellAt(path: string, { body }: Outcome): string {
  const value = valueAt(body, path);
  if (value === undefined) return '<absent>';
  if (Array.isArray(value)) return `<${value.length} items>`;
  return cellOf(value as Value, NO_NAMES) ?? jsonCell(value as Value, NO_NAMES);
}

/** The sentence that steers as a control command does; none where it changes nothing. */
function controlSentence({ action, params }: Extract<Command, { kind: 'control' }>): readonly string[] {
  const text = (name: string): string => {
    const value = params[name];
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  };
  const account = (name: string): string => (referenceIn(text(name)) ?? '').replace(/ (?:id|address)$/, '');
  switch (action) {
    case 'movePrice':
      return [`the index of "${text('symbol')}" is "${text('price')}"`];
    case 'setMarkPrice':
      return [`the mark of "${text('symbol')}" is "${text('price')}"`];
    case 'setPeg':
      return [`the peg of "${text('asset')}" is "${text('peg')}"`];
    case 'setMarketStatus':
      return [`market "${text('symbol')}" is ${text('status').replace('_', '-')}`];
    case 'setTier':
      return [`"${account('wallet')}" is in tier "${text('tierId')}"`];
    case 'deposit':
      return [`"${account('subAccountId')}" receives "${text('amount')}" ${text('asset')}`];
    case 'setWhitelisted':
      if (params['whitelisted'] === true) throw new NotPrintable('no sentence puts a wallet on the whitelist');
      return [`the wallet of "${account('wallet')}" is not whitelisted`];
    case 'planWithdrawal':
      return text('outcome') === 'failed' ? [`the next withdrawal of "${account('subAccountId')}" will fail`] : [];
    case 'settleWithdrawal':
      throw new NotPrintable('a withdrawal that is settled by hand needs a name');
  }
}

/** Names that a feature gives to results of earlier commands, by their reference. */
type Names = ReadonlyMap<string, string>;

/** The cell of a feature table that stands for a value; undefined for one that only JSON can hold. */
export function cellOf(value: Value, names: Names): string | undefined {
  if (typeof value === 'string') return textCell(value, names);
  if (typeof value === 'number') return `number ${value}`;
  if (typeof value === 'boolean' || value === null) return String(value);
  return jsonCell(value, names);
}

/** JSON with references in the words of features: `{order 1}` in quotes, times as bare numbers. */
export function jsonCell(value: Value, names: Names): string {
  if (typeof value === 'string') {
    const said = wordsOf(value, names);
    if (said === undefined) return JSON.stringify(value);
    return said.isNumber ? said.text : `"${said.text}"`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((item) => jsonCell(item, names)).join(',')}]`;
  const fields = Object.entries(value);
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${jsonCell(inner, names)}`).join(',')}}`;
}

function textCell(value: string, names: Names): string | undefined {
  const said = wordsOf(value, names);
  if (said) return said.isNumber ? `number ${said.text}` : said.text;
  if (value === ABSENT) return value;
  if (value === '') return '<empty>';
  // Cells lose white space at their ends.
  if (value.trim() !== value || /[\n\r]/.test(value)) return undefined;
  return /^(?:true|false|null|[[{<].*|(?:number|text) .*)$/.test(value) ? `text ${value}` : value;
}

/** A reference in the words of features; undefined for any other text. */
function wordsOf(value: string, names: Names): { readonly text: string; readonly isNumber: boolean } | undefined {
  const reference = referenceIn(value);
  if (reference === undefined) return undefined;
  // Times are numbers, ids texts.
  const isNumber = reference.startsWith('now ') || reference.endsWith('.timestamp');
  return { text: `{${names.get(reference) ?? reference}}`, isNumber };
}

/** A row of a table. */
const rowOf = (...cells: readonly string[]): string => `      | ${cells.map(escaped).join(' | ')} |`;

const escaped = (cell: string): string =>
  cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** The reason why a sequence cannot be written in the words of a feature or a scenario. */
export class NotPrintable extends Error {
  override readonly name = 'NotPrintable';
}
