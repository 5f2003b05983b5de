import { readFileSync, writeFileSync } from 'node:fs';
import { SENTENCES } from '../../src/scenarios/expectations/catalogue.ts';
import { PARAMETERS } from '../../src/scenarios/expectations/sentence.ts';

/**
 * Writes the sentences of expect.yaml into docs/scenarios.md, from their definition.
 *
 *   npm run docs:pages -- scenarios                write
 *   npm run docs:pages -- scenarios --check     only compare
 */
const PAGE = 'docs/scenarios.md';
const PART = /(<!-- sentences -->\n)[^]*(<!-- end of sentences -->)/;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];

function sectionsOf(): string {
  const parameters = table(
    ['Parameter', 'Takes'],
    PARAMETERS.map(([name, takes]) => [`\`{${name}}\``, takes]),
  );
  const sentences = SENTENCES.flatMap(({ subject, sentences: listed }) => [
    `### ${subject}`,
    '',
    ...table(
      ['Sentence', 'Meaning'],
      listed.map(({ text, means }) => [`\`${text}\``, means]),
    ),
  ]);
  return [...parameters, ...sentences].join('\n');
}

/** The page with the sentences as they are defined. */
export const withSentences = (page: string): string =>
  page.replace(PART, (_part, head: string, end: string) => `${head}\n${sectionsOf()}\n${end}`);

if (process.argv[1]?.endsWith('scenario-sentences.ts') === true) {
  const before = readFileSync(PAGE, 'utf8');
  const after = withSentences(before);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, after);
  else if (before !== after) {
    process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- scenarios\n`);
    process.exitCode = 1;
  }
}
