import type { CliCommand } from '../cli-command.ts';
import type { ExplainExit } from './explain.ts';

/** `perpsim explain`; what it needs is loaded when it is called. */
export function addExplain(program: CliCommand, ended: (code: ExplainExit) => void): void {
  program
    .command('explain')
    .description('Says what an action, an error code, an HTTP status, a clause, a ruling or a channel is.')
    .argument('<name>', 'such as placeOrders, INSUFFICIENT_MARGIN, 429, SURFACE-TRADE-POST, R-40 or trades')
    .allowExcessArguments(false)
    .option('--json', 'print one JSON line')
    .withHelp({
      examples: ['perpsim explain placeOrders', 'perpsim explain POST_ONLY_WOULD_TRADE --json'],
      exits: { 0: 'explained', 1: 'no such name' },
    })
    .action(async (name: string, flags: { readonly json?: boolean }) => {
      const { explain } = await import('./explain.ts');
      ended(await explain(name, flags));
    });
}
