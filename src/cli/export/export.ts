import type { CandleInterval } from '../../contract/views.ts';
import { printableLines } from '../../kernel/printable.ts';
import { FRAMES } from '../../exchange/history/candle.ts';
import { readStartTime, START_TIME_TAKES } from '../../exchange/clock/start-time.ts';
import { type Exported, exportTables } from '../../inspect/export/export.ts';
import { TABLES } from '../../inspect/export/tables.ts';
import { CSV, JSONL } from '../../inspect/export/text-sinks.ts';
import { END_OF_TIME, type ExportWindow } from '../../inspect/export/window.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { Unreachable } from '../control-site.ts';
import { checkPlace, type ExportFiles, parquetFiles, sqliteFile, textFiles } from './export-files.ts';
import { journalSource } from '../journal-source.ts';
import { print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';

/** Flags as commander collects them. */
export interface ExportFlags {
  readonly sqlite?: string;
  readonly parquet?: string;
  readonly csv?: string;
  readonly jsonl?: string;
  readonly from?: string;
  readonly to?: string;
  readonly interval?: string;
  readonly force?: boolean;
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 written, 1 the journal replays to other digests, 3 there was no exchange. */
export type ExportExit = 0 | 1 | 3;

const FORMATS = ['sqlite', 'parquet', 'csv', 'jsonl'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Writes what a journal led to as tables.
 *
 * @throws UsageError for flags that cannot be met, and for what is no journal; OutputError for files that cannot be written
 */
export async function exportJournal(given: string, flags: ExportFlags): Promise<ExportExit> {
  const { format, place } = formatOf(flags);
  const window = windowOf(flags);
  const interval = intervalOf(flags.interval);
  checkPlace(place, format !== 'sqlite', flags.force === true);
  const source = journalSource(given, flags.controlToken);
  const files = await filesOf(format, place);
  const progress = new Progress('exported');
  try {
    const exported = await exportTables(source.lines, {
      window,
      interval,
      sink: files,
      onInput: (inputs) => progress.at(inputs),
    });
    const { mismatch } = exported;
    if (mismatch) {
      const what = `the digest of its ${mismatch.what} differs after input ${mismatch.input}`;
      say(`${source.name} does not replay to what it recorded: ${what}. Another version of the rules wrote it`);
      return 1;
    }
    const bytes = await files.keep();
    await print((flags.json ? summaryJson : summaryText)({ source: source.name, format, place, exported, bytes }));
    return 0;
  } catch (error) {
    if (error instanceof DumpError) throw new UsageError(`${source.name} ${error.message}`);
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    await files.discard();
  }
}

function formatOf(flags: ExportFlags): { readonly format: Format; readonly place: string } {
  const [format, other] = FORMATS.filter((each) => flags[each] !== undefined);
  const place = format && flags[format];
  if (place === undefined || place === '')
    throw new UsageError('name the output: --sqlite <file>, --parquet <dir>, --csv <dir> or --jsonl <dir>');
  if (other !== undefined)
    throw new UsageError(`--${format ?? ''} and --${other} exclude each other: one export has one format`);
  return { format: format ?? 'csv', place };
}

function windowOf({ from, to }: ExportFlags): ExportWindow {
  const timeOf = (flag: string, given: string | undefined, absent: number): number => {
    if (given === undefined) return absent;
    const time = readStartTime(given);
    if (time === undefined) throw new UsageError(`--${flag} must be ${START_TIME_TAKES} (got "${given}")`);
    return time;
  };
  const window = { from: timeOf('from', from, 0), to: timeOf('to', to, END_OF_TIME) };
  if (window.from >= window.to) throw new UsageError('--from must be before --to');
  return window;
}

function intervalOf(given = '1m'): CandleInterval {
  if (Object.hasOwn(FRAMES, given)) return given as CandleInterval;
  throw new UsageError(`--interval must be one of ${Object.keys(FRAMES).join(', ')} (got "${given}")`);
}

async function filesOf(format: Format, place: string): Promise<ExportFiles> {
  switch (format) {
    case 'sqlite':
      return sqliteFile(place);
    case 'parquet':
      return parquetFiles(place);
    case 'csv':
      return textFiles(place, CSV);
    case 'jsonl':
      return textFiles(place, JSONL);
  }
}

interface Summary {
  readonly source: string;
  readonly format: Format;
  readonly place: string;
  readonly exported: Exported;
  readonly bytes: Readonly<Record<string, number>>;
}

const totalOf = (bytes: Summary['bytes']): number => Object.values(bytes).reduce((sum, size) => sum + size, 0);

function summaryJson({ source, format, place, exported, bytes }: Summary): string {
  const { header, inputs, at, rows } = exported;
  const { world, seed } = header;
  return `${JSON.stringify({ source, world, seed, inputs, at, format, place, rows, bytes: totalOf(bytes) })}\n`;
}

function summaryText({ source, place, exported, bytes }: Summary): string {
  const { header, inputs, rows } = exported;
  const width = Math.max(...TABLES.map(({ name }) => name.length));
  return printableLines(
    [
      `exported ${source} (world ${header.world}, seed ${header.seed}, ${inputs} inputs) to ${place}, ${totalOf(bytes)} bytes`,
      ...TABLES.map(({ name }) => `  ${name.padEnd(width)}  ${rows[name] ?? 0} rows`),
      '',
    ].join('\n'),
  );
}
