import type { CliCommand } from '../cli-command.ts';
import type { OpenFlags } from './open.ts';
import type { DiffFlags, ReportExit, ReportFlags } from './report.ts';

/** Those of perpsim conform for the same run. */
const VERDICT_EXITS = {
  0: 'conformant',
  1: 'failures',
  2: 'wrong usage, a file that cannot be read, or runs that are not parts of one',
  4: 'the known-failing list no longer holds',
  5: 'incomplete',
  7: 'inconclusive',
} as const;

/** `perpsim report` among the commands; what it needs is loaded when it is called. */
export function addReport(program: CliCommand, ended: (code: ReportExit) => void): void {
  const report = program
    .command('report')
    .description('Makes, merges, compares, shows and opens the reports of finished runs.');
  report
    .command('merge')
    .description('Joins the runs of shards into one, with all its reports.')
    .argument('<sources...>', 'folders of reports, run.json files, or files of Cucumber messages')
    .requiredOption('--report <dir>', 'where the reports go')
    .option('--known-failing <file>', 'failures that are known, with reason, link and expiry')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim report merge part-1 part-2 part-3 --report reports/all',
        'perpsim report merge part-1/run.json part-2/run.json --report reports/all --json',
      ],
      exits: VERDICT_EXITS,
    })
    .action(async (sources: string[], flags: ReportFlags) => {
      const { merge } = await import('./report.ts');
      ended(await merge(sources, flags));
    });
  report
    .command('make')
    .description('Makes every report of a run again.')
    .argument('<source>', 'a folder of reports, a run.json, or a file of Cucumber messages')
    .allowExcessArguments(false)
    .requiredOption('--report <dir>', 'where the reports go')
    .option('--known-failing <file>', 'failures that are known, with reason, link and expiry')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim report make reports/latest --report reports/again',
        'perpsim report make reports/latest/run.json --report reports/again --known-failing known.yaml --json',
      ],
      exits: VERDICT_EXITS,
    })
    .action(async (source: string, flags: ReportFlags) => {
      const { merge } = await import('./report.ts');
      ended(await merge([source], flags));
    });
  report
    .command('show')
    .description('Prints the summary of a run.')
    .argument('<source>', 'a folder of reports, a run.json, or a file of Cucumber messages')
    .allowExcessArguments(false)
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: ['perpsim report show reports/latest', 'perpsim report show reports/latest/run.json --json'],
      exits: VERDICT_EXITS,
    })
    .action(async (source: string, flags: ReportFlags) => {
      const { show } = await import('./report.ts');
      ended(await show(source, flags));
    });
  report
    .command('diff')
    .description('Compares two runs: verdicts, and responses after ids and times are set aside.')
    .argument('<left>', 'a folder of reports, a run.json, or a file of Cucumber messages')
    .argument('<right>', 'another one')
    .allowExcessArguments(false)
    .option('--only <what>', 'verdicts: leave the responses alone')
    .option('--json', 'print the differences as one JSON line')
    .withHelp({
      examples: [
        'perpsim report diff reports/before reports/latest',
        'perpsim report diff reports/before reports/latest --only verdicts --json',
      ],
      exits: { 0: 'no difference', 1: 'differences', 2: 'wrong usage, or a file that cannot be read' },
    })
    .action(async (left: string, right: string, flags: DiffFlags) => {
      const { diff } = await import('./report.ts');
      ended(await diff(left, right, flags));
    });
  report
    .command('open')
    .description('Opens the report of a run, a sweep or the suite in the browser.')
    .argument('[report]', 'a report or a folder with reports (default: the newest below --reports)')
    .allowExcessArguments(false)
    .option('--reports <dir>', 'where the newest report is looked for', 'reports')
    .option('--no-open', 'print the address and open no browser')
    .option('--json', 'print file, kind and address as one JSON line')
    .withHelp({
      examples: [
        'perpsim report open',
        'perpsim report open reports/latest',
        'perpsim report open reports/run.html --no-open --json',
      ],
      exits: { 0: 'found', 2: 'wrong usage, or no report there' },
      notes: 'The report is a file that needs no server. Where no browser can be opened, a line says so.',
    })
    .action(async (source: string | undefined, flags: OpenFlags) => {
      const { open } = await import('./open.ts');
      ended(await open(source, flags));
    });
}
