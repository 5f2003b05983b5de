import type { Against, Finding } from '../../inspect/audit/findings.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { AuditReport } from '../../inspect/audit/audit-journal.ts';

/** What was audited, and what a running exchange has done since. */
export interface Audited {
  readonly source: string;
  readonly report: AuditReport;
  /** Null for a journal file: there is no exchange to ask. */
  readonly running: Running | null;
}

/** `compared`: it stood where its journal ends, and its own ledger was compared as well. */
export interface Running {
  readonly compared: boolean;
  /** Inputs since the journal was written; below zero when it was started over meanwhile. */
  readonly ahead: number;
}

/** The result of an audit for programs: one line, with ids as they are on the wire. */
export function auditJson({ source, report, running }: Audited): string {
  const findings = report.findings.map(({ account, ...finding }) => ({
    ...finding,
    subAccountId: account === null ? null : subAccountIdOf(account),
  }));
  return `${JSON.stringify({ source, ...report, findings, running })}\n`;
}

/** As many findings as leave the rest of the report on one screen. */
const SHOWN_MAX = 10;

/** The result of an audit for people, on one screen. */
export function auditText({ source, report, running }: Audited): string {
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

function findingText({ against, seq, event, account, subject, what, expected, found }: Finding): string {
  const where = seq === null ? WHERE[against] : `event ${seq} ${event ?? ''}`;
  const who = account === null ? [] : [subAccountIdOf(account)];
  const about = [where, ...who, ...(subject === '' ? [] : [subject])].join(', ');
  return `  ${about}: ${what}: expected ${expected}, found ${found}`;
}
