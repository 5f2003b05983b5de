import { onDisk } from '../../exchange/host.ts';
import { type DataFiles, readFiles } from '../../lab/calibration/data.ts';
import { figuresOf, type MarketFigures } from '../../lab/calibration/estimate/figures.ts';
import { calibratedWorld, lacking } from '../../lab/calibration/world/calibrated.ts';
import { worldProblems } from '../../lab/calibration/world/check.ts';
import { reportJson, reportText } from '../../lab/calibration/report.ts';
import { printableLines } from '../../kernel/printable.ts';
import { MarketDataError } from '../../scenarios/market-data/rows.ts';
import type { CommandBody } from '../define.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

const NOTES =
  'Files: .csv, .jsonl, .ndjson (each also .gz), .parquet; docs/market-data.md lists the columns, docs/calibrating.md the\nestimates. perpsim serve --world world.yaml starts the world that is written.';

/** `perpsim calibrate`. */
export const CALIBRATE: CommandBody = {
  flags: [
    ['--trades <file>', 'recorded trades of the market'],
    ['--book <file>', 'recorded book tops or depth'],
    ['--candles <file>', 'recorded candles, for what takes more days than the trades have'],
    ['--out <file>', 'write a world file: the world default with this market'],
    ['--symbol <symbol>', 'the market', 'BTC-USDT'],
    ['--json', 'print the figures as one JSON line'],
  ],
  notes: NOTES,
  examples: [
    'perpsim calibrate --trades btc-trades.csv.gz --book btc-depth.parquet --out world.yaml',
    'perpsim calibrate --trades btc-trades.csv.gz --json',
  ],
  exits: { 0: 'estimated', 1: 'bad data, or too little for a world' },
  run: async (flags: CalibrateFlags) => calibrate(flags),
};

export interface CalibrateFlags {
  readonly trades?: string;
  readonly book?: string;
  readonly candles?: string;
  readonly out?: string;
  readonly symbol: string;
  readonly json?: boolean;
}

const SYMBOL = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,7}$/;

/**
 * `perpsim calibrate`: 0 when the figures were estimated, 1 for bad data.
 *
 * @throws UsageError for wrong flags
 */
export async function calibrate(flags: CalibrateFlags): Promise<0 | 1> {
  const { symbol, trades, book, candles } = flags;
  if (!SYMBOL.test(symbol)) throw new UsageError(`--symbol must be a symbol such as BTC-USDT (got "${symbol}")`);
  if (trades === undefined && book === undefined && candles === undefined) {
    throw new UsageError('give at least one of --trades, --book and --candles');
  }
  const files = {
    ...(trades !== undefined && { trades }),
    ...(book !== undefined && { book }),
    ...(candles !== undefined && { candles }),
  };
  const found = await figuresIn(symbol, files);
  if (!found) return 1;
  const { figures, tick } = found;
  await print(flags.json ? `${JSON.stringify(reportJson(figures))}\n` : printableLines(reportText(figures)));
  return flags.out === undefined ? 0 : await writeWorld(flags.out, figures, tick, Object.values(files));
}

/** The figures of recorded data; null for bad data, which is reported. */
async function figuresIn(
  symbol: string,
  files: DataFiles,
): Promise<{ readonly figures: MarketFigures; readonly tick: string | null } | null> {
  const progress = new Progress('read', 'rows');
  const given = new Map(Object.values(files).map((name: string) => [onDisk(name), name]));
  const opened = Object.fromEntries(
    Object.entries(files).map(([kind, name]: [string, string]) => [kind, onDisk(name)]),
  );
  try {
    const { observed, tick } = await readFiles(symbol, opened, (rows) => progress.at(rows));
    return { figures: figuresOf(observed, Number(tick ?? '1')), tick };
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    const named = error.problems.map((problem) => ({ ...problem, file: given.get(problem.file) ?? problem.file }));
    say(new MarketDataError(named).message);
    return null;
  }
}

/** Writes the world once it reads as one. */
async function writeWorld(
  out: string,
  figures: MarketFigures,
  tick: string | null,
  files: readonly string[],
): Promise<0 | 1> {
  const lacks = lacking(figures);
  if (lacks.length > 0) {
    say(`no world is written: ${lacks.join('; ')}`);
    return 1;
  }
  const text = calibratedWorld(figures, tick, files);
  const problems = worldProblems(text, out);
  if (problems.length > 0) {
    say(`no world is written: perpsim would not read it: ${problems.join('; ')}`);
    return 1;
  }
  await writeWhole(out, text);
  say(`wrote ${out}`);
  return 0;
}
