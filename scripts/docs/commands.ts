import { writeFileSync } from 'node:fs';
import { type CommandDocument, commandDocument } from '../../src/cli/define.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { GROUPS } from '../docs-site/command-groups.ts';

/**
 * Writes docs/commands.md: every command of perpsim with its flags and variables, as the program declares them.
 * `npm run docs:check` says whether the page is current.
 */

export const PAGE = 'docs/commands.md';

/** Pages that say more about a command than its help. */
const MORE: Readonly<Record<string, string>> = {
  accounts: 'control',
  advance: 'control',
  audit: 'audit',
  calibrate: 'calibrating',
  clock: 'control',
  completion: 'command-line',
  conform: 'conform',
  data: 'market-data',
  deposit: 'control',
  diff: 'replay',
  explore: 'exploring',
  export: 'export',
  fault: 'faults',
  fork: 'calibrating',
  gym: 'gym',
  help: 'command-line',
  journal: 'replay',
  liquidate: 'control',
  market: 'market',
  price: 'control',
  query: 'export',
  record: 'recording',
  rejudge: 'recording',
  replay: 'replay',
  report: 'finished-runs',
  reset: 'control',
  run: 'scenarios',
  scenario: 'scenarios',
  serve: 'operations',
  snapshot: 'snapshots',
  sweep: 'sweeps',
  wait: 'control',
  why: 'why',
  worker: 'sweeps',
};

const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/<([\w-]+)>/g, '\\<$1>');

/** The names that a command has in a table: itself, or those below it. */
const namesOf = ({ name, commands }: CommandDocument): string =>
  commands.length === 0 ? `\`${name}\`` : commands.map((each) => `\`${each.name}\``).join(', ');

function groupTable(title: string, commands: readonly CommandDocument[]): string {
  const rows = commands.map((command) => {
    const page = MORE[command.name];
    const more = page === undefined ? '' : `[${page}.md](${page}.md)`;
    return `| ${namesOf(command)} | ${cell(command.summary)} | ${more} |`;
  });
  return `## ${title}\n\n| Command | Does | More |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** Each command that has flags, those below others behind them. */
function flagTables(commands: readonly CommandDocument[]): string[] {
  return commands.flatMap(({ name, flags, commands: below }) => {
    const rows = flags.map(({ flag, variable, about }) => {
      const named = variable === '' ? '' : `\`${variable}\``;
      return `| \`${flag.replaceAll('|', '\\|')}\` | ${named} | ${cell(about)} |`;
    });
    const table = `### perpsim ${name}\n\n| Flag | Variable | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
    return [...(rows.length > 0 ? [table] : []), ...flagTables(below)];
  });
}

/** The whole page, as the program is now. */
export async function commandsPage(): Promise<string> {
  const { commands } = commandDocument(
    await buildProgram(
      COMMANDS,
      () => undefined,
      () => undefined,
    ),
  );
  const groups = GROUPS.map(([title, names]) =>
    groupTable(
      title,
      commands.filter(({ name }) => names.includes(name)),
    ),
  );
  return `# Commands and flags

Written from the program by \`tsx scripts/docs/commands.ts\`. \`perpsim help COMMAND\` shows the same with examples and exit codes; [the command line](command-line.md)
says what holds for all of them. A flag wins over its variable, the variable over a file of settings.

${groups.join('\n')}
## Flags

${flagTables(commands).join('\n')}`;
}

if (import.meta.filename === process.argv[1]) writeFileSync(PAGE, await commandsPage());
