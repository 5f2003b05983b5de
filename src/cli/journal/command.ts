import type { CliCommand } from '../cli-command.ts';
import type { CatFlags } from './cat.ts';
import type { VerifyFlags } from './verify.ts';

const JOURNAL = 'a data directory, or one file of a journal';

/** `perpsim journal` and its commands; what they need is loaded when they are called. */
export function addJournal(program: CliCommand, ended: (code: 0 | 1) => void): void {
  const journal = program
    .command('journal')
    .description('Checks, prints and compacts the journal of a data directory.');
  journal
    .command('verify')
    .description('Checks sums and structure of every line, and with --replay every digest.')
    .argument('<journal>', JOURNAL)
    .allowExcessArguments(false)
    .option('--replay', 'apply the inputs again and compare every digest')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: ['perpsim journal verify ./data', 'perpsim journal verify ./data --replay --json'],
      exits: { 0: 'sound', 1: 'damaged, or other digests', 2: 'wrong usage, or no journal there' },
    })
    .action(async (given: string, flags: VerifyFlags) => {
      const { verify } = await import('./verify.ts');
      ended(await verify(given, flags));
    });
  journal
    .command('cat')
    .description('Prints inputs, one a line; of a data directory those of the newest file.')
    .argument('<journal>', JOURNAL)
    .allowExcessArguments(false)
    .option('--from <seq|time>', 'begin with this input, or at this time (ISO 8601 or Unix ms)')
    .option('--to <seq|time>', 'end with this input, or at this time')
    .option('--kind <kinds>', 'only these: request, control, clock, charge; separated by commas')
    .option('--json', 'print the lines as they are in the file')
    .withHelp({
      examples: [
        'perpsim journal cat ./data --kind request --from 1000',
        'perpsim journal cat ./data --from 2026-01-05T12:00:00Z --json | jq .input',
      ],
      exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
    })
    .action(async (given: string, flags: CatFlags) => {
      const { cat } = await import('./cat.ts');
      ended(await cat(given, flags));
    });
  journal
    .command('stat')
    .description('Counts inputs by kind and bytes, and lists files and snapshots.')
    .argument('<journal>', JOURNAL)
    .allowExcessArguments(false)
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: ['perpsim journal stat ./data', 'perpsim journal stat ./data --json'],
      exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
    })
    .action(async (given: string, flags: { readonly json?: boolean }) => {
      const { stat } = await import('./stat.ts');
      ended(await stat(given, flags));
    });
  journal
    .command('compact')
    .description(
      'Removes what no start reads: earlier lives, and inputs before the newest snapshot. The exchange must be stopped.',
    )
    .argument('<dir>', 'a data directory')
    .allowExcessArguments(false)
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: ['perpsim journal compact ./data', 'perpsim journal compact ./data --json'],
      exits: { 0: 'compacted', 1: 'damaged', 2: 'wrong usage, or no journal there' },
    })
    .action(async (given: string, flags: { readonly json?: boolean }) => {
      const { compact } = await import('./compact.ts');
      ended(await compact(given, flags));
    });
}
