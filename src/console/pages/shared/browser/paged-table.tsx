import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { counted } from '../../../../kernel/words.ts';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly isRowHeader?: boolean;
  readonly render: (row: Row) => ComponentChildren;
  /** What the rows are sorted by; a column without it cannot be sorted. Null comes last. */
  readonly sortBy?: (row: Row) => number | string | null;
}

export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

interface Props<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly initialSort?: Sort;
  readonly pageSize?: number;
  /** On a narrow screen, the rows become cards; else the table scrolls within its box. */
  readonly isCards?: boolean;
}

/** A table of any length: sorted by its headers, some rows at a time. */
export function PagedTable<Row>(props: Props<Row>): VNode {
  const { caption, columns, rows, initialSort, pageSize = 25, isCards = false } = props;
  const [sort, setSort] = useState(initialSort);
  const [askedPage, setPage] = useState(0);
  const sorted = useMemo(() => sortedRows(rows, columns, sort), [rows, columns, sort]);
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const page = Math.min(askedPage, lastPage);
  const shown = sorted.slice(page * pageSize, (page + 1) * pageSize);
  const sortBy = (key: string): void => {
    setSort((before) => ({ key, isDescending: before?.key === key ? !before.isDescending : true }));
    setPage(0);
  };
  return (
    <>
      <div
        class={isCards ? undefined : 'scroller'}
        {...(!isCards && { tabindex: 0, role: 'region', 'aria-label': caption })}
      >
        <table class={isCards ? 'paged cards' : 'paged'}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={sort} sortBy={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              <tr key={page * pageSize + place}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > pageSize && (
        <div class="pager">
          <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </button>
          <span role="status">{`Rows ${counted(page * pageSize + 1)} to ${counted(page * pageSize + shown.length)} of ${counted(rows.length)}`}</span>
          <button type="button" disabled={page === lastPage} onClick={() => setPage(page + 1)}>
            Next
          </button>
        </div>
      )}
    </>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly sortBy: (key: string) => void;
}

function Head<Row>({ column, sort, sortBy }: HeadProps<Row>): VNode {
  const { key, label, isNumber = false, sortBy: sortValue } = column;
  const isSorted = sort?.key === key;
  const look = isNumber ? 'number' : undefined;
  if (sortValue === undefined) {
    return (
      <th scope="col" class={look}>
        {label}
      </th>
    );
  }
  return (
    <th
      scope="col"
      class={look}
      {...(isSorted && { 'aria-sort': sort.isDescending ? ('descending' as const) : ('ascending' as const) })}
    >
      <button type="button" class="sort" onClick={() => sortBy(key)}>
        {label}
        <span aria-hidden="true">{isSorted ? (sort.isDescending ? ' ↓' : ' ↑') : ' ↕'}</span>
      </button>
    </th>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }): VNode {
  const { label, isNumber = false, isRowHeader = false, render } = column;
  if (isRowHeader) return <th scope="row">{render(row)}</th>;
  return (
    <td class={isNumber ? 'number' : undefined} data-label={isNumber ? label.toLowerCase() : undefined}>
      {render(row)}
    </td>
  );
}

/** The rows in order; those that are equal, or without a value, keep the order they came in. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const valueOf = columns.find(({ key }) => key === sort?.key)?.sortBy;
  if (sort === undefined || valueOf === undefined) return rows;
  const keyed = rows.map((row) => ({ row, value: valueOf(row) }));
  const sign = sort.isDescending ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (a.value === b.value) return 0;
      return a.value < b.value ? -sign : sign;
    })
    .map(({ row }) => row);
}
