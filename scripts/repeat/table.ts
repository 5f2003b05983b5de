import { askedIn } from '../../src/suite/coverage/citations.ts';
import { summaryOf } from '../../src/suite/reporters/summary.ts';
import { isUnsettled, type Run, type TransportName } from '../../src/suite/results/run.ts';
import type { Difference } from './compare.ts';

/** What came of one run. */
export interface Row {
  readonly start: string;
  readonly transport: TransportName;
  /** 1 is the first of this transport on its server. */
  readonly run: number;
  readonly verdict: string;
  readonly exit: number | null;
  readonly ran: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those, the ones that were begun and could not be settled. */
  readonly unsettled: number;
  /** Reason by reason, most frequent first. */
  readonly reasons: readonly { readonly why: string; readonly scenarios: number }[];
  readonly clauses: { readonly proven: number; readonly contract: number };
  readonly tokens: number;
  readonly minutes: number;
  readonly leftBehind: readonly string[];
}

export interface Series {
  readonly start: string;
  readonly transport: TransportName;
  readonly rows: readonly Row[];
  readonly differences: readonly Difference[];
}

const MINUTE_MS = 60_000;

export function rowOf(run: Run, about: Pick<Row, 'start' | 'transport' | 'run' | 'exit'>): Row {
  const { scenarios, facts } = run;
  const count = (...verdicts: readonly string[]): number =>
    scenarios.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const why = new Map<string, number>();
  for (const { verdict, reason } of scenarios) {
    if (verdict === 'skipped') why.set(reason ?? '', (why.get(reason ?? '') ?? 0) + 1);
  }
  const reasons = [...why].map(([text, number]) => ({ why: text, scenarios: number }));
  return {
    ...about,
    verdict: summaryOf(run).conclusion,
    ran: scenarios.length - count('skipped'),
    failed: count('failed', 'error', 'unexpected-pass'),
    skipped: count('skipped'),
    unsettled: scenarios.filter(isUnsettled).length,
    reasons: reasons.sort((a, b) => b.scenarios - a.scenarios),
    clauses: { proven: askedIn(run).proven, contract: facts.suite.clauses },
    tokens: facts.spentTokens ?? 0,
    minutes: Math.round((facts.wallMs / MINUTE_MS) * 100) / 100,
    leftBehind: facts.leftBehind,
  };
}

/** Both tables and what differs, in Markdown. */
export function pageOf(series: readonly Series[]): string[] {
  return [
    '| start | transport | run | verdict | scenarios run | failed | skipped | unsettled | clauses proven | tokens | minutes |',
    '|---|---|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    ...series.flatMap(({ rows }) => rows.map(rowLine)),
    '',
    ...series.flatMap(reasonLines),
    ...series.flatMap(differenceLines),
  ];
}

export const rowLine = (row: Row): string =>
  `| ${[
    row.start,
    row.transport,
    row.run,
    row.leftBehind.length > 0 ? `${row.verdict}, left behind: ${row.leftBehind.join('; ')}` : row.verdict,
    row.ran,
    row.failed,
    row.skipped,
    row.unsettled,
    `${row.clauses.proven} of ${row.clauses.contract}`,
    row.tokens,
    row.minutes.toFixed(1),
  ].join(' | ')} |`;

function reasonLines({ start, transport, rows }: Series): string[] {
  const all = [...new Set(rows.flatMap(({ reasons }) => reasons.map(({ why }) => why)))];
  const counts = (why: string): number[] =>
    rows.map(({ reasons }) => reasons.find((one) => one.why === why)?.scenarios ?? 0);
  return [
    `| skipped, start ${start}, ${transport} |${rows.map(({ run }) => ` run ${run} |`).join('')}`,
    `|---|${rows.map(() => '---:|').join('')}`,
    ...all.map((why) => `| ${why} | ${counts(why).join(' | ')} |`),
    '',
  ];
}

const differenceLines = ({ start, transport, differences }: Series): string[] =>
  differences.map(
    ({ id, name, kind, verdicts, why }) =>
      `- ${kind}, start ${start}, ${transport}: ${id} ${name}: ${verdicts.map((one) => one ?? 'not in it').join(', ')}: ${why}`,
  );
