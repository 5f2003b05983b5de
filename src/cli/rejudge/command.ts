import type { CliCommand } from '../cli-command.ts';
import type { RejudgeExit, RejudgeFlags } from './rejudge.ts';

/** `perpsim rejudge` among the commands; what it needs is loaded when it is called. */
export function addRejudge(program: CliCommand, ended: (code: RejudgeExit) => void): void {
  program
    .command('rejudge')
    .description('Sends the requests of a recording again and compares every response and frame.')
    .argument('<file>', 'a recording of perpsim record or of serve --record')
    .allowExcessArguments(false)
    .option(
      '--target <url>',
      'the deployment to compare (default: an exchange of its own, started as the recording says)',
    )
    .option('--control-token <token>', 'the token that a simulator was started with')
    .option('--reset-target', 'start a simulator over as the recording says: what clients did there is lost')
    .option('--pace <factor>', 'how fast recorded pauses pass on a target in real time (default: 1)')
    .option('--keep-going', 'go on after a difference that explains most others')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim rejudge session.ndjson',
        'perpsim rejudge session.ndjson --target http://127.0.0.1:8700 --json',
      ],
      exits: { 0: 'the same', 1: 'differences', 2: 'wrong usage or no recording', 3: 'target not reached' },
    })
    .action(async (file: string, flags: RejudgeFlags) => {
      const { rejudge } = await import('./rejudge.ts');
      ended(await rejudge(file, flags));
    });
}
