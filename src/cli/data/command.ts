import type { CliCommand } from '../cli-command.ts';
import type { CheckFlags } from './check.ts';

const KINDS =
  'Kinds: trades, tops, depth, candles. Files: .csv, .jsonl, .ndjson (each also .gz or .zip), .parquet; docs/market-data.md lists the\ncolumns.';

/** `perpsim data` and its commands; what they need is loaded when they are called. */
export function addData(program: CliCommand, ended: (code: 0 | 1) => void): void {
  const data = program.command('data').description('Checks recorded market data.');
  data
    .command('check')
    .description('Prints what files of recorded data cover, their gaps, and their bad rows by file and line.')
    .argument('<file...>', 'files of trades, book tops, depth or candles')
    .option('--kind <kind>', 'the kind of all files (default: by the name or the columns of each)')
    .option('--gap <duration>', 'a longer time without rows is a gap, such as 30s or 5m (default: 1m; candles: 1h)')
    .option('--limit <count>', 'how many problems of a file are printed (default: 20)')
    .option('--json', 'print one JSON line for each file')
    .withHelp({
      notes: KINDS,
      examples: [
        'perpsim data check data/trades.csv.gz data/depth.parquet --gap 10s',
        'perpsim data check data/trades.csv.gz --json',
      ],
      exits: { 0: 'nothing wrong', 1: 'bad rows, gaps or a file that cannot be read' },
    })
    .action(async (files: string[], flags: CheckFlags) => {
      const { check } = await import('./check.ts');
      ended(await check(files, flags));
    });
}
