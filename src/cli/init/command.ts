import type { Command } from 'commander';
import type { InitFlags } from './init.ts';

/** `perpsim init`; what it needs is loaded when it is called. */
export function addInit(program: Command, ended: (code: 0) => void): void {
  program
    .command('init')
    .description('Writes settings, a first scenario and a workflow for CI into a folder.')
    .argument('[folder]', 'where to write (default: here)')
    .allowExcessArguments(false)
    .option('--json', 'print one JSON line')
    .addHelpText(
      'after',
      '\nExample:\n  perpsim init my-bot-tests\n\nExit codes: 0 written, 2 wrong usage or folder, 6 output not written.',
    )
    .action(async (folder: string | undefined, flags: InitFlags) => {
      const { init } = await import('./init.ts');
      ended(await init(folder ?? '.', flags));
    });
}
