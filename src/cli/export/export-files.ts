import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import type { ExportSink } from '../../inspect/export/export.ts';
import type { ParquetFile } from '../../inspect/export/parquet-sink.ts';
import { type Table, TABLES } from '../../inspect/export/tables.ts';
import type { TextFormat } from '../../inspect/export/text-sinks.ts';
import { onDisk } from '../../exchange/host.ts';
import { cannotWrite } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { OutputFile } from '../output-file.ts';

/** The files of an export. They get their names when all of them are whole. */
export interface ExportFiles extends ExportSink {
  /** Ends them and returns their sizes by the table, or by the name of the one file that holds all. */
  keep(): Promise<Readonly<Record<string, number>>>;
  /** Leaves nothing of them, unless they were kept. */
  discard(): Promise<void>;
}

/** Refuses to replace what is there, unless that was asked for. */
export function checkPlace(place: string, isFolder: boolean, force: boolean): void {
  if (!existsSync(onDisk(place))) return;
  const isThere = statSync(onDisk(place)).isDirectory();
  if (isThere !== isFolder)
    throw new UsageError(`${place} is ${isThere ? 'a folder' : 'no folder'}: name another place`);
  const isEmpty = isFolder && readdirSync(onDisk(place)).length === 0;
  if (!force && !isEmpty)
    throw new UsageError(`${place} exists already: name another place, or replace it with --force`);
}

/** A text file for each table, in a folder. */
export async function textFiles(folder: string, format: TextFormat): Promise<ExportFiles> {
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
export async function parquetFiles(folder: string): Promise<ExportFiles> {
  const { ParquetFile: File } = await import('../../inspect/export/parquet-sink.ts');
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
export async function sqliteFile(file: string): Promise<ExportFiles> {
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
