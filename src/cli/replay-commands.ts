import type { Command } from 'commander';
import type { DiffExit, DiffFlags } from './diff.ts';
import type { ReplayExit, ReplayFlags } from './replay.ts';

const CODES = '2 wrong usage or file, 3 no exchange reached, 6 output not written.';
const JOURNAL = 'a saved journal, a data directory, or the URL of a running exchange';

/** `perpsim replay` and `perpsim diff` among the commands; what they need is loaded when they are called. */
export function addReplay(program: Command, ended: (code: ReplayExit | DiffExit) => void): void {
  program
    .command('replay')
    .description('Rebuilds an exchange from its journal and compares every digest that was recorded.')
    .argument('<journal>', JOURNAL)
    .allowExcessArguments(false)
    .option('--verify', 'also check every invariant of the state after each input')
    .option('--until <seq|time>', 'stop after the input with this number, or after the last input up to this time')
    .option('--control-token <token>', 'the token that a running exchange was started with')
    .option('--json', 'print the result as one JSON line')
    .addHelpText('after', `\nExit codes: 0 equal digests, 1 a digest differs, ${CODES}`)
    .action(async (journal: string, flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts');
      ended(await replay(journal, flags));
    });
  program
    .command('diff')
    .description('Compares two runs: the first input at which they differ, and where in the state.')
    .argument('<a>', JOURNAL)
    .argument('<b>', 'the journal of the other run, in the same forms')
    .allowExcessArguments(false)
    .option('--control-token <token>', 'the token that a running exchange was started with')
    .option('--json', 'print the result as one JSON line')
    .addHelpText('after', `\nExit codes: 0 equal, 1 different, ${CODES}`)
    .action(async (a: string, b: string, flags: DiffFlags) => {
      const { diff } = await import('./diff.ts');
      ended(await diff(a, b, flags));
    });
}
