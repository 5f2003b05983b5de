import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Choose } from '../../shared/browser/controls.tsx';
import { plural, percent } from '../../../../kernel/words.ts';
import type { PageData } from '../page-data.ts';
import { colourAt } from '../view/colour.ts';
import { type HeatCell, heatMap, STATISTICS, type Statistic, statisticsFor } from '../view/heat-map.ts';
import { figureShown, valueText } from '../words.ts';

interface Props {
  readonly data: PageData;
  readonly figure: string;
  /** Shows the runs of these groups. */
  readonly onGroups: (groups: readonly number[]) => void;
}

/** A figure over two parameters, as a table whose cells are coloured by their value. */
export function HeatMapSection({ data, figure, onGroups }: Props): VNode {
  const paths = data.summary.plan.parameters.filter(({ values }) => values.length > 1).map(({ path }) => path);
  const [row, setRow] = useState(paths[0] ?? '');
  const [column, setColumn] = useState(paths[1] ?? '');
  const [statistic, setStatistic] = useState<Statistic>('mean');
  if (paths.length < 2) {
    return <p class="calm">A heat map needs two parameters with several values each. This sweep has fewer.</p>;
  }
  /** A parameter that is chosen for one side leaves the other. */
  const chooseRow = (path: string): void => {
    if (path === column) setColumn(row);
    setRow(path);
  };
  const chooseColumn = (path: string): void => {
    if (path === row) setRow(column);
    setColumn(path);
  };
  return (
    <>
      <div class="choices">
        <Choose label="Rows" values={paths} chosen={row} onChange={chooseRow} />
        <Choose label="Columns" values={paths} chosen={column} onChange={chooseColumn} />
        <Choose
          label="Shown"
          values={statisticsFor(data).map((name) => [name, STATISTICS[name]] as const)}
          chosen={statistic}
          onChange={(name) => setStatistic(name as Statistic)}
        />
      </div>
      <Map data={data} row={row} column={column} figure={figure} statistic={statistic} onGroups={onGroups} />
    </>
  );
}

interface MapProps extends Props {
  readonly row: string;
  readonly column: string;
  readonly statistic: Statistic;
}

function Map({ data, row, column, figure, statistic, onGroups }: MapProps): VNode {
  const map = useMemo(() => heatMap(data, { row, column, figure, statistic }), [data, row, column, figure, statistic]);
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<readonly [number, number]>([0, 0]);
  const text = (value: number): string => (statistic === 'failed' ? percent(value, 1) : valueText(figure, value));
  const subject =
    statistic === 'failed' ? 'Share of failed runs' : `${figureShown(figure).label}, ${STATISTICS[statistic]}`;
  const caption = `${subject}, by ${row} (rows) and ${column} (columns)`;
  const focusAt = (to: readonly [number, number]): void => {
    setCurrent(to);
    table.current?.querySelector<HTMLButtonElement>(`[data-at="${to.join()}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = neighbour(current, event.key, map.rows.length, map.columns.length);
    if (to === undefined) return;
    event.preventDefault();
    focusAt(to);
  };
  return (
    <>
      <p class="calm" aria-hidden="true">
        {caption}
      </p>
      <div class="scroller" role="region" tabindex={0} aria-label={caption}>
        <table class="heat" ref={table} onKeyDown={onKeyDown}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{row}</span>
              </th>
              {map.columns.map((value) => (
                <th key={value} scope="col" class="number">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {map.cells.map((cells, rowPlace) => (
              <tr key={map.rows[rowPlace]}>
                <th scope="row">{map.rows[rowPlace]}</th>
                {cells.map((cell, place) => (
                  <td key={map.columns[place]} style={styleOf(cell, map.extent)}>
                    <button
                      type="button"
                      data-at={`${rowPlace},${place}`}
                      tabindex={rowPlace === current[0] && place === current[1] ? 0 : -1}
                      aria-label={`${row} ${map.rows[rowPlace] ?? ''}, ${column} ${map.columns[place] ?? ''}: ${cell.value === null ? 'no value' : text(cell.value)}, ${plural(cell.runs, 'run')}. Show the runs.`}
                      onFocus={() => setCurrent([rowPlace, place])}
                      onClick={() => onGroups(cell.groups)}
                    >
                      {cell.value === null ? '–' : text(cell.value)}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {map.extent !== null && (
        <p class="scale">
          <span>{text(map.extent[0])}</span>
          <span class="gradient" aria-hidden="true" />
          <span>{text(map.extent[1])}</span>
          <span class="calm">Arrow keys move through the cells. Enter or a click lists the runs of a cell.</span>
        </p>
      )}
    </>
  );
}

function styleOf({ value }: HeatCell, extent: readonly [number, number] | null): Record<string, string> | undefined {
  if (value === null || extent === null) return undefined;
  const [low, high] = extent;
  const { background, text } = colourAt(high > low ? (value - low) / (high - low) : 0.5);
  return { background, color: text };
}

/** The cell that a key leads to. */
function neighbour(
  [row, column]: readonly [number, number],
  key: string,
  rows: number,
  columns: number,
): readonly [number, number] | undefined {
  const within = (place: number, count: number): number => Math.min(Math.max(place, 0), count - 1);
  switch (key) {
    case 'ArrowUp':
      return [within(row - 1, rows), column];
    case 'ArrowDown':
      return [within(row + 1, rows), column];
    case 'ArrowLeft':
      return [row, within(column - 1, columns)];
    case 'ArrowRight':
      return [row, within(column + 1, columns)];
    case 'Home':
      return [row, 0];
    case 'End':
      return [row, columns - 1];
    default:
      return undefined;
  }
}
