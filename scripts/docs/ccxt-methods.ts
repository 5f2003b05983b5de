import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ABSENT } from '../../src/client/ccxt/description.ts';
import { ROWS } from '../../test/ccxt/all-rows.ts';
import type { Row } from '../../test/ccxt/rows.ts';

/**
 * Writes docs/ccxt-methods.md: every method of ccxt that the class has, of the rows that test/ccxt-methods.test.ts runs, and what it has
 * not, of what the class says of itself.
 *
 *   npm run docs:pages -- ccxt              write the page
 *   npm run docs:pages -- ccxt --check      say whether it is current
 */

export const PAGE = 'docs/ccxt-methods.md';

const TEST = 'test/ccxt-methods.test.ts';

/** How the page writes what a method gives. */
const given = (shape: Row['shape']): string => {
  if (shape === 'candles') return 'candles';
  if (shape === 'time') return 'Unix milliseconds';
  if (shape === 'nothing') return 'nothing; a call that waits gets `UnsubscribeError`';
  if (shape.endsWith('[]')) return `list of \`${shape.slice(0, -2)}\``;
  if (shape.startsWith('{')) return `\`${shape.slice(2, -2)}\` by symbol or code`;
  return `\`${shape}\``;
};

const tableOf = (group: string, rows: readonly Row[]): string => `## ${group}

| Method | Works | Gives | Structure checked by |
| --- | --- | --- | --- |
${rows.map(({ method, shape }) => `| \`${method}\` | yes | ${given(shape)} | \`${group} > ${method}\` |`).join('\n')}
`;

/** The package hides its manifest from `require`. */
const { version } = JSON.parse(
  readFileSync(new URL('../package.json', `file://${createRequire(import.meta.url).resolve('ccxt')}`), 'utf8'),
) as { readonly version: string };

export function ccxtMethodsPage(): string {
  const rows = Object.values(ROWS).flat();
  const absent = ABSENT.map(([why, names]) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${why} |`);
  return `# Methods of the ccxt class

The ${rows.length} methods of ccxt ${version} that \`PerpsimPro\` of [\`perpsim/ccxt\`](ccxt.md) has; \`npm run docs:pages -- ccxt\` writes this page. Each row
is a test of \`${TEST}\`, which calls the method over sockets on a living exchange whose clock runs, and checks the structure that
it gives against the fields of ccxt's manual: lists with the oldest first, and those that take \`since\` page by page. \`NewOrder\` is an order as the exchange
answers to its placing or cancelling; \`fetchOrder\` has all of it.

${Object.entries(ROWS)
  .map(([group, ofGroup]) => tableOf(group, ofGroup))
  .join('\n')}
## What there is not

Of these \`has\` says false.

| Methods | Why |
| --- | --- |
${absent.join('\n')}
`;
}

function main(): void {
  const page = ccxtMethodsPage();
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page;
  if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
  else if (!isCurrent) {
    console.log(`${PAGE} is stale: run npm run docs:pages -- ccxt`);
    process.exitCode = 1;
  }
}

if (import.meta.filename === process.argv[1]) main();
