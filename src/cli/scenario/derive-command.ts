import type { CliCommand } from '../cli-command.ts';
import type { RecordScenarioFlags } from './record.ts';
import type { ShrinkFlags } from './shrink.ts';

/** `perpsim scenario record`. */
export function addRecord(scenario: CliCommand): void {
  scenario
    .command('record')
    .description('Makes a scenario of a journal or of a recording: it runs to the same trades and positions.')
    .argument('<source>', 'a journal, a data directory, the URL of a running exchange, or a file of perpsim record')
    .allowExcessArguments(false)
    .requiredOption('--out <folder>', 'folder for the files of the scenario')
    .option('--title <text>', 'title of the scenario')
    .option('--scenario <scenario>', 'the scenario that the source is a run of: its world and its markets are taken')
    .option('--world <name|file>', 'world in place of the one that the source names')
    .option('--expect <sentence...>', 'what must hold at the end, in the words of expect.yaml')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim scenario record ./data --out scenarios/mine',
        'perpsim scenario record http://127.0.0.1:8700 --out scenarios/mine --title "A bad night" --json',
      ],
      exits: { 0: 'written', 2: 'wrong usage, or a source that cannot be one scenario' },
    })
    .action(async (source: string, flags: RecordScenarioFlags) => {
      const { recordScenario } = await import('./record.ts');
      await recordScenario(source, flags);
    });
}

/** `perpsim scenario shrink`. */
export function addShrink(scenario: CliCommand, ended: (code: 0 | 1 | 4) => void): void {
  scenario
    .command('shrink')
    .description('Reduces a scenario to the smallest that still fails the same expectation.')
    .argument('<scenario>', 'file, folder, or name of the library')
    .allowExcessArguments(false)
    .option('--out <folder>', 'folder for the smaller scenario; NAME-shrunk when left out')
    .option('--expectation <sentence>', 'the sentence that must still fail; the first that fails when left out')
    .option('--any-failure', 'it may fail with another finding than before')
    .option('--tries <count>', 'runs at most', '2000')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      notes: 'Ctrl-C ends the search and writes what was found so far.',
      examples: [
        'perpsim scenario shrink scenarios/mine',
        'perpsim scenario shrink scenarios/mine --out scenarios/small --tries 500 --json',
      ],
      exits: { 0: 'written', 1: 'nothing fails', 4: 'stopped by Ctrl-C and written' },
    })
    .action(async (given: string, flags: ShrinkFlags) => {
      const { shrink } = await import('./shrink.ts');
      ended(await shrink(given, flags));
    });
}
