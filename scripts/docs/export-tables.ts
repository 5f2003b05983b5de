import { readFileSync, writeFileSync } from 'node:fs';
import { type Column, type Table, TABLES } from '../../src/inspect/export/tables.ts';

/**
 * Writes the tables of an export into docs/export.md, from their definition.
 *
 *   npm run docs:pages -- export                write
 *   npm run docs:pages -- export --check     only compare
 */
const PAGE = 'docs/export.md';
const PART = /(<!-- tables -->\n)[^]*(<!-- end of tables -->)/;

const rowOf = ({ name, type, optional, about }: Column): string =>
  `| \`${name}\` | ${type}${optional === true ? ', may be absent' : ''} | ${about} |`;

const sectionOf = ({ name, about, columns, time }: Table): string =>
  [
    `### \`${name}\``,
    '',
    `Holds ${about}. \`--from\` and \`--to\` go by \`${time}\`.`,
    '',
    '| Column | Type | Holds |',
    '|---|---|---|',
    ...columns.map(rowOf),
    '',
  ].join('\n');

/** The page with the tables as they are defined. */
export const withTables = (page: string): string =>
  page.replace(PART, (_part, head: string, end: string) => `${head}\n${TABLES.map(sectionOf).join('\n')}\n${end}`);

if (process.argv[1]?.endsWith('export-tables.ts') === true) {
  const before = readFileSync(PAGE, 'utf8');
  const after = withTables(before);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
  else if (before !== after) {
    process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- export\n`);
    process.exitCode = 1;
  }
}
