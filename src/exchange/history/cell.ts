import type { TableName } from './schema.sql.ts';

/** What a column holds: TEXT, INTEGER or nothing. */
export type Cell = string | number | null;

/** Writes one row of a table. */
export type Insert = (table: TableName, row: readonly Cell[]) => void;

/** A database as its rows are saved and restored; the public types name it, so it names no package. */
export interface RowStore {
  rows(table: TableName): readonly (readonly Cell[])[];
  transaction(work: (insert: Insert) => void): void;
}
