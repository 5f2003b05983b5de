import type { CliCommand } from '../cli-command.ts';
import type { ForkFlags } from './fork.ts';

const NOTES = `It reads markets, tiers, collaterals, prices, books, candles, trades and funding, which needs no account. docs/calibrating.md
says what becomes of them. An interrupt (Ctrl-C) writes what there is until then. perpsim serve --world world.yaml starts it.`;

/** `perpsim fork`; what it needs is loaded when it is called. */
export function addFork(program: CliCommand, ended: (code: 0 | 1 | 3 | 130) => void): void {
  program
    .command('fork')
    .description('Writes a world file like a deployment of this API, from its public surface alone.')
    .argument('<url>', 'the deployment, such as https://exchange.example')
    .allowExcessArguments(false)
    .requiredOption('--out <file>', 'where the world is written')
    .option('--watch <duration>', 'follow trades, prices and books for this long, such as 10m')
    .option('--json', 'print what was written as one JSON line')
    .withHelp({
      notes: NOTES,
      examples: [
        'perpsim fork https://exchange.example --out world.yaml --watch 10m',
        'perpsim fork https://exchange.example --out world.yaml --json',
      ],
      exits: {
        0: 'written',
        1: 'no world could be made of it',
        3: 'the deployment was not reached or does not respond as the API does',
        130: 'interrupted before there was anything to write',
      },
    })
    .action(async (url: string, flags: ForkFlags) => {
      const { fork } = await import('./fork.ts');
      ended(await fork(url, flags));
    });
}
