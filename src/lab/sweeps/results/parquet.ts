import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { parseDecimalText } from '../../../kernel/decimal-text.ts';
import type { SweepPlan, SweepRow } from '../sweep.ts';
import { columnsOf, type SweepColumn } from './columns.ts';

const GROUP = 50_000;
/** As in exported tables: DECIMAL(38, 10) holds every amount exactly. */
const SCALE = 10;
const PRECISION = 38;

/** The table of a sweep as Parquet: equal rows give equal bytes. Rows are given by the index of their job. */
export function parquetOf(plan: SweepPlan, rows: readonly SweepRow[]): Uint8Array {
  const columns = columnsOf(plan);
  const buffer = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    columnData: columns.map((column) => ({ name: column.name, data: rows.map((row) => cellOf(column, row)) })),
    rowGroupSize: GROUP,
    createdBy: 'perpsim',
  });
  return new Uint8Array(buffer);
}

function elementOf({ name, type, optional }: SweepColumn): SchemaElement {
  const element = { name, repetition_type: optional ? 'OPTIONAL' : 'REQUIRED' } as const;
  switch (type) {
    case 'text':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
    case 'integer':
      return { ...element, type: 'INT64' };
    case 'number':
      return { ...element, type: 'DOUBLE' };
    case 'decimal':
      return {
        ...element,
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: 16,
        converted_type: 'DECIMAL',
        precision: PRECISION,
        scale: SCALE,
      };
  }
}

function cellOf({ type, valueOf }: SweepColumn, row: SweepRow): unknown {
  const value = valueOf(row);
  if (value === null) return undefined;
  if (type === 'decimal') return parseDecimalText(String(value), SCALE);
  return type === 'integer' ? BigInt(value) : value;
}
