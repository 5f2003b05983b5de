import type { CliCommand } from '../cli-command.ts';
import type { FactsExit, FactsFlags } from './facts.ts';

/** `perpsim market facts` among the commands; what it needs is loaded when it is called. */
export function addMarket(program: CliCommand, ended: (code: FactsExit) => void): void {
  program
    .command('market')
    .description('Measures the market of a world.')
    .command('facts')
    .description('Runs a world with several seeds and compares its market with the facts of real ones.')
    .allowExcessArguments(false)
    .option('--world <name|file>', 'a world of the package or a file (default: default)')
    .option('--hours <number>', 'hours of exchange time for each seed (default: 24)')
    .option('--seeds <number>', 'seeds 1 to this number, each starting on another weekday (default: 5)')
    .option('--start <time>', 'start of the first seed, Unix ms or ISO 8601 (default: as the world says)')
    .option('--threads <number>', 'seeds that run at a time (default: one for each core)')
    .option('--html <file>', 'write the table and its charts to this file')
    .option('--markdown <file>', 'write the table to this file as Markdown')
    .option('--json', 'print the figures and the points of the charts as one JSON line')
    .withHelp({
      notes: 'A signal ends the run soon, with the figures of what was observed.',
      examples: [
        'perpsim market facts --hours 6 --seeds 2',
        'perpsim market facts --world world.yaml --html market.html --json',
      ],
      exits: {
        0: 'all figures are within their ranges',
        1: 'a figure is out or not judged',
        2: 'wrong usage or world',
        130: 'stopped by a signal',
      },
    })
    .action(async (flags: FactsFlags) => {
      const { marketFacts } = await import('./facts.ts');
      ended(await marketFacts(flags));
    });
}
