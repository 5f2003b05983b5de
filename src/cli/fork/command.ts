import type { Command } from 'commander';
import type { ForkFlags } from './fork.ts';

const MORE = `
It reads markets, tiers, collaterals, prices, books, candles, trades and funding, which needs no account. docs/calibrating.md says
what becomes of them. An interrupt (Ctrl-C) writes what there is until then.

Example:
  perpsim fork https://exchange.example --out world.yaml --watch 10m
  perpsim serve --world world.yaml

Exit codes: 0 written, 1 no world could be made of it, 2 wrong usage, 3 the deployment was not reached or does not respond as the API
does, 6 output not written, 130 interrupted before there was anything to write.`;

/** `perpsim fork`; what it needs is loaded when it is called. */
export function addFork(program: Command, ended: (code: 0 | 1 | 3 | 130) => void): void {
  program
    .command('fork')
    .description('Writes a world file like a deployment of this API, from its public surface alone.')
    .argument('<url>', 'the deployment, such as https://exchange.example')
    .allowExcessArguments(false)
    .requiredOption('--out <file>', 'where the world is written')
    .option('--watch <duration>', 'follow trades, prices and books for this long, such as 10m')
    .addHelpText('after', MORE)
    .action(async (url: string, flags: ForkFlags) => {
      const { fork } = await import('./fork.ts');
      ended(await fork(url, flags));
    });
}
