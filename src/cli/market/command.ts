import type { Command } from 'commander';
import type { FactsExit, FactsFlags } from './facts.ts';

const HELP = `
A signal ends the run soon, with the figures of what was observed.

Exit codes: 0 all figures are within their ranges, 1 a figure is out or not judged, 2 wrong usage or world,
6 output not written, 130 stopped by a signal.`;

/** `perpsim market facts` among the commands; what it needs is loaded when it is called. */
export function addMarket(program: Command, ended: (code: FactsExit) => void): void {
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
    .addHelpText('after', HELP)
    .action(async (flags: FactsFlags) => {
      const { marketFacts } = await import('./facts.ts');
      ended(await marketFacts(flags));
    });
}
