import type { ControlResponse } from '../../contract/control.ts';
import { readFileSync } from 'node:fs';
import { ControlError } from '../../exchange/control-error.ts';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { SnapshotError } from '../../exchange/snapshots/document.ts';
import { explainJournal, type JournalWhy } from '../../inspect/replay/explain-journal.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { printableLines } from '../../kernel/printable.ts';
import { controlSite, isResponseTo, Unreachable } from '../control-site.ts';
import { type CommandBody, TOKEN_FLAG } from '../define.ts';
import { journalSource } from '../journal-source.ts';
import { print, say, table, widest } from '../output.ts';
import { Progress } from '../progress.ts';
import { differs } from './replay.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import type { Guard } from '../../kernel/guards.ts';

/** `perpsim why`. */
export const WHY: CommandBody = {
  takes: [
    'refusal, refusals, signature, margin, order, funding, liquidation, liquidations or adl',
    'request id, subaccount id, order id, payment id, number of the liquidation or trade id; signature: a request id, or a file with a request (- for standard input); refusal with --journal: the number of the input',
  ],
  flags: [
    ['--target <url>', 'the exchange to ask (default: http://127.0.0.1:8700)'],
    TOKEN_FLAG,
    ['--journal <file>', 'explain from a saved journal or a data directory, instead of asking an exchange'],
    ['--item <number>', 'refusal: the item of a batch, counted from 0; with --journal the command of the input'],
    ['--symbol <symbol>', 'margin: the position in this market'],
    ['--address <address>', 'signature: the wallet that the client says it signs with'],
    ['--json', 'print the response as one JSON line'],
  ],
  examples: [
    'perpsim why refusals',
    'perpsim why refusal be114fcc8c458788 --item 2',
    'perpsim why signature order.json --json',
    'perpsim why margin 1867542890123456789 --symbol BTC-USDT',
    'perpsim why liquidation 1 --journal run.jsonl',
  ],
  exits: { 0: 'explained', 1: 'not found, or the journal replays to other digests', 3: 'no exchange reached' },
  run: async (kind: string, id: string | undefined, flags: WhyFlags) => why(kind, id, flags),
};

/** Flags as commander collects them. */
export interface WhyFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly journal?: string;
  readonly item?: string;
  readonly symbol?: string;
  readonly address?: string;
  readonly json?: boolean;
}

/** 0 explained, 1 it is not known or the journal replays to other digests, 3 there was no exchange. */
export type WhyExit = 0 | 1 | 3;

interface Kind {
  /** Whether an id must, may or must not follow. */
  readonly id: 'needed' | 'optional' | 'none';
  /** The flag that goes with it, under the name of the query. */
  readonly flag?: 'item' | 'symbol' | 'address';
  /** The response as text. */
  readonly text: (response: unknown) => string;
  /** The same from a journal; left out for what no journal holds. */
  readonly from?: (why: JournalWhy, id: string, flags: WhyFlags) => object;
}

/** Throws Unreachable for a response of another form, such as one of another version. */
const shownBy =
  <T>(is: Guard<T>, textOf: (value: T) => string): Kind['text'] =>
  (response) => {
    if (is(response)) return textOf(response);
    throw new Unreachable('the exchange responded with something that this version of perpsim does not know');
  };

type Explanation = ControlResponse<'whyRefusal'>;
type SignatureReport = ControlResponse<'whySignature'>;
type Signer = SignatureReport['expected'][number];

const explained = shownBy(isResponseTo('whyRefusal'), explanationText);
/** @param name - of the field that holds the list in the response */
const listed = (name: string) => (response: unknown) =>
  listText(name, isRecord(response) && isList(response[name]) ? response[name].filter(isRecord) : []);

/** Names and values in two columns. */
const pairs = (record: Readonly<Record<string, string>>): string[] => table(Object.entries(record));

const KINDS: ReadonlyMap<string, Kind> = new Map([
  [
    'refusal',
    {
      id: 'needed',
      flag: 'item',
      text: explained,
      from: (why, id, { item }) =>
        why.refusalIn(countIn(id, 'id'), item === undefined ? undefined : countIn(item, '--item')),
    },
  ],
  ['refusals', { id: 'none', text: listed('refusals') }],
  ['signature', { id: 'needed', flag: 'address', text: shownBy(isResponseTo('whySignature'), signatureText) }],
  ['margin', { id: 'needed', flag: 'symbol', text: explained, from: (why, id, { symbol }) => why.margin(id, symbol) }],
  ['order', { id: 'needed', text: explained, from: (why, id) => why.order(id) }],
  ['funding', { id: 'needed', text: explained, from: (why, id) => why.funding(id) }],
  ['liquidation', { id: 'needed', text: explained, from: (why, id) => why.liquidation(id) }],
  [
    'liquidations',
    {
      id: 'optional',
      text: listed('liquidations'),
      from: (why, id) => ({ liquidations: why.liquidations(id === '' ? undefined : id) }),
    },
  ],
  ['adl', { id: 'needed', text: explained, from: (why, id) => why.adl(id) }],
] satisfies [string, Kind][]);

const DEFAULT_TARGET = 'http://127.0.0.1:8700';

/**
 * Asks the control plane of a running exchange why, or works it out from a journal, and prints the response.
 *
 * @throws UsageError for a kind that is none, an id that is missing or too many, a file that cannot be read, and what the
 * exchange finds wrong
 */
export async function why(kind: string, id: string | undefined, flags: WhyFlags): Promise<WhyExit> {
  const asked = questionOf(kind, id, flags);
  if (flags.journal !== undefined) return whyInJournal(flags.journal, kind, id ?? '', flags);
  const site = controlSite(flags.target ?? DEFAULT_TARGET, flags.controlToken);
  try {
    const response = await (asked.body ? site.post(asked.path, asked.body) : site.json(asked.path));
    await print(flags.json ? `${JSON.stringify(response)}\n` : printableLines(asked.text(response)));
    return 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (error.response?.status === 400) throw new UsageError(error.response.message);
    const unknown = error.response?.status === 404;
    say(unknown ? error.response.message : error.message);
    return unknown ? 1 : 3;
  }
}

/** Explains from a journal alone, so that no exchange has to run. */
async function whyInJournal(given: string, kind: string, id: string, flags: WhyFlags): Promise<WhyExit> {
  if (flags.target !== undefined)
    throw new UsageError('--journal and --target exclude each other: one of them explains');
  const { from, text } = KINDS.get(kind) ?? {};
  if (!from || !text) {
    throw new UsageError(
      `why ${kind} takes no --journal: request ids and signatures are in no journal; "perpsim why refusal INPUT --journal FILE" takes the number of an input`,
    );
  }
  const source = journalSource(given, flags.controlToken);
  const progress = new Progress('replayed');
  try {
    const explained = await explainJournal(source.lines, source.snapshotOf, (seq) => progress.at(seq));
    if ('mismatch' in explained) {
      say(differs(source.name, explained.mismatch));
      return 1;
    }
    const response = from(explained.why, id, flags);
    await print(flags.json ? `${JSON.stringify(response)}\n` : printableLines(text(response)));
    return 0;
  } catch (error) {
    if (error instanceof DumpError || error instanceof SnapshotError)
      throw new UsageError(`${source.name} ${error.message}`);
    if (error instanceof Unreachable) {
      say(error.message);
      return 3;
    }
    if (!(error instanceof ControlError)) throw error;
    if (error.status === 400) throw new UsageError(error.message);
    say(error.message);
    return 1;
  }
}

/** The number of an input, or of a command in it. Throws UsageError for any other text. */
function countIn(text: string, what: string): number {
  if (/^\d{1,11}$/.test(text)) return Number(text);
  throw new UsageError(`why refusal --journal: ${what} takes a number (got "${text}")`);
}

interface Question {
  readonly path: string;
  /** Fields of a POST; left out for a GET. */
  readonly body?: object;
  readonly text: Kind['text'];
}

function questionOf(kind: string, id: string | undefined, flags: WhyFlags): Question {
  const known = KINDS.get(kind);
  if (!known) throw new UsageError(`why: there is nothing called ${kind}: ${nearestHint(kind, [...KINDS.keys()])}`);
  if (known.id === 'needed' && id === undefined) throw new UsageError(`why ${kind}: an id is missing, see --help`);
  if (known.id === 'none' && id !== undefined) throw new UsageError(`why ${kind} takes no id`);
  for (const flag of ['item', 'symbol', 'address'] as const) {
    if (flags[flag] !== undefined && known.flag !== flag) throw new UsageError(`why ${kind} takes no --${flag}`);
  }
  const { text } = known;
  if (kind === 'signature' && id !== undefined && !REQUEST_ID.test(id)) {
    const { address } = flags;
    return {
      path: '/why/signature',
      body: { request: requestIn(id), ...(address !== undefined && { address }) },
      text,
    };
  }
  const query = new URLSearchParams();
  const value = known.flag && flags[known.flag];
  if (known.flag && value !== undefined) query.set(known.flag, value);
  if (known.id === 'optional' && id !== undefined) query.set('subAccountId', id);
  const below = known.id === 'needed' && id !== undefined ? `/${encodeURIComponent(id)}` : '';
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return { path: `/why/${kind}${below}${search}`, text };
}

const REQUEST_ID = /^[0-9a-f]{16}$/;

/** The text of a file, or of standard input; its numbers go on digit for digit. */
function requestIn(file: string): string {
  try {
    return file === '-' ? currentHost().stdin() : readFileSync(onDisk(file), 'utf8');
  } catch (error) {
    const neither = /^[0-9a-f]+$/i.test(file) ? ', and it is no request id of 16 lower-case hex digits' : '';
    throw new UsageError(`cannot read the request in ${file}: ${reasonOf(error)}${neither}`);
  }
}

/** How explanations look on a terminal: columns that line up, and nothing cut off. */

/** Title, verdict, inputs, steps with their numbers, the rules behind them, and the pages that define these. */
function explanationText({ kind, subject, verdict, said, at, inputs, steps, rules }: Explanation): string {
  const title = `${kind} at ${new Date(at).toISOString()}`;
  const lead = said === '' ? '' : `${said}\n\n`;
  return (
    lead +
    sections([
      [title, pairs(subject)],
      ['verdict', pairs(verdict)],
      [
        'inputs',
        table(
          inputs.map(({ name, value, unit, from }) => [name, value, unit, from]),
          [1],
        ),
      ],
      ['steps', steps.length === 0 ? [] : stepLines(steps)],
      ['rules', table(rules.map(({ id, text, source }) => [id, `${text} (${source})`]))],
      ['pages', [...new Set(rules.flatMap(({ pages }) => pages))]],
    ])
  );
}

/** Rows of a list, each a column for a field; one line where there is none. */
function listText(name: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const first = rows[0];
  if (!first) return `no ${name}\n`;
  const fields = Object.keys(first);
  const lines = rows.map((row) => fields.map((field) => cell(field, row[field])));
  return `${table([fields, ...lines]).join('\n')}\n`;
}

function cell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (field === 'at' && typeof value === 'number') return new Date(value).toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Name and result line up; the formula stands beside them, its numbers below it. */
function stepLines(steps: Explanation['steps']): string[] {
  const name = widest(steps.map((step) => step.name));
  const result = widest(steps.map((step) => step.result));
  return steps.flatMap((step) => {
    const head = `${step.name.padEnd(name)}  ${step.result.padStart(result)}  = `;
    const numbers = `${' '.repeat(head.length - 2)}= ${step.with}`;
    return [`${head}${step.formula}  [${step.rule}]`, ...(step.with === step.formula ? [] : [numbers])];
  });
}

/** Titled blocks; one without lines is left out. */
function sections(parts: readonly (readonly [title: string, lines: readonly string[]])[]): string {
  const shown = parts.filter(([, lines]) => lines.length > 0);
  return shown.map(([title, lines]) => `${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`).join('\n');
}

/** The verdict with what to do, the mistake, the wallets, the hashes, and the typed data that has to be signed. */
function signatureText(report: SignatureReport): string {
  const { action, subAccountId, verdict, advice, mistake, recovered, expected, domainSeparator, digest, tried } =
    report;
  return sections([
    [`signature of ${action} for subaccount ${subAccountId}: ${verdict}`, [advice]],
    ['mistake', mistake ? pairs(mistakeFacts(mistake)) : []],
    [
      'wallets',
      pairs({
        recovered: recovered ? named(recovered) : 'none',
        ...(recovered && recovered.owns.length > 0 && { owns: recovered.owns.join(', ') }),
        expected: expected.length === 0 ? 'none' : expected.map(named).join(', '),
      }),
    ],
    ['hashes', pairs({ 'domain separator': domainSeparator, digest, 'documents tried': String(tried) })],
    ['typed data that has to be signed', JSON.stringify(report.typedData, null, 2).split('\n')],
  ]);
}

const mistakeFacts = ({ field, signed, expected, signer }: NonNullable<SignatureReport['mistake']>) => ({
  field,
  signed,
  expected,
  signer,
});

const named = ({ address, role }: Signer): string =>
  `${address} (${role === null ? 'no right on the subaccount' : role})`;
