import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CandleInterval } from '../../contract/views.ts';
import { readStartTime, START_TIME_TAKES } from '../../exchange/clock/clock.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { FRAMES } from '../../exchange/history/candle.ts';
import { onDisk } from '../../exchange/host.ts';
import { DumpError } from '../../exchange/journal/dump.ts';
import { type Exported, type ExportSink, exportTables } from '../../inspect/export/export.ts';
import { CSV, JSONL, type ParquetFile, type TextFormat } from '../../inspect/export/sinks.ts';
import { END_OF_TIME, type ExportWindow, type Table, TABLES } from '../../inspect/export/tables.ts';
import { isKeyOf } from '../../kernel/entries.ts';
import { printableLines } from '../../kernel/printable.ts';
import { Unreachable } from '../control-site.ts';
import { type CommandBody, TOKEN_FLAG } from '../define.ts';
import { journalSource } from '../journal-source.ts';
import { OutputFile } from '../output-file.ts';
import { cannotWrite, print, say } from '../output.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../usage-error.ts';
import {
  exportMessageFiles,
  isMessageFormat,
  MESSAGE_FORMATS,
  type MessageFormatName,
  refuseMessageFlags,
} from './export-messages.ts';
import { differs } from './replay.ts';

/** `perpsim export`. */
export const EXPORT: CommandBody = {
  takes: ['a journal, a data directory, or the URL of a running exchange'],
  flags: [
    ['--sqlite <file>', 'one SQLite file with every table'],
    ['--parquet <dir>', 'a Parquet file for each table'],
    ['--csv <dir>', 'a CSV file for each table'],
    ['--jsonl <dir>', 'a JSON Lines file for each table'],
    ['--orders <dir>', 'a CSV file for each market with every message on the orders of its book'],
    ['--lobster <dir>', 'a message file and an order book file for each market and day, as LOBSTER has them'],
    ['--symbol <symbol>', 'with --orders or --lobster: only this market'],
    ['--levels <count>', 'with --lobster: levels of each side in the order book file (default: 10)'],
    ['--price-scale <count>', 'with --lobster: what prices are multiplied by (default: 10000)'],
    ['--from <time>', 'only rows from this exchange time on, in Unix milliseconds or ISO 8601'],
    ['--to <time>', 'only rows before this exchange time'],
    ['--interval <interval>', 'of candles and of snapshots of the books, such as 1m, 1h or 1d (default: 1m)'],
    ['--force', 'replace files that exist'],
    TOKEN_FLAG,
    ['--json', 'print the summary as one JSON line'],
  ],
  examples: [
    'perpsim export ./data --sqlite run.sqlite',
    'perpsim export http://127.0.0.1:8700 --parquet tables --interval 1h --json',
    'perpsim export ./data --lobster messages --symbol BTC-USDT --levels 5',
  ],
  exits: {
    0: 'written',
    1: 'the journal replays to other digests',
    2: 'wrong usage or no journal',
    3: 'no exchange reached',
  },
  run: async (journal: string, flags: ExportFlags) => exportJournal(journal, flags),
};

/** Flags as commander collects them. */
export interface ExportFlags {
  readonly sqlite?: string;
  readonly parquet?: string;
  readonly csv?: string;
  readonly jsonl?: string;
  readonly orders?: string;
  readonly lobster?: string;
  readonly symbol?: string;
  readonly levels?: string;
  readonly priceScale?: string;
  readonly from?: string;
  readonly to?: string;
  readonly interval?: string;
  readonly force?: boolean;
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 written, 1 the journal replays to other digests, 3 there was no exchange. */
export type ExportExit = 0 | 1 | 3;

const TABLE_FORMATS = ['sqlite', 'parquet', 'csv', 'jsonl'] as const;
type Format = (typeof TABLE_FORMATS)[number];
const FORMATS = [...TABLE_FORMATS, ...MESSAGE_FORMATS] as const;

/**
 * Writes what a journal led to as tables.
 *
 * @throws UsageError for flags that cannot be met, and for what is no journal; OutputError for files that cannot be written
 */
export async function exportJournal(given: string, flags: ExportFlags): Promise<ExportExit> {
  const { format, place } = formatOf(flags);
  const window = windowOf(flags);
  if (isMessageFormat(format)) {
    if (flags.interval !== undefined) throw new UsageError(`--interval is of tables; leave it out with --${format}`);
    checkPlace(place, true, flags.force === true);
    return exportMessageFiles(journalSource(given, flags.controlToken), { ...flags, format, place, window });
  }
  refuseMessageFlags(flags, format);
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
      say(differs(source.name, mismatch));
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

function formatOf(flags: ExportFlags): { readonly format: Format | MessageFormatName; readonly place: string } {
  const [format, other] = FORMATS.filter((each) => flags[each] !== undefined);
  const place = format && flags[format];
  if (place === undefined || place === '')
    throw new UsageError(
      'name the output: --sqlite <file>, --parquet <dir>, --csv <dir>, --jsonl <dir>, --orders <dir> or --lobster <dir>',
    );
  if (other !== undefined)
    throw new UsageError(`--${format ?? ''} and --${other} exclude each other: one export has one format`);
  return { format: format ?? 'csv', place };
}

/**
 * The time that `--from` and `--to` leave.
 *
 * @throws UsageError for what is no time, and for an empty window
 */
export function windowOf({ from, to }: Pick<ExportFlags, 'from' | 'to'>): ExportWindow {
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

/**
 * The interval that `--interval` names.
 *
 * @throws UsageError for any other text
 */
export function intervalOf(given = '1m'): CandleInterval {
  if (isKeyOf(FRAMES, given)) return given;
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

/** The files of an export. They get their names when all of them are whole. */
interface ExportFiles extends ExportSink {
  /** Ends them and returns their sizes by the table, or by the name of the one file that holds all. */
  keep(): Promise<Readonly<Record<string, number>>>;
  /** Leaves nothing of them, unless they were kept. */
  discard(): Promise<void>;
}

/** Refuses to replace what is there, unless that was asked for. */
function checkPlace(place: string, isFolder: boolean, force: boolean): void {
  if (!existsSync(onDisk(place))) return;
  const isThere = statSync(onDisk(place)).isDirectory();
  if (isThere !== isFolder)
    throw new UsageError(`${place} is ${isThere ? 'a folder' : 'no folder'}: name another place`);
  const isEmpty = isFolder && readdirSync(onDisk(place)).length === 0;
  if (!force && !isEmpty)
    throw new UsageError(`${place} exists already: name another place, or replace it with --force`);
}

/** A text file for each table, in a folder. */
async function textFiles(folder: string, format: TextFormat): Promise<ExportFiles> {
  makeExportFolder(folder);
  const names = new Map(TABLES.map((table) => [table, join(folder, `${table.name}.${format.extension}`)]));
  const files = new Map<Table, { readonly file: OutputFile; gathered: string }>();
  for (const [table, name] of names) {
    files.set(table, { file: await OutputFile.open(name), gathered: format.head(table) });
  }
  const write = (open: { readonly file: OutputFile; gathered: string }): Promise<void> => {
    const text = open.gathered;
    open.gathered = '';
    return open.file.add(text);
  };
  return {
    add: (table, cells) => {
      const open = files.get(table);
      if (!open) return;
      open.gathered += format.row(table, cells);
      if (open.gathered.length >= PIECE) return write(open);
    },
    keep: async () => {
      for (const open of files.values()) {
        await write(open);
        await open.file.keep();
      }
      return sizesOf(names);
    },
    discard: async () => {
      for (const { file } of files.values()) await file.discard();
    },
  };
}

/** Characters that are gathered for a file before they are written. */
const PIECE = 65_536;

/** A Parquet file for each table, in a folder. */
async function parquetFiles(folder: string): Promise<ExportFiles> {
  const { ParquetFile: File } = await import('../../inspect/export/sinks.ts');
  makeExportFolder(folder);
  const names = new Map(TABLES.map((table) => [table, join(folder, `${table.name}.parquet`)]));
  const draftOf = (name: string): string => `${name}.${process.pid}.tmp`;
  const files = new Map<Table, ParquetFile>();
  for (const [table, name] of names) files.set(table, new File(draftOf(name), table));
  return {
    add: (table, cells) =>
      files
        .get(table)
        ?.add(cells)
        ?.catch((error: unknown) => {
          throw cannotWrite(folder, error);
        }),
    keep: async () => {
      try {
        for (const file of files.values()) await file.end();
        for (const name of names.values()) renameSync(onDisk(draftOf(name)), onDisk(name));
      } catch (error) {
        throw cannotWrite(folder, error);
      }
      return sizesOf(names);
    },
    discard: async () => {
      for (const name of names.values()) rmSync(onDisk(draftOf(name)), { force: true });
    },
  };
}

/** One SQLite file with every table. */
async function sqliteFile(file: string): Promise<ExportFiles> {
  const { SqliteExport } = await import('../../inspect/export/sqlite-sink.ts');
  const database = await SqliteExport.open(TABLES);
  const draft = `${file}.${process.pid}.tmp`;
  return {
    add: (table, cells) => database.add(table, cells),
    keep: async () => {
      try {
        makeFolder(dirname(file));
        writeFileSync(onDisk(draft), database.bytes());
        renameSync(onDisk(draft), onDisk(file));
      } catch (error) {
        throw cannotWrite(file, error);
      }
      return { [file]: statSync(onDisk(file)).size };
    },
    discard: async () => rmSync(onDisk(draft), { force: true }),
  };
}

function makeExportFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

const sizesOf = (names: ReadonlyMap<Table, string>): Record<string, number> =>
  Object.fromEntries([...names].map(([{ name }, file]) => [name, statSync(onDisk(file)).size]));
