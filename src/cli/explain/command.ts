import type { Command } from 'commander';
import type { ExplainExit } from './explain.ts';

/** `perpsim explain`; what it needs is loaded when it is called. */
export function addExplain(program: Command, ended: (code: ExplainExit) => void): void {
  program
    .command('explain')
    .description('Says what an action, an error code, a clause, a ruling or a channel is.')
    .argument('<name>', 'such as placeOrders, INSUFFICIENT_MARGIN, SURFACE-TRADE-POST, R-40 or trades')
    .allowExcessArguments(false)
    .option('--json', 'print one JSON line')
    .addHelpText(
      'after',
      '\nExamples:\n  perpsim explain placeOrders\n  perpsim explain POST_ONLY_WOULD_TRADE --json\n' +
        '\nExit codes: 0 explained, 1 no such name, 2 wrong usage, 6 output not written.',
    )
    .action(async (name: string, flags: { readonly json?: boolean }) => {
      const { explain } = await import('./explain.ts');
      ended(await explain(name, flags));
    });
}
