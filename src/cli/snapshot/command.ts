import type { Command } from 'commander';
import type { SnapshotExit, SnapshotFlags } from './snapshot.ts';

const CODES =
  '\nExit codes: 0 done, 1 refused by the exchange, 2 wrong usage, 3 no exchange reached, 6 output not written.';

/** Each command with its argument, if it takes one. */
const COMMANDS = [
  ['save', '[name]', 'Takes a snapshot, under a name or the next number.'],
  ['list', '', 'Lists the snapshots that have been taken.'],
  ['revert', '<name>', 'Goes back to a snapshot.'],
  ['delete', '<name>', 'Deletes a snapshot.'],
  ['branch', '<name>', 'Starts a second exchange from a snapshot, on a port of its own.'],
  ['get', '<name>', 'Prints a snapshot as a document, for serve --state.'],
] as const;

/** `perpsim snapshot` and its commands; what they need is loaded when they are called. */
export function addSnapshot(program: Command, ended: (code: SnapshotExit) => void): void {
  const snapshot = program
    .command('snapshot')
    .description('Saves a running exchange, goes back to what was saved, and starts others from it.');
  for (const [name, argument, about] of COMMANDS) {
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
    command.addHelpText('after', CODES);
    command.action(async (...given: readonly unknown[]) => {
      const { snapshot: run } = await import('./snapshot.ts');
      const named = argument === '' ? undefined : (given[0] as string | undefined);
      ended(await run(name, named, command.opts<SnapshotFlags>()));
    });
  }
}
