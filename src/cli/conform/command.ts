import type { CliCommand } from '../cli-command.ts';
import type { ConformExit } from '../../harness/suite/exit-code.ts';
import type { ConformFlags } from './flags.ts';

/** `perpsim conform` among the commands; what it needs is loaded when it is called. */
export function addConform(program: CliCommand, ended: (code: ConformExit) => void): void {
  const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
  program
    .command('conform')
    .description('Runs the conformance suite against a deployment and says whether it conforms.')
    .argument(
      '[features...]',
      'feature files or folders, such as features/trade or features/trade/cancelOrders.feature:12',
    )
    .option('--target <url>', 'the deployment to test (default: an exchange of its own, in this process)')
    .option('--ws <url>', 'its WebSocket base (default: /v1/ws of the target)')
    .option('--service-name <name>', 'name in the EIP-712 domain (default: what the target or the profile says)')
    .option('--control-token <token>', 'the token that a simulator was started with')
    .option('--no-control', 'use no control plane, even if there is one')
    .option('--reset-target', 'restart a simulator even if clients have used it; its state is lost')
    .option('--against <url>', 'run a second deployment as well and compare their responses')
    .option('--profile <name|file>', 'core, full, readonly, ws, or a file (default: full)')
    .option('--tags <expression>', 'only scenarios with these tags, such as "@auth and not @negative"', several)
    .option('--clause <glob>', 'only scenarios that cite such a clause, such as "GETTRADES-*"', several)
    .option('--exclude <glob>', 'skip the scenarios of these features, such as "features/limits/**"', several)
    .option('--shard <i/n>', 'only part i of n')
    .option('--rerun <file>', 'only the scenarios that a file lists, such as the rerun.txt of a report')
    .option('--seed <text>', 'run in the random order of this seed (default: as written)')
    .option('--budget <tokens>', 'spend no more tokens of the address than this')
    .option('--response-bytes <n>', 'read no more than this of one response (default: 16777216)')
    .option(
      '--workers <number>',
      'scenarios at a time (default: one a core, or as many as the wallets of a plain target allow)',
    )
    .option('--known-failing <file>', 'failures that are known, with reason, link and expiry')
    .option('--report <dir>', 'where the reports go (default: reports/latest)')
    .option('--trace <which>', 'keep the wire trace of failed, all or none (default: failed)')
    .option('--annotations <form>', 'print failures as annotations of a CI as well: github')
    .option('--fail-fast', 'stop at the first failure')
    .option('--dry-run', 'probe the target and say what would run, but run nothing')
    .option('--list', 'list the chosen scenarios, without a target')
    .option('--quiet', 'print the verdict only')
    .option('--json', 'print the result as one JSON line')
    .option('--progress-json', 'write progress on stderr as JSON lines')
    .withHelp({
      examples: [
        'perpsim conform',
        'perpsim conform --target https://exchange.example --profile readonly',
        'perpsim conform features/trade --tags "@auth and not @negative" --json',
        'perpsim conform --list --clause "GETTRADES-*"',
      ],
      exits: {
        0: 'conformant',
        1: 'failures',
        3: 'target not reached',
        4: 'the known-failing list no longer holds: an unexpected pass, an entry that is stale or expired',
        5: 'incomplete: stopped, nothing ran, or something left behind',
        6: 'the output or the reports could not be written',
        7: 'inconclusive: nothing failed, but less was proven than the profile asks for',
      },
    })
    .action(async (features: string[], flags: ConformFlags) => {
      const { needPackages, SUITE } = await import('../optional-packages.ts');
      needPackages(SUITE);
      const { conform } = await import('./conform.ts');
      ended(await conform(features, flags));
    });
}
