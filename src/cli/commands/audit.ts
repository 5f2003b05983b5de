import { DumpError, fieldProblem } from '../../exchange/journal/dump.ts';
import { type LedgerRecord, ledgerReader } from '../../exchange/journal/ledger-record.ts';
import { type AuditReport, JournalAudit } from '../../inspect/audit/audit-journal.ts';
import type { Against, AuditFinding } from '../../inspect/audit/findings.ts';
import { CodecError } from '../../kernel/codec/codec.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import { printableLines } from '../../kernel/printable.ts';
import { type ControlSite, controlSite, Unreachable } from '../control-site.ts';
import { type CommandBody, JSON_FLAG, TOKEN_FLAG } from '../define.ts';
import { fileBytes, linesOf } from '../journal-source.ts';
import { OutputFile } from '../output-file.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim audit`. */
export const AUDIT: CommandBody = {
  flags: [
    ['--target <url>', 'the exchange to audit (default: http://127.0.0.1:8700)'],
    ['--journal <file>', 'audit a saved journal instead, without an exchange'],
    TOKEN_FLAG,
    ['--save <file>', 'save the journal of the exchange to a file'],
    JSON_FLAG,
  ],
  examples: [
    'perpsim audit',
    'perpsim audit --target http://127.0.0.1:8700 --save journal.jsonl',
    'perpsim audit --journal journal.jsonl --json',
  ],
  exits: { 0: 'balanced', 1: 'findings', 2: 'wrong usage or file', 3: 'no exchange reached' },
  run: async (flags: AuditFlags) => audit(flags),
};

/** Flags as commander collects them. */
export interface AuditFlags {
  readonly target?: string;
  readonly journal?: string;
  readonly controlToken?: string;
  readonly save?: string;
  readonly json?: boolean;
}

/** 0 balanced, 1 it is not, 3 there was no exchange or it gave no journal. */
export type AuditExit = 0 | 1 | 3;

const DEFAULT_TARGET = 'http://127.0.0.1:8700';

/**
 * Recomputes every balance, position and PnL of an exchange from its journal and prints on stdout how they compare.
 *
 * @throws UsageError for flags that cannot be met, a file that cannot be read or is no journal
 */
export async function audit(flags: AuditFlags): Promise<AuditExit> {
  if (flags.journal !== undefined && flags.target !== undefined) {
    throw new UsageError('--journal and --target exclude each other: a file is audited without an exchange');
  }
  try {
    const audited = await (flags.journal === undefined ? auditRunning(flags) : auditFile(flags.journal, flags));
    await print(flags.json ? auditJson(audited) : printableLines(auditText(audited)));
    return audited.report.balanced ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

async function auditFile(file: string, { save }: AuditFlags): Promise<Audited> {
  if (save !== undefined)
    throw new UsageError('--save saves the journal of an exchange; with --journal there is a file already');
  try {
    return { source: file, report: (await readJournal(fileBytes(file))).report(), running: null };
  } catch (error) {
    if (error instanceof DumpError) throw new UsageError(`${file} ${error.message}`);
    throw error;
  }
}

async function auditRunning({ target = DEFAULT_TARGET, controlToken, save }: AuditFlags): Promise<Audited> {
  const site = controlSite(target, controlToken);
  try {
    const journal = await readJournal(await site.stream('/journal'), save);
    const running = await compareRunning(journal, site);
    return { source: site.origin, report: journal.report(), running };
  } catch (error) {
    if (error instanceof DumpError) throw new Unreachable(`the journal of ${site.origin} is broken: ${error.message}`);
    throw error;
  }
}

/** A busy exchange moves on while its journal is read; the ledger at the end of the journal has been compared by then. */
async function compareRunning(journal: JournalAudit, site: ControlSite): Promise<Running> {
  const ledger = ledgerOf(await site.json('/ledger'), site);
  const ahead = ledger.inputs - journal.inputs;
  if (ahead === 0) journal.compareWith(ledger);
  return { compared: ahead === 0, ahead };
}

function ledgerOf(response: unknown, { origin }: ControlSite): LedgerRecord {
  try {
    return ledgerReader.decode(response);
  } catch (error) {
    if (error instanceof CodecError) {
      throw new Unreachable(`the ledger of ${origin} is broken: ${fieldProblem(error)}`);
    }
    throw error;
  }
}

async function readJournal(bytes: AsyncIterable<Uint8Array>, save?: string): Promise<JournalAudit> {
  const journal = new JournalAudit();
  const copy = save === undefined ? null : await OutputFile.open(save);
  const progress = new Progress('audited');
  try {
    for await (const line of linesOf(bytes)) {
      journal.line(line);
      await copy?.add(`${line}\n`);
      progress.at(journal.inputs);
    }
    journal.report();
    await copy?.keep();
  } finally {
    await copy?.discard();
  }
  return journal;
}

/** What was audited, and what a running exchange has done since. */
interface Audited {
  readonly source: string;
  readonly report: AuditReport;
  /** Null for a journal file: there is no exchange to ask. */
  readonly running: Running | null;
}

/** `compared`: it stood where its journal ends, and its own ledger was compared as well. */
interface Running {
  readonly compared: boolean;
  /** Inputs since the journal was written; below zero when it was started over meanwhile. */
  readonly ahead: number;
}

/** The result of an audit for programs: one line, with ids as they are on the wire. */
function auditJson({ source, report, running }: Audited): string {
  const findings = report.findings.map(({ account, ...finding }) => ({
    ...finding,
    subAccountId: account === null ? null : subAccountIdOf(account),
  }));
  return `${JSON.stringify({ source, ...report, findings, running })}\n`;
}

/** As many findings as leave the rest of the report on one screen. */
const SHOWN_MAX = 10;

/** The result of an audit for people, on one screen. */
function auditText({ source, report, running }: Audited): string {
  const rows: readonly (readonly [string, string])[] = [
    ['audited', source],
    ['world', `${report.world}, seed ${report.seed}, journal of perpsim ${report.package}`],
    ['inputs', inputsText(report)],
    ['events', String(report.events)],
    ['trades', tradesText(report)],
    ['payments', `${report.payments} of funding`],
    ['transfers', `${report.transfers} of collateral`],
    ['accounts', String(report.accounts)],
    ['assets', report.assets.join(', ')],
    ['digest', report.digest],
    ['exchange', running === null ? 'not asked, the journal is a file' : runningText(running)],
  ];
  const figures = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
  return [...figures, '', ...verdict(report), ''].join('\n');
}

const inputsText = ({ inputs, first }: AuditReport): string =>
  first === 1 ? String(inputs) : `${inputs}, audited from input ${first} on: the journal begins there`;

const tradesText = ({ trades, takeovers, deleveraged }: Audited['report']): string =>
  takeovers + deleveraged === 0
    ? String(trades)
    : `${trades}, with ${takeovers} takeovers and ${deleveraged} deleveraged`;

function runningText({ compared, ahead }: NonNullable<Audited['running']>): string {
  if (compared) return 'its own ledger was compared too';
  if (ahead < 0) return 'has been started over meanwhile; its ledger at the end of the journal was compared';
  return `has moved on by ${ahead} inputs; its ledger at the end of the journal was compared`;
}

function verdict({ balanced, found, findings }: Audited['report']): readonly string[] {
  if (balanced) return ['balanced: every balance, position and PnL is what trades, payments and transfers make of it'];
  const shown = findings.slice(0, SHOWN_MAX);
  const more = found - shown.length;
  return [
    `NOT balanced: ${found} ${found === 1 ? 'finding' : 'findings'}`,
    ...shown.map(findingText),
    ...(more > 0 ? [`  and ${more} more, --json shows the first ${findings.length}`] : []),
  ];
}

const WHERE: Readonly<Record<Against, string>> = {
  event: 'event',
  replay: 'replayed state',
  journal: 'end of the journal',
  exchange: 'running exchange',
};

function findingText({ against, seq, event, account, subject, what, expected, found }: AuditFinding): string {
  const where = seq === null ? WHERE[against] : `event ${seq} ${event ?? ''}`;
  const who = account === null ? [] : [subAccountIdOf(account)];
  const about = [where, ...who, ...(subject === '' ? [] : [subject])].join(', ');
  return `  ${about}: ${what}: expected ${expected}, found ${found}`;
}
