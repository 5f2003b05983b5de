import type { Coverage } from './count.ts';
import type { Finding } from './findings.ts';
import { percentOf, type Share } from './shares.ts';

/** Coverage and what it lacks as a page of Markdown tables. */
export function coverageMarkdown(coverage: Coverage, findings: readonly Finding[]): string {
  const { runs, scenarios, total } = coverage;
  const parts = [
    '# What the features prove of the contract',
    `${scenarios.passed} of ${scenarios.run} scenarios passed${scenarios.skipped === 0 ? '' : `, ${scenarios.skipped} were skipped`} (${runs.map(({ transport, scenarios: count }) => `${count} over ${transport}`).join(', ')}).`,
    `${shareText(total)} clauses are proven, ${total.waived} are waived.`,
    '## What is missing',
    findings.length === 0 ? 'Nothing.' : bullets(findings.map(({ gate, message }) => `${gate}: ${message}`)),
    '## Waivers',
    ...waiverRows(coverage),
    '## Actions',
    table(
      ['action', 'surface', 'offered', 'clauses proven', 'scenarios'],
      coverage.actions.map(({ name, kind, offered, proven, clauses, scenarios: count }) => [
        name,
        kind,
        offered ? 'yes' : 'no',
        `${proven} / ${clauses}`,
        String(count),
      ]),
    ),
    '## By kind',
    sharesTable('kind', coverage.byKind),
    '## By status',
    sharesTable('status', coverage.byStatus),
    '## By surface',
    sharesTable('surface', coverage.bySurface),
    '## By what a check needs',
    sharesTable('needs', coverage.byNeed),
    '## State machines',
    table(['machine', 'cells proven', 'cannot happen'], machineRows(coverage)),
    '## Codes on the wire',
    table(
      ['code', 'came with'],
      coverage.codes.map(({ code, seen, waiver }) => [code, seen.join(', ') || (waiver === null ? 'never' : 'waived')]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function waiverRows({ clauses, codes }: Coverage): string[] {
  const rows = [
    ...clauses.flatMap(({ id, state, waiver }) => (state === 'waived' ? [[`\`${id}\``, waiver ?? '']] : [])),
    ...codes.flatMap(({ code, seen, waiver }) =>
      seen.length === 0 && waiver !== null ? [[`\`${code}\``, waiver]] : [],
    ),
  ];
  return [rows.length === 0 ? 'None.' : table(['what', 'why no scenario shows it'], rows)];
}

function machineRows({ transitions }: Coverage): string[][] {
  const machines = [...new Set(transitions.map(({ machine }) => machine))];
  return machines.map((machine) => {
    const own = transitions.filter((transition) => transition.machine === machine);
    const possible = own.filter(({ outcome }) => outcome.kind !== 'cannot');
    const proven = possible.filter(({ state }) => state === 'proven');
    return [machine, `${proven.length} / ${possible.length}`, String(own.length - possible.length)];
  });
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** `3 of 4 (75.0 %)`. */
const shareText = (share: Share): string => `${share.proven} of ${share.clauses} (${percentOf(share)} %)`;

const sharesTable = (title: string, shares: Readonly<Record<string, Share>>): string =>
  table(
    [title, 'clauses proven', 'waived'],
    Object.entries(shares).map(([name, share]) => [name, shareText(share), String(share.waived)]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
