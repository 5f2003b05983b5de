import type { CliCommand } from '../cli-command.ts';
import { gather } from '../overrides.ts';
import type { SweepExit, SweepFlags } from './sweep.ts';
import type { WorkerFlags } from './worker.ts';

/** `perpsim sweep` and `perpsim worker` among the commands; what they need is loaded when they are called. */
export function addSweep(program: CliCommand, ended: (code: SweepExit) => void): void {
  program
    .command('sweep')
    .description('Runs a scenario with many seeds and parameters, and writes a table of what came out.')
    .argument('<scenario>', 'a folder or file of a scenario, or a name of the library')
    .allowExcessArguments(false)
    .requiredOption('--seeds <list>', 'seeds such as 1..1000 or 1,5,9')
    .option('--set <path=values>', "values of a field of the scenario, such as 'strategy.spread=2,4,8'", gather)
    .requiredOption('--out <dir>', 'folder of the results')
    .option('--workers <number>', 'runs that go on at a time, each on a thread (default: one for each core)')
    .option('--queue <url>', 'spread the runs over workers of a Redis instead, such as redis://127.0.0.1:6379')
    .option('--fresh', 'remove the results that are in the folder')
    .option('--html <file>', 'write the page to this file as well')
    .option('--json', 'print the summary as one JSON line')
    .option('--progress-json', 'write progress on stderr as JSON lines')
    .withHelp({
      notes: 'The same command goes on where it was stopped.',
      examples: [
        'perpsim sweep risk/flash-crash --seeds 1..10 --out sweep',
        'perpsim sweep scenarios/mine --seeds 1..100 --set strategy.spread=2,4,8 --out sweep --json',
      ],
      exits: {
        0: 'all runs ended as expected',
        1: 'an expectation failed or a run has no result',
        2: 'wrong usage or scenario',
        3: 'no Redis reached',
        6: 'results not written',
        130: 'stopped by a signal',
      },
    })
    .action(async (scenario: string, flags: SweepFlags) => {
      const { sweep } = await import('./sweep.ts');
      ended(await sweep(scenario, flags));
    });
  program
    .command('worker')
    .description('Takes runs of sweeps from a queue until it is stopped.')
    .allowExcessArguments(false)
    .requiredOption('--queue <url>', 'the Redis of the sweeps, such as redis://127.0.0.1:6379')
    .option('--concurrency <number>', 'runs that go on at a time, each on a thread (default: one for each core)')
    .option('--json', 'print what happens as JSON lines')
    .withHelp({
      examples: [
        'perpsim worker --queue redis://127.0.0.1:6379',
        'perpsim worker --queue redis://127.0.0.1:6379 --concurrency 4 --json',
      ],
      exits: { 0: 'stopped by a signal', 130: 'stopped at once' },
    })
    .action(async (flags: WorkerFlags) => {
      const { worker } = await import('./worker.ts');
      ended(await worker(flags));
    });
}
