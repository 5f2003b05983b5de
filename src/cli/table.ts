import { printable } from '../kernel/printable.ts';

/** Columns padded to their widest cell; those of `right` are set to the right. */
export function table(cells: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const rows = cells.map((row) => row.map(printable));
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) => widest(rows.map((row) => row[column] ?? '')));
  return rows.map((row) =>
    row
      .map((text, column) =>
        right.includes(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** The length of the longest text. */
export const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
