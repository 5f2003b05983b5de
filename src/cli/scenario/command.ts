import type { CliCommand } from '../cli-command.ts';
import { gather } from '../overrides.ts';
import type { CheckFlags } from './check.ts';
import type { ListFlags } from './list.ts';
import { addRecord, addShrink } from './derive-command.ts';

/** `perpsim scenario` among the commands; what it needs is loaded when it is called. */
export function addScenario(program: CliCommand, ended: (code: 0 | 1 | 2 | 4) => void): void {
  const scenario = program.command('scenario').description('Lists, checks, records and shrinks scenarios.');
  addRecord(scenario);
  addShrink(scenario, ended);
  scenario
    .command('list')
    .description('Lists the scenarios that come with perpsim, with the title and the lesson of each.')
    .allowExcessArguments(false)
    .option('--json', 'print the list as one JSON line')
    .withHelp({
      examples: ['perpsim scenario list', 'perpsim scenario list --json'],
      exits: { 0: 'listed' },
    })
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
    .withHelp({
      examples: [
        'perpsim scenario check scenarios/first',
        'perpsim scenario check risk/flash-crash --set seed=7 --json',
      ],
      exits: { 0: 'no problems', 2: 'problems, or wrong usage' },
    })
    .action(async (scenarios: readonly string[], flags: CheckFlags) => {
      const { checkScenarios } = await import('./check.ts');
      ended(await checkScenarios(scenarios, flags));
    });
}
