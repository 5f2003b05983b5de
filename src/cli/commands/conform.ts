import { type CommandBody, JSON_FLAG } from '../define.ts';
import type { ConformFlags } from '../conform/choices.ts';
import { gather } from '../flag-values.ts';
import { needPackages, SUITE } from '../optional-packages.ts';

/** `perpsim conform`; what it does is in ../conform. */
export const CONFORM: CommandBody = {
  takes: ['feature files or folders, such as features/trade or features/trade/cancelOrders.feature:12'],
  flags: [
    ['--target <url>', 'the deployment to test (default: an exchange of its own, in this process)'],
    ['--ws <url>', 'its WebSocket base (default: /v1/ws of the target)'],
    ['--service-name <name>', 'name in the EIP-712 domain (default: what the target or the profile says)'],
    ['--control-token <token>', 'the token that a simulator was started with'],
    ['--no-control', 'use no control plane, even if there is one'],
    ['--reset-target', 'restart a simulator even if clients have used it; its state is lost'],
    ['--against <url>', 'run a second deployment as well and compare their responses'],
    ['--profile <name|file>', 'core, full, readonly, ws, or a file (default: full)'],
    ['--tags <expression>', 'only scenarios with these tags, such as "@auth and not @negative"', gather],
    ['--clause <glob>', 'only scenarios that cite such a clause, such as "GETTRADES-*"', gather],
    ['--exclude <glob>', 'skip the scenarios of these features, such as "features/limits/**"', gather],
    ['--shard <i/n>', 'only part i of n'],
    ['--rerun <file>', 'only the scenarios that a file lists, such as the rerun.txt of a report'],
    ['--seed <text>', 'run in the random order of this seed (default: as written)'],
    ['--budget <tokens>', 'spend no more tokens of the address than this'],
    ['--response-bytes <n>', 'read no more than this of one response (default: 16777216)'],
    [
      '--workers <number>',
      'scenarios at a time (default: one a core, or as many as the wallets of a plain target allow)',
    ],
    ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
    ['--report <dir>', 'where the reports go (default: reports/latest)'],
    ['--trace <which>', 'keep the wire trace of failed, all or none (default: failed)'],
    ['--annotations <form>', 'print failures as annotations of a CI as well: github'],
    ['--fail-fast', 'stop at the first failure'],
    ['--dry-run', 'probe the target and say what would run, but run nothing'],
    ['--list', 'list the chosen scenarios, without a target'],
    ['--quiet', 'print the verdict only'],
    JSON_FLAG,
    ['--progress-json', 'write progress on stderr as JSON lines'],
  ],
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
  run: async (features: string[], flags: ConformFlags) => {
    needPackages(SUITE);
    // It cannot be loaded without the packages.
    const { conform } = await import('../conform/conform.ts');
    return conform(features, flags);
  },
};
