import type { ComponentChildren, VNode } from 'preact';
import { LazyDetails } from './controls.tsx';
import { type Column, PagedTable } from './paged-table.tsx';

interface Props<Row> {
  readonly title: string;
  /** How to read the chart, or what it leaves out. */
  readonly about?: string;
  readonly legend?: ComponentChildren;
  readonly children: ComponentChildren;
  /** The same figures as a table. */
  readonly columns: readonly Column<Row>[];
  readonly rows: () => readonly Row[];
}

/** A chart with its title, its legend, and its figures as a table. */
export function ChartFigure<Row>({ title, about, legend, children, columns, rows }: Props<Row>): VNode {
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        {legend !== undefined && <div class="legend-row">{legend}</div>}
      </figcaption>
      {children}
      <div class="below">
        {about !== undefined && <p class="calm">{about}</p>}
        <LazyDetails class="folded" summary={<summary>{`${title} as a table`}</summary>}>
          {() => <PagedTable caption={title} columns={columns} rows={rows()} pageSize={20} />}
        </LazyDetails>
      </div>
    </figure>
  );
}

/** Shows what a series looks like; the style sheet has its colour. */
export const Key = ({ look, children }: { readonly look: string; readonly children: ComponentChildren }): VNode => (
  <span class="key">
    <span class={`swatch ${look}`} aria-hidden="true" />
    {children}
  </span>
);

/** No data for a chart. */
export const NoData = ({ title, children }: { readonly title: string; readonly children: string }): VNode => (
  <figure class="chart empty-chart">
    <figcaption>
      <h3>{title}</h3>
    </figcaption>
    <p class="calm">{children}</p>
  </figure>
);
