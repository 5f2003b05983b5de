import type { Command } from 'commander';
import type { CalibrateFlags } from './calibrate.ts';

const MORE = `
Files: .csv, .jsonl, .ndjson (each also .gz), .parquet; docs/market-data.md lists the columns, docs/calibrating.md the estimates.

Example:
  perpsim calibrate --trades btc-trades.csv.gz --book btc-depth.parquet --out world.yaml
  perpsim serve --world world.yaml

Exit codes: 0 estimated, 1 bad data, or too little for a world, 2 wrong usage, 6 output not written.`;

/** `perpsim calibrate`; what it needs is loaded when it is called. */
export function addCalibrate(program: Command, ended: (code: 0 | 1) => void): void {
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
    .addHelpText('after', MORE)
    .action(async (flags: CalibrateFlags) => {
      const { calibrate } = await import('./calibrate.ts');
      ended(await calibrate(flags));
    });
}
