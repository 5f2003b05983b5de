import type { CliCommand } from '../cli-command.ts';
import type { ExportExit, ExportFlags } from './export.ts';

/** `perpsim export` among the commands; what it needs is loaded when it is called. */
export function addExport(program: CliCommand, ended: (code: ExportExit) => void): void {
  program
    .command('export')
    .description('Writes orders, fills, positions, funds, funding, candles and books of a journal as tables.')
    .argument('<journal>', 'a journal, a data directory, or the URL of a running exchange')
    .allowExcessArguments(false)
    .option('--sqlite <file>', 'one SQLite file with every table')
    .option('--parquet <dir>', 'a Parquet file for each table')
    .option('--csv <dir>', 'a CSV file for each table')
    .option('--jsonl <dir>', 'a JSON Lines file for each table')
    .option('--from <time>', 'only rows from this exchange time on, in Unix milliseconds or ISO 8601')
    .option('--to <time>', 'only rows before this exchange time')
    .option('--interval <interval>', 'of candles and of snapshots of the books, such as 1m, 1h or 1d (default: 1m)')
    .option('--force', 'replace files that exist')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--json', 'print the summary as one JSON line')
    .withHelp({
      examples: [
        'perpsim export ./data --sqlite run.sqlite',
        'perpsim export http://127.0.0.1:8700 --parquet tables --interval 1h --json',
      ],
      exits: {
        0: 'written',
        1: 'the journal replays to other digests',
        2: 'wrong usage or no journal',
        3: 'no exchange reached',
      },
    })
    .action(async (journal: string, flags: ExportFlags) => {
      const { exportJournal } = await import('./export.ts');
      ended(await exportJournal(journal, flags));
    });
}
