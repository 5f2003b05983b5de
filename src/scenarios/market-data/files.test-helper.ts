import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { DataKind } from './columns.ts';
import { dataProblemText, MarketDataError } from './rows.ts';
import { openData, type ReadOptions } from './read.ts';

/** A folder that is gone after the tests of the file; returns what writes a file into it. */
export function useFiles(): (name: string, content: string | Uint8Array) => string {
  const folder = mkdtempSync(join('node_modules', '.perpsim-data-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
}

/** Rows of a file; problems as texts without the folder. */
export async function readAll(
  kind: DataKind,
  file: string,
  options: Pick<ReadOptions, 'gapMs' | 'limit'> & { readonly reported?: boolean } = {},
): Promise<{ readonly rows: unknown[]; readonly problems: string[] }> {
  const rows: unknown[] = [];
  const problems: string[] = [];
  const { reported = false, ...rest } = options;
  const short = (text: string): string => text.slice(text.lastIndexOf('/') + 1);
  try {
    const data = await openData(kind, file);
    const onProblem = reported && {
      onProblem: (problem: Parameters<typeof dataProblemText>[0]) => problems.push(short(dataProblemText(problem))),
    };
    for await (const { row } of data.rows({ ...rest, ...onProblem })) rows.push(row);
  } catch (error) {
    if (!(error instanceof MarketDataError)) throw error;
    problems.push(...error.problems.map((problem) => short(dataProblemText(problem))));
  }
  return { rows, problems };
}
