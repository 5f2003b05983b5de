import { type CliCommand, NO_EXCHANGE } from '../cli-command.ts';
import type { SnapshotExit, SnapshotFlags } from './snapshot.ts';

const EXITS = { 0: 'done', 1: 'refused by the exchange', 3: NO_EXCHANGE } as const;

/** Each command with its argument, if it takes one. */
const COMMANDS = [
  [
    'save',
    '[name]',
    'Takes a snapshot, under a name or the next number.',
    ['perpsim snapshot save', 'perpsim snapshot save before-crash --json'],
  ],
  ['list', '', 'Lists the snapshots that have been taken.', ['perpsim snapshot list', 'perpsim snapshot list --json']],
  [
    'revert',
    '<name>',
    'Goes back to a snapshot.',
    ['perpsim snapshot revert before-crash', 'perpsim snapshot revert 1 --json'],
  ],
  [
    'delete',
    '<name>',
    'Deletes a snapshot.',
    ['perpsim snapshot delete before-crash', 'perpsim snapshot delete 1 --json'],
  ],
  [
    'branch',
    '<name>',
    'Starts a second exchange from a snapshot, on a port of its own.',
    ['perpsim snapshot branch before-crash', 'perpsim snapshot branch 1 --port 8701 --json'],
  ],
  [
    'get',
    '<name>',
    'Prints a snapshot as a document, for serve --state.',
    ['perpsim snapshot get before-crash --out state.json', 'perpsim snapshot get 1 --target http://127.0.0.1:8700'],
  ],
] as const;

/** `perpsim snapshot` and its commands; what they need is loaded when they are called. */
export function addSnapshot(program: CliCommand, ended: (code: SnapshotExit) => void): void {
  const snapshot = program
    .command('snapshot')
    .description('Saves a running exchange, goes back to what was saved, and starts others from it.');
  for (const [name, argument, about, examples] of COMMANDS) {
    const command = snapshot
      .command(name)
      .description(about)
      .allowExcessArguments(false)
      .option('--target <url>', 'the exchange (default: http://127.0.0.1:8700)')
      .option('--control-token <token>', 'the token that the exchange was started with')
      .option('--json', 'print the response as one JSON line');
    if (argument !== '') command.argument(argument, 'the name of a snapshot');
    if (name === 'branch') command.option('--port <number>', 'port of the second exchange (default: a free one)');
    if (name === 'get') command.option('--out <file>', 'write the document to a file');
    command.withHelp({ examples, exits: EXITS });
    command.action(async (...given: readonly unknown[]) => {
      const { snapshot: run } = await import('./snapshot.ts');
      const named = argument === '' ? undefined : (given[0] as string | undefined);
      ended(await run(name, named, command.opts<SnapshotFlags>()));
    });
  }
}
