import type { CliCommand } from '../cli-command.ts';
import { gather } from '../overrides.ts';
import type { RunExit, RunFlags } from './run.ts';

const NOTES = `A bot that asks for time (POST /sim/v1/clock/step) runs in lockstep: the same bot gives the same digest. With --speed the
clock moves by itself, and the run is recorded: its journal replays, the bot need not repeat.`;

/** `perpsim run` among the commands; what it needs is loaded when it is called. */
export function addRun(program: CliCommand, ended: (code: RunExit) => void): void {
  program
    .command('run')
    .description('Runs a scenario and says whether its expectations hold.')
    .argument('<scenario>', 'a name of the library such as risk/flash-crash, a folder, or a file')
    .allowExcessArguments(false)
    .option('--seed <seed>', 'run with this seed instead of that of the scenario')
    .option('--until <time>', 'end earlier: a duration such as 10m after the start, or an ISO 8601 time')
    .option('--set <path=value>', 'replace a value of the scenario, such as strategy.spread=4; may be repeated', gather)
    .option('--bot <command>', "start this program in place of the scenario's strategy")
    .option('--speed <number>', 'with --bot: exchange time for each second of the wall, instead of lockstep')
    .option('--step-timeout <time>', 'with --bot: end a bot that asks for no time for so long (default: 60s)')
    .option('--json', 'print the result as one JSON line')
    .option('--html <file>', 'write the report of the run, one file')
    .option('--journal <file>', 'write the journal of the run, for perpsim replay')
    .option('--progress-json', 'write progress on stderr as JSON lines')
    .option('--write-digest', 'write the digest into digest.txt of the scenario')
    .withHelp({
      notes: NOTES,
      examples: [
        'perpsim run risk/flash-crash',
        'perpsim run scenarios/first --seed 7 --html report.html --json',
        'perpsim run scenarios/first --bot "node bot.mjs"',
      ],
      exits: {
        0: 'passed, or nothing was expected',
        1: 'an expectation or the digest failed',
        2: 'wrong usage or file',
        130: 'stopped',
      },
    })
    .action(async (scenario: string, flags: RunFlags) => {
      const { run } = await import('./run.ts');
      ended(await run(scenario, flags));
    });
}
