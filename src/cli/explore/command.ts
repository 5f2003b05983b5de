import type { CliCommand } from '../cli-command.ts';
import type { ExploreExit, ExploreFlags } from './explore.ts';

/** `perpsim explore` among the commands; what it needs is loaded when it is called. */
export function addExplore(program: CliCommand, ended: (code: ExploreExit) => void): void {
  program
    .command('explore')
    .description('Sends random requests to a deployment and to an exchange of its own, and compares every response.')
    .allowExcessArguments(false)
    .requiredOption('--target <url>', 'the deployment to explore, such as http://127.0.0.1:8700')
    .option('--against <reference>', 'what it is compared with: self, the exchange of this perpsim', 'self')
    .option('--seed <text>', 'equal seeds send equal sequences', '1')
    .option('--commands <count>', 'commands in all', '2000')
    .option('--accounts <count>', 'wallets that take part, 2 to 8', '4')
    .option('--world <name>', 'the world to start in (default: the one the target was started with)')
    .option('--until-found <count>', 'end once there are so many differences', '1')
    .option('--no-shrink', 'leave sequences as long as they were found')
    .option('--out <folder>', 'write each difference there: as a scenario, as a feature, and its commands')
    .option('--control-token <token>', 'the token that a simulator was started with')
    .option('--reset-target', 'start a simulator over although clients have used it: what they did is lost')
    .option('--no-control', 'treat a simulator as a deployment without a control plane')
    .option('--profile <name>', 'without a control plane: the profile that names the variables of the keys', 'full')
    .option('--response-bytes <n>', 'read no more than this of one response (default: 16777216)')
    .option('--budget <tokens>', 'without a control plane: tokens of the address that may be spent', '100000')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim explore --target http://127.0.0.1:8700',
        'perpsim explore --target http://127.0.0.1:8700 --seed 7 --commands 500 --out found --json',
      ],
      exits: { 0: 'no difference', 1: 'differences', 3: 'target not reached' },
    })
    .action(async (flags: ExploreFlags) => {
      const { exploreCommand } = await import('./explore.ts');
      ended(await exploreCommand(flags));
    });
}
