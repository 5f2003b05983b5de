import type { CliCommand } from '../cli-command.ts';
import type { InitFlags } from './init.ts';

/** `perpsim init`; what it needs is loaded when it is called. */
export function addInit(program: CliCommand, ended: (code: 0) => void): void {
  program
    .command('init')
    .description('Writes settings, a first scenario and a workflow for CI into a folder.')
    .argument('[folder]', 'where to write (default: here)')
    .allowExcessArguments(false)
    .option('--json', 'print one JSON line')
    .withHelp({
      examples: ['perpsim init', 'perpsim init my-bot --json'],
      exits: { 0: 'written', 2: 'wrong usage, or a file is there already' },
    })
    .action(async (folder: string | undefined, flags: InitFlags) => {
      const { init } = await import('./init.ts');
      ended(await init(folder ?? '.', flags));
    });
}
