import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { parseDecimalText } from '../../kernel/decimal.ts';
import type { Cells, Column, Table } from './tables.ts';

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
  head: ({ columns }) => csvLine(columns.map(({ name }) => name)),
  row: (_table, cells) => csvLine(cells),
};

/** One line of CSV. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvField).join(',')}\r\n`;

type CsvCell = Cells[number] | bigint;

/** JSON Lines: an object a row, with every column. */
export const JSONL: TextFormat = {
  extension: 'jsonl',
  head: () => '',
  row: ({ columns }, cells) =>
    `${JSON.stringify(Object.fromEntries(columns.map(({ name }, place) => [name, cells[place]])))}\n`,
};

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  const text = String(cell);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows of a row group: a reader loads one at a time. */
const GROUP = 50_000;
/** Decimals are DECIMAL(38, 10): amounts have at most eight decimals, average prices two more. */
const SCALE = 10;
const PRECISION = 38;

/** One Parquet file, written a row group at a time. */
export class ParquetFile {
  readonly #table: Table;
  readonly #writer: ParquetWriter;
  #rows: Cells[] = [];

  constructor(file: string, table: Table) {
    this.#table = table;
    const schema = [{ name: 'root', num_children: table.columns.length }, ...table.columns.map(elementOf)];
    this.#writer = new ParquetWriter({ writer: fileWriter(file), schema, createdBy: 'perpsim' });
  }

  /** Resolves when there is room for more; most rows need no waiting. */
  add(cells: Cells): Promise<void> | void {
    this.#rows.push(cells);
    if (this.#rows.length === GROUP) return this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writer.finish();
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    const columnData = this.#table.columns.map((column, place) => ({
      name: column.name,
      data: rows.map((row) => valueOf(column, row[place] ?? null)),
    }));
    await this.#writer.write({ columnData, rowGroupSize: GROUP });
  }
}

function elementOf({ name, type, optional }: Column): SchemaElement {
  const element = { name, repetition_type: optional === true ? 'OPTIONAL' : 'REQUIRED' } as const;
  switch (type) {
    case 'id':
    case 'text':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'decimal':
      return {
        ...element,
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: 16,
        converted_type: 'DECIMAL',
        precision: PRECISION,
        scale: SCALE,
      };
    case 'integer':
      return { ...element, type: 'INT64' };
    case 'boolean':
      return { ...element, type: 'BOOLEAN' };
    case 'time':
      return { ...element, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' };
  }
}

function valueOf({ type }: Column, cell: Cells[number]): unknown {
  if (cell === null) return undefined;
  if (type === 'decimal') return parseDecimalText(String(cell), SCALE);
  return type === 'integer' || type === 'time' ? BigInt(cell) : cell;
}
