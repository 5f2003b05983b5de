import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from './session.ts';

/**
 * Adds a made-up action to a clone, shows that it is typed, tested and served, shows the files that it took, and removes it again. Writes
 * `reports/transcripts/add-action.md`.
 *
 *   npx tsx scripts/transcripts/add-action.ts
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESPONSES = 'docs/contract/responses/info.yaml';

/** What somebody writes who adds an action: its definition, its read, and its feature. */
const FILES: Readonly<Record<string, string>> = {
  'src/contract/actions/info/getMarketCount.ts': `import { Type } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed } from '../../primitives.ts';

const count = () => Type.Integer({ minimum: 0 });

/**
 * How many markets there are, and how many of them are open.
 *
 * Cost:   50 tokens.
 */
export const getMarketCount = defineInfo({
  name: 'getMarketCount',
  summary: 'Number of markets.',
  examples: [{}],
  fields: NO_FIELDS,
  result: Closed({ all: count(), open: count() }),
  refusals: [],
  cost: () => 50,
  usesHistory: false,
});
`,
  'src/exchange/reads/info/getMarketCount.ts': `import { getMarketCount } from '../../../contract/actions/info/getMarketCount.ts';
import { readInfo } from '../read.ts';
import { allMarkets, openMarkets } from '../records/market-figures.ts';

/** What the response of getMarketCount is made of. */
export const getMarketCountRead = readInfo(getMarketCount, (_parsed, { state, now }) => ({
  all: allMarkets(state).length,
  open: openMarkets(state, now).length,
}));
`,
  'features/info/getMarketCount.feature': `@info @getMarketCount
Feature: getMarketCount counts markets
  Background:
    Given the world "quiet"

  # The specification does not know this action.
  @assumed @R-125
  Scenario: getMarketCount counts open and closed markets
    Given market "ETH-USDT" is closed
    When anyone asks getMarketCount
    Then the response is 200 with:
      | response.all  | number 9 |
      | response.open | number 8 |
`,
};

/** What the specification would say of it: the suite does not learn that from the exchange. */
const SPECIFIED = '  getMarketCount: { all: integer 0.., open: integer 0.. }\n';

const CUCUMBER = 'node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js';
const COMMANDS = [
  'npx tsx scripts/actions.ts',
  'npx tsc --noEmit',
  'npx vitest run --project unit src/contract src/exchange/reads src/suite/validation test/action-modules.test.ts test/client-methods.test.ts test/docs.test.ts --reporter=dot --no-color',
  `npx tsx scripts/lint-features.ts | grep --invert-match '5 to 8 are wanted'`,
  `${CUCUMBER} features/info/getMarketCount.feature`,
  `${CUCUMBER} --profile ws features/info/getMarketCount.feature`,
];

const folder = mkdtempSync(join(tmpdir(), 'perpsim-action-'));
const clone = join(folder, 'perpsim');
try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  // Hard links: bundlers look for packages from the real path of a symbolic one.
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(clone, 'node_modules')]);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const session = new Session(clone, process.env, [folder, '/home/me']);
  session.say('# A made-up action');
  session.say(
    `An action is one file, its read if it is one, and its feature. Made by \`npx tsx scripts/transcripts/add-action.ts\` from commit ${commit}.`,
  );
  for (const [path, text] of Object.entries(FILES)) {
    writeFileSync(join(clone, path), text);
    session.say(`File ${path}`);
    session.say(`\`\`\`${path.endsWith('.ts') ? 'ts' : 'gherkin'}\n${text.trimEnd()}\n\`\`\``);
  }
  const responses = readFileSync(join(clone, RESPONSES), 'utf8');
  writeFileSync(join(clone, RESPONSES), responses.replace('\nresponses:\n', `\nresponses:\n${SPECIFIED}`));
  session.say(
    `One line of what the specification would say goes into \`${RESPONSES}\`, because the suite does not believe the exchange:`,
  );
  session.say(`\`\`\`yaml\n${SPECIFIED.trim()}\n\`\`\``);
  session.say('## Typed, tested and served');
  for (const command of COMMANDS) await session.run(command);
  session.say('## What it took');
  session.say('The two files called `index.ts` are written by the first command.');
  await session.run('git add --all && git diff --cached --stat');
  session.say('## Removed');
  await session.run('git reset --quiet --hard && npx tsx scripts/actions.ts && git status --short');
  const text = await session.end();
  writeFileSync(join(ROOT, 'reports', 'transcripts', 'add-action.md'), text);
  process.exitCode = session.failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
