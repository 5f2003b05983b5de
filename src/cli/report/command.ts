import type { Command } from 'commander';
import type { DiffFlags, ReportExit, ReportFlags } from './report.ts';

const VERDICT_EXITS = `
Exit codes: those of perpsim conform for that run: 0 conformant, 1 failures, 4 the known-failing list no longer holds,
5 incomplete; 2 for wrong usage, a file that cannot be read, or runs that are not parts of one; and 6 for output that
cannot be written.`;
const DIFF_EXITS =
  '\nExit codes: 0 no difference, 1 differences, 2 wrong usage or a file that cannot be read, 6 output not written.';

/** `perpsim report` among the commands; what it needs is loaded when it is called. */
export function addReport(program: Command, ended: (code: ReportExit) => void): void {
  const report = program
    .command('report')
    .description('Makes, merges, compares and shows the reports of finished runs.')
    .helpCommand(false);
  report
    .command('merge')
    .description('Joins the runs of shards into one, with all its reports.')
    .argument('<sources...>', 'folders of reports, run.json files, or files of Cucumber messages')
    .requiredOption('--report <dir>', 'where the reports go')
    .option('--known-failing <file>', 'failures that are known, with reason, link and expiry')
    .option('--json', 'print the result as one JSON line')
    .addHelpText('after', VERDICT_EXITS)
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
    .addHelpText('after', VERDICT_EXITS)
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
    .addHelpText('after', VERDICT_EXITS)
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
    .addHelpText('after', DIFF_EXITS)
    .action(async (left: string, right: string, flags: DiffFlags) => {
      const { diff } = await import('./report.ts');
      ended(await diff(left, right, flags));
    });
}
