import { JournalAudit } from '../../inspect/audit/audit-journal.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { readLedgerRecord } from '../../inspect/audit/read-ledger.ts';
import type { LedgerRecord } from '../../exchange/journal/ledger-record.ts';
import { ShapeError } from '../../exchange/journal/shape.ts';
import { printableLines } from '../../kernel/printable.ts';
import { type Audited, auditJson, auditText, type Running } from './audit-text.ts';
import { fileBytes, linesOf } from '../byte-lines.ts';
import { type ControlSite, controlSite, Unreachable } from '../control-site.ts';
import { print, say } from '../output.ts';
import { OutputFile } from '../output-file.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

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
    return readLedgerRecord(response);
  } catch (error) {
    if (error instanceof ShapeError) {
      throw new Unreachable(`the ledger of ${origin} is broken: field "${error.field}": ${error.message}`);
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
