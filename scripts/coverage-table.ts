import type { Coverage, Share } from './coverage-count.ts';

/** The coverage of the contract as a page of tables. */
export function coverageMarkdown(coverage: Coverage): string {
  const { actions, inReach, open, scenarios, total, unknown, broken } = coverage;
  const parts = [
    '# What the features prove of the contract',
    `${scenarios.passed} of ${scenarios.run} scenarios passed. ${shareText(total)} clauses are proven; of those that need no injected fault ${shareText(inReach)}.`,
    '## Actions',
    table(
      ['action', 'surface', 'implemented', 'clauses proven', 'scenarios'],
      actions.map(({ name, surface, implemented, proven, clauses, scenarios: count }) => [
        name,
        surface,
        implemented ? 'yes' : 'no',
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
    '## Within reach and not proven',
    open.length === 0
      ? 'None.'
      : open.map(({ id, action, text }) => `- \`${id}\`${action ? ` (${action})` : ''}: ${text}`).join('\n'),
    ...(broken.length > 0 ? ['## Cited by scenarios that did not pass', bullets(broken)] : []),
    ...(unknown.length > 0 ? ['## Unknown ids', bullets(unknown.map(({ id, where }) => `${id} at ${where}`))] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** `3 of 4 (75.0 %)`. */
function shareText({ proven, clauses }: Share): string {
  const percent = clauses === 0 ? 100 : (100 * proven) / clauses;
  return `${proven} of ${clauses} (${percent.toFixed(1)} %)`;
}

const sharesTable = (title: string, shares: Readonly<Record<string, Share>>): string =>
  table(
    [title, 'clauses proven'],
    Object.entries(shares).map(([name, share]) => [name, shareText(share)]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
