import type { CliCommand } from '../cli-command.ts';
import type { CalibrateFlags } from './calibrate.ts';

const FILES =
  'Files: .csv, .jsonl, .ndjson (each also .gz), .parquet; docs/market-data.md lists the columns, docs/calibrating.md the\nestimates. perpsim serve --world world.yaml starts the world that is written.';

/** `perpsim calibrate`; what it needs is loaded when it is called. */
export function addCalibrate(program: CliCommand, ended: (code: 0 | 1) => void): void {
  program
    .command('calibrate')
    .description('Estimates a market from recorded trades, books and candles, and writes a world file of it.')
    .allowExcessArguments(false)
    .option('--trades <file>', 'recorded trades of the market')
    .option('--book <file>', 'recorded book tops or depth')
    .option('--candles <file>', 'recorded candles, for what takes more days than the trades have')
    .option('--out <file>', 'write a world file: the world default with this market')
    .option('--symbol <symbol>', 'the market', 'BTC-USDT')
    .option('--json', 'print the figures as one JSON line')
    .withHelp({
      notes: FILES,
      examples: [
        'perpsim calibrate --trades btc-trades.csv.gz --book btc-depth.parquet --out world.yaml',
        'perpsim calibrate --trades btc-trades.csv.gz --json',
      ],
      exits: { 0: 'estimated', 1: 'bad data, or too little for a world' },
    })
    .action(async (flags: CalibrateFlags) => {
      const { calibrate } = await import('./calibrate.ts');
      ended(await calibrate(flags));
    });
}
