import type { Command } from 'commander';
import { gather } from '../overrides.ts';
import type { CheckFlags } from './check.ts';
import type { ListFlags } from './list.ts';
import { addRecord, addShrink } from './derive-command.ts';

/** `perpsim scenario` among the commands; what it needs is loaded when it is called. */
export function addScenario(program: Command, ended: (code: 0 | 1 | 2 | 4) => void): void {
  const scenario = program.command('scenario').description('Lists, checks, records and shrinks scenarios.');
  addRecord(scenario);
  addShrink(scenario, ended);
  scenario
    .command('list')
    .description('Lists the scenarios that come with perpsim, with the title and the lesson of each.')
    .allowExcessArguments(false)
    .option('--json', 'print the list as one JSON line')
    .addHelpText('after', '\nExit codes: 0 listed, 2 wrong usage, 6 output not written.')
    .action(async (flags: ListFlags) => {
      const { listScenarios } = await import('./list.ts');
      await listScenarios(flags);
    });
  scenario
    .command('check')
    .description('Checks the files of scenarios without running them, and prints every problem with its line.')
    .argument('<scenario...>', 'files, folders, or names of the library')
    .option('--set <path=value>', 'check with a value in place of that of the file; may be repeated', gather)
    .option('--json', 'print the problems as one JSON line')
    .addHelpText('after', '\nExit codes: 0 no problems, 2 problems or wrong usage, 6 output not written.')
    .action(async (scenarios: readonly string[], flags: CheckFlags) => {
      const { checkScenarios } = await import('./check.ts');
      ended(await checkScenarios(scenarios, flags));
    });
}
