import type { Cells, Table } from './tables.ts';

/** How rows become lines of a text file. */
export interface TextFormat {
  readonly extension: string;
  /** The lines before the first row. */
  head(table: Table): string;
  row(table: Table, cells: Cells): string;
}

/** RFC 4180: a header, CRLF, and quotes where a field needs them. Nothing is an empty field, an empty text is `""`. */
export const CSV: TextFormat = {
  extension: 'csv',
  head: ({ columns }) => `${columns.map(({ name }) => name).join(',')}\r\n`,
  row: (_table, cells) => `${cells.map(csvField).join(',')}\r\n`,
};

/** JSON Lines: an object a row, with every column. */
export const JSONL: TextFormat = {
  extension: 'jsonl',
  head: () => '',
  row: ({ columns }, cells) =>
    `${JSON.stringify(Object.fromEntries(columns.map(({ name }, place) => [name, cells[place]])))}\n`,
};

function csvField(cell: Cells[number]): string {
  if (cell === null) return '';
  const text = String(cell);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
