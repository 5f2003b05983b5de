import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DumpHeader } from '../journal/dump.ts';
import { summedLine } from '../journal/line-cursor.ts';
import { type Storage, writeAll } from './storage.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';

const NAME = /^journal-(\d{6,})\.jsonl$/;

/** One file of a journal. A reset and a revert start the next one. */
export interface GenerationFile {
  readonly generation: number;
  readonly path: string;
}

/** `journal-000001.jsonl` of the first life. */
export const fileNameOf = (generation: number): string => `journal-${String(generation).padStart(6, '0')}.jsonl`;

/** The number of a file by its path. */
export const generationOf = (path: string): number => Number(NAME.exec(basename(path))?.[1] ?? 0);

/** The files of a journal, oldest first; none for a folder that is not there. */
export function generationsIn(storage: Storage, directory: string): GenerationFile[] {
  return namesIn(storage, directory)
    .flatMap((name) => {
      const generation = NAME.exec(name)?.[1];
      return generation === undefined ? [] : [{ generation: Number(generation), path: join(directory, name) }];
    })
    .sort((one, other) => one.generation - other.generation);
}

/** Lines of a file and their bytes, with the CRC-32 of those, and the sum of the last line. */
export interface Written {
  readonly lines: number;
  readonly bytes: number;
  readonly crc: number;
  readonly sum: string;
}

/**
 * Creates the next file of a journal with its header, and with lines that are there from the start, in one step: at no
 * moment is there a file of this name with a part of them (DUR-09).
 */
export function createGeneration(
  storage: Storage,
  directory: string,
  header: DumpHeader,
  lines: Iterable<object> = [],
): GenerationFile & { readonly written: Written } {
  const generation = (generationsIn(storage, directory).at(-1)?.generation ?? 0) + 1;
  const path = join(directory, fileNameOf(generation));
  const draft = `${path}.tmp`;
  const file = storage.open(draft, 'create');
  let written: Written = { lines: 0, bytes: 0, crc: 0, sum: '' };
  const add = (document: object): void => {
    const { text, sum } = summedLine(written.sum, document);
    const line = Buffer.from(`${text}\n`);
    writeAll(file, line, written.bytes);
    const { lines, bytes, crc } = written;
    written = { lines: lines + 1, bytes: bytes + line.length, crc: crc32(line, crc), sum };
  };
  try {
    add(header);
    for (const line of lines) add(line);
    file.sync();
  } finally {
    file.close();
  }
  storage.rename(draft, path);
  storage.syncFolder(directory);
  return { generation, path, written };
}

function namesIn(storage: Storage, directory: string): readonly string[] {
  try {
    return storage.names(directory);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
