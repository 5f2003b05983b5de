import { relative } from 'node:path';
import { currentHost, fromCwd, onDisk } from '../../exchange/host.ts';
import { type DataReport, checkData } from '../../scenarios/market-data/check.ts';
import { DATA_KINDS, type DataKind } from '../../scenarios/market-data/columns.ts';
import { dataProblemText, MarketDataError } from '../../scenarios/market-data/rows.ts';
import { printableLines } from '../../kernel/printable.ts';
import { durationMs } from '../../scenarios/format/times.ts';
import { print, timeText } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import type { CommandBody } from '../define.ts';

const NOTES =
  'Kinds: trades, tops, depth, candles, orders. Files: .csv, .jsonl, .ndjson (each also .gz or .zip), .parquet; docs/market-data.md lists the\ncolumns.';

/** `perpsim data`. */
export const DATA: CommandBody = {
  below: [
    {
      name: 'check <file...>',
      about: 'Prints what files of recorded data cover, their gaps, and their bad rows by file and line.',
      takes: ['files of trades, book tops, depth, candles or orders'],
      flags: [
        ['--kind <kind>', 'the kind of all files (default: by the name or the columns of each)'],
        ['--gap <duration>', 'a longer time without rows is a gap, such as 30s or 5m (default: 1m; candles: 1h)'],
        [
          '--price-scale <count>',
          'what the prices of a message file without a header are multiplied by (default: 10000)',
        ],
        ['--limit <count>', 'how many problems of a file are printed (default: 20)'],
        ['--json', 'print one JSON line for each file'],
      ],
      notes: NOTES,
      examples: [
        'perpsim data check data/trades.csv.gz data/depth.parquet --gap 10s',
        'perpsim data check data/trades.csv.gz --json',
      ],
      exits: { 0: 'nothing wrong', 1: 'bad rows, gaps or a file that cannot be read' },
      run: async (files: string[], flags: CheckFlags) => check(files, flags),
    },
  ],
};

export interface CheckFlags {
  readonly kind?: string;
  readonly gap?: string;
  readonly priceScale?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const LIMIT = 20;
const LIMIT_MAX = 1_000_000;

/** `perpsim data check`: 0 when nothing is wrong with any of the files, 1 otherwise. */
export async function check(files: readonly string[], flags: CheckFlags): Promise<0 | 1> {
  const options = {
    kind: kindFrom(flags.kind),
    gapMs: gapFrom(flags.gap),
    limit: limitFrom(flags.limit),
    priceScale: priceScaleFrom(flags.priceScale),
  };
  let code: 0 | 1 = 0;
  for (const file of files) {
    const report = await reportOf(file, options);
    if (report instanceof MarketDataError || report.problems.length > 0) code = 1;
    await print(flags.json ? `${JSON.stringify(jsonOf(file, report))}\n` : printableLines(textOf(report)));
  }
  return code;
}

type Options = Readonly<{ kind: DataKind | undefined; gapMs: number | undefined; limit: number; priceScale: number }>;

async function reportOf(file: string, { kind, gapMs, ...more }: Options): Promise<DataReport | MarketDataError> {
  try {
    const options = { ...(kind && { kind }), ...(gapMs !== undefined && { gapMs }), ...more };
    const report = await checkData(onDisk(file), options);
    return { ...report, file, problems: report.problems.map((problem) => ({ ...problem, file })) };
  } catch (error) {
    if (error instanceof MarketDataError)
      return new MarketDataError(error.problems.map((problem) => ({ ...problem, file })));
    throw error;
  }
}

const jsonOf = (file: string, report: DataReport | MarketDataError): object =>
  report instanceof MarketDataError ? { file, error: report.problems } : report;

function textOf(report: DataReport | MarketDataError): string {
  if (report instanceof MarketDataError) return `${report.message}\n`;
  const { file, kind, rows, bad, crossed, contradictions, from, to, gaps, longestGapMs, problems } = report;
  const span = from === null || to === null ? 'no good row' : `${timeText(from)} to ${timeText(to)}`;
  const lines = [
    `${shown(file)}: ${kind}, ${counted(rows, 'row')}, ${span}`,
    `  ${counted(bad, 'bad row')}, ${counted(crossed, 'crossed book')}, ${counted(gaps, 'gap')}; longest time without a row: ${longestGapMs} ms`,
    ...(kind === 'orders' ? [`  ${counted(contradictions, 'contradiction')} between messages`] : []),
    ...problems.map((problem) => `  ${dataProblemText({ ...problem, file: shown(problem.file) })}`),
  ];
  const more = bad + crossed + contradictions + gaps - problems.length;
  if (more > 0) lines.push(`  and ${more} more; --limit shows them`);
  return `${lines.join('\n')}\n`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** A file as people write it: relative where that is shorter. */
function shown(file: string): string {
  const near = relative(currentHost().cwd, fromCwd(file));
  return near.startsWith('..') ? file : near;
}

function kindFrom(given: string | undefined): DataKind | undefined {
  const kind = DATA_KINDS.find((each) => each === given);
  if (given !== undefined && !kind)
    throw new UsageError(
      `--kind must be one of ${DATA_KINDS.join(', ')} (got ${given})${nearestAside(given, DATA_KINDS)}`,
    );
  return kind;
}

function gapFrom(given: string | undefined): number | undefined {
  const gapMs = given === undefined ? undefined : durationMs(given);
  if (given !== undefined && gapMs === undefined) {
    throw new UsageError(`--gap must be a duration such as 30s or 5m (got ${given})`);
  }
  return gapMs;
}

/**
 * The scale that `--price-scale` names: a power of ten up to 10^8.
 *
 * @throws UsageError for any other text
 */
export function priceScaleFrom(given = '10000'): number {
  if (/^10{0,8}$/.test(given)) return Number(given);
  throw new UsageError(`--price-scale must be a power of ten from 1 to 100000000 (got ${given})`);
}

function limitFrom(given: string | undefined): number {
  if (given === undefined) return LIMIT;
  const limit = /^[0-9]{1,7}$/.test(given) ? Number(given) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX} (got ${given})`);
}
