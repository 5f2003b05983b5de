import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { parseDecimalText } from '../../../kernel/decimal.ts';
import type { SweepPlan, SweepRow } from '../sweep.ts';

/** `decimal` is an amount as decimal text, `number` a figure that is no money. */
export type ColumnType = 'integer' | 'text' | 'decimal' | 'number';

/** A column of the table of results. */
export interface SweepColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly optional: boolean;
  readonly valueOf: (row: SweepRow) => string | number | null;
}

type Account = NonNullable<SweepRow['strategy']>;

const figure = (
  name: string,
  type: ColumnType,
  valueOf: (account: Account) => string | number | null,
): SweepColumn => ({
  name,
  type,
  optional: true,
  valueOf: ({ strategy }) => strategy && valueOf(strategy),
});

/** Figures of the strategy's account. All are absent where the scenario has no strategy, or the run has no result. */
export const FIGURES: readonly SweepColumn[] = [
  figure('pnl', 'decimal', ({ statistics }) => statistics.pnl),
  figure('pnlPrice', 'decimal', ({ pnl }) => pnl.price),
  figure('pnlFees', 'decimal', ({ pnl }) => pnl.fees),
  figure('pnlFunding', 'decimal', ({ pnl }) => pnl.funding),
  figure('pnlLiquidation', 'decimal', ({ pnl }) => pnl.liquidation),
  figure('pnlTotal', 'decimal', ({ pnl }) => pnl.total),
  figure('drawdown', 'decimal', ({ statistics }) => statistics.drawdown),
  figure('drawdownShare', 'number', ({ statistics }) => statistics.drawdownShare),
  figure('sharpe', 'number', ({ statistics }) => statistics.sharpe),
  figure('sortino', 'number', ({ statistics }) => statistics.sortino),
  figure('turnover', 'number', ({ statistics }) => statistics.turnover),
  figure('notional', 'decimal', ({ statistics }) => statistics.notional),
  figure('fills', 'integer', ({ statistics }) => statistics.fills),
  figure('orders', 'integer', ({ statistics }) => statistics.orders),
  figure('fillRatio', 'number', ({ statistics }) => statistics.fillRatio),
  figure('queuePosition', 'number', ({ statistics }) => statistics.queuePosition),
  figure('adverseSelection1s', 'number', ({ statistics }) => statistics.adverseSelection.after1s),
  figure('adverseSelection10s', 'number', ({ statistics }) => statistics.adverseSelection.after10s),
  figure('adverseSelection60s', 'number', ({ statistics }) => statistics.adverseSelection.after60s),
  figure('makerShare', 'number', ({ statistics }) => statistics.makerShare),
  figure('liquidations', 'integer', ({ liquidations }) => liquidations),
];

const NUMBER = /^-?\d+(\.\d+)?$/;

/** All columns of a sweep: its job with a column for each parameter, what became of it, and the figures. */
function columnsOf({ parameters }: Pick<SweepPlan, 'parameters'>): SweepColumn[] {
  return [
    { name: 'index', type: 'integer', optional: false, valueOf: ({ job }) => job.index },
    { name: 'seed', type: 'text', optional: false, valueOf: ({ job }) => job.seed },
    ...parameters.map(({ path, values }): SweepColumn => {
      const isNumber = values.every((value) => NUMBER.test(value));
      const valueOf = ({ job }: SweepRow): string | number => {
        const value = job.set[path] ?? '';
        return isNumber ? Number(value) : value;
      };
      return { name: path, type: isNumber ? 'number' : 'text', optional: false, valueOf };
    }),
    { name: 'verdict', type: 'text', optional: false, valueOf: ({ verdict }) => verdict },
    { name: 'digest', type: 'text', optional: true, valueOf: ({ digest }) => (digest === '' ? null : digest) },
    { name: 'error', type: 'text', optional: true, valueOf: ({ error }) => error },
    ...FIGURES,
  ];
}

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
