import { type CommandSpec, JSON_FLAG, REQUIRED } from '../define.ts';
import { gather } from '../overrides.ts';
import type { RunFlags } from '../run/run.ts';
import type { CheckFlags } from '../scenario/check.ts';
import type { ListFlags } from '../scenario/list.ts';
import type { RecordScenarioFlags } from '../scenario/record.ts';
import type { ShrinkFlags } from '../scenario/shrink.ts';

/** Scenarios. What each needs is loaded when it is called. */

const NOTES = `A bot that asks for time (POST /sim/v1/clock/step) runs in lockstep: the same bot gives the same digest. With --speed the
clock moves by itself, and the run is recorded: its journal replays, the bot need not repeat.`;

export const RUN: readonly CommandSpec[] = [
  {
    name: 'run',
    about: 'Runs a scenario and says whether its expectations hold.',
    takes: [['<scenario>', 'a name of the library such as risk/flash-crash, a folder, or a file']],
    flags: [
      ['--seed <seed>', 'run with this seed instead of that of the scenario'],
      ['--until <time>', 'end earlier: a duration such as 10m after the start, or an ISO 8601 time'],
      ['--set <path=value>', 'replace a value of the scenario, such as strategy.spread=4; may be repeated', gather],
      ['--bot <command>', "start this program in place of the scenario's strategy"],
      ['--speed <number>', 'with --bot: exchange time for each second of the wall, instead of lockstep'],
      ['--step-timeout <time>', 'with --bot: end a bot that asks for no time for so long (default: 60s)'],
      JSON_FLAG,
      ['--html <file>', 'write the report of the run, one file'],
      ['--journal <file>', 'write the journal of the run, for perpsim replay'],
      ['--progress-json', 'write progress on stderr as JSON lines'],
      ['--write-digest', 'write the digest into digest.txt of the scenario'],
    ],
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
    run: async (scenario: string, flags: RunFlags) => (await import('../run/run.ts')).run(scenario, flags),
  },
  {
    name: 'scenario',
    about: 'Lists, checks, records and shrinks scenarios.',
    below: [
      {
        name: 'record',
        about: 'Makes a scenario of a journal or of a recording: it runs to the same trades and positions.',
        takes: [
          ['<source>', 'a journal, a data directory, the URL of a running exchange, or a file of perpsim record'],
        ],
        flags: [
          ['--out <folder>', 'folder for the files of the scenario', REQUIRED],
          ['--title <text>', 'title of the scenario'],
          ['--scenario <scenario>', 'the scenario that the source is a run of: its world and its markets are taken'],
          ['--world <name|file>', 'world in place of the one that the source names'],
          ['--expect <sentence...>', 'what must hold at the end, in the words of expect.yaml'],
          JSON_FLAG,
        ],
        examples: [
          'perpsim scenario record ./data --out scenarios/mine',
          'perpsim scenario record http://127.0.0.1:8700 --out scenarios/mine --title "A bad night" --json',
        ],
        exits: { 0: 'written', 2: 'wrong usage, or a source that cannot be one scenario' },
        run: async (source: string, flags: RecordScenarioFlags) =>
          (await import('../scenario/record.ts')).recordScenario(source, flags),
      },
      {
        name: 'shrink',
        about: 'Reduces a scenario to the smallest that still fails the same expectation.',
        takes: [['<scenario>', 'file, folder, or name of the library']],
        flags: [
          ['--out <folder>', 'folder for the smaller scenario; NAME-shrunk when left out'],
          ['--expectation <sentence>', 'the sentence that must still fail; the first that fails when left out'],
          ['--any-failure', 'it may fail with another finding than before'],
          ['--tries <count>', 'runs at most', '2000'],
          JSON_FLAG,
        ],
        notes: 'Ctrl-C ends the search and writes what was found so far.',
        examples: [
          'perpsim scenario shrink scenarios/mine',
          'perpsim scenario shrink scenarios/mine --out scenarios/small --tries 500 --json',
        ],
        exits: { 0: 'written', 1: 'nothing fails', 4: 'stopped by Ctrl-C and written' },
        run: async (given: string, flags: ShrinkFlags) => (await import('../scenario/shrink.ts')).shrink(given, flags),
      },
      {
        name: 'list',
        about: 'Lists the scenarios that come with perpsim, with the title and the lesson of each.',
        flags: [['--json', 'print the list as one JSON line']],
        examples: ['perpsim scenario list', 'perpsim scenario list --json'],
        exits: { 0: 'listed' },
        run: async (flags: ListFlags) => (await import('../scenario/list.ts')).listScenarios(flags),
      },
      {
        name: 'check',
        about: 'Checks the files of scenarios without running them, and prints every problem with its line.',
        takes: [['<scenario...>', 'files, folders, or names of the library']],
        flags: [
          ['--set <path=value>', 'check with a value in place of that of the file; may be repeated', gather],
          ['--json', 'print the problems as one JSON line'],
        ],
        examples: [
          'perpsim scenario check scenarios/first',
          'perpsim scenario check risk/flash-crash --set seed=7 --json',
        ],
        exits: { 0: 'no problems', 2: 'problems, or wrong usage' },
        run: async (scenarios: readonly string[], flags: CheckFlags) =>
          (await import('../scenario/check.ts')).checkScenarios(scenarios, flags),
      },
    ],
  },
];
