import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choose, CommandBox, Mark, SearchField, Select, StatusLine } from '../../shared/browser/controls.tsx';
import { type Column, PagedTable } from '../../shared/browser/paged-table.tsx';
import { counted } from '../../../../kernel/words.ts';
import type { PackedRun, PageData } from '../page-data.ts';
import { extremes, filteredRuns, NO_FILTER, type RunFilter, runCommand } from '../view/runs.ts';
import { figureShown, LOOK_OF_VERDICT, setText, VERDICT_SHOWN, valueText } from '../words.ts';

interface Props {
  readonly data: PageData;
  readonly figure: string;
  readonly filter: RunFilter;
  readonly onFilter: (filter: RunFilter) => void;
  /** Starts a run of the list once more, where the page can. */
  readonly onRun?: ((run: PackedRun) => void) | undefined;
}

const EXTREMES = 5;

/** The best and worst runs, then all of them; each with the command that repeats it. */
export function RunList({ data, figure, filter, onFilter, onRun }: Props): VNode {
  const { runs, allRuns, summary } = data;
  const [chosen, setChosen] = useState<PackedRun>();
  const ends = useMemo(() => extremes(data, figure, EXTREMES), [data, figure]);
  const left = useMemo(() => filteredRuns(runs, filter), [runs, filter]);
  const columns = useMemo(() => columnsOf(data, figure, setChosen), [data, figure]);
  const isFiltered = filter !== NO_FILTER && left.length !== runs.length;
  if (runs.length === 0) return <p class="calm">The sweep has no runs yet.</p>;
  const { label, isMoreBetter } = figureShown(figure);
  const [bestTitle, worstTitle] =
    isMoreBetter === null ? [`Highest ${label}`, `Lowest ${label}`] : [`Best ${label}`, `Worst ${label}`];
  return (
    <>
      {ends.best.length > 0 && (
        <div class="ends">
          <Extremes title={worstTitle} data={data} figure={figure} runs={ends.worst} onRun={onRun} />
          <Extremes title={bestTitle} data={data} figure={figure} runs={ends.best} onRun={onRun} />
        </div>
      )}
      <h3>All runs</h3>
      <div class="filters" role="search" aria-label="Filter runs">
        <div class="row">
          <SearchField label="Seed" text={filter.seed} onInput={(seed) => onFilter({ ...filter, seed: seed.trim() })} />
          <Select
            label="Verdict"
            choices={verdictsOf(runs)}
            chosen={filter.verdict}
            onChange={(verdict) => onFilter({ ...filter, verdict })}
          />
          {summary.groups.length > 1 && (
            <Choose
              label="Parameters"
              values={[
                ['', filter.groups.length > 1 ? `${filter.groups.length} sets` : 'any'],
                ...summary.groups.map(({ set }, place) => [String(place), setText(set)] as const),
              ]}
              chosen={filter.groups.length === 1 ? String(filter.groups[0]) : ''}
              onChange={(place) => onFilter({ ...filter, groups: place === '' ? [] : [Number(place)] })}
            />
          )}
          {isFiltered && (
            <button type="button" class="action" onClick={() => onFilter(NO_FILTER)}>
              Show all
            </button>
          )}
        </div>
      </div>
      <StatusLine left={left.length} all={runs.length} unit="run" showAll={undefined} />
      {runs.length < allRuns && (
        <p class="notice">{`This page lists the first ${counted(runs.length)} of ${counted(allRuns)} runs.`}</p>
      )}
      <div class="chosen-run" role="status">
        {chosen && (
          <>
            <p>{`Seed ${chosen[1]}, ${setText(summary.groups[chosen[0]]?.set ?? {})}:`}</p>
            <CommandBox text={runCommand(data, chosen)} />
            <RunButton run={chosen} onRun={onRun} />
          </>
        )}
      </div>
      {left.length === 0 ? (
        <p class="calm">No run is left by this filter.</p>
      ) : (
        <PagedTable caption="Runs of the sweep" columns={columns} rows={left} />
      )}
    </>
  );
}

function verdictsOf(runs: readonly PackedRun[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const [, , verdict] of runs) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts];
}

function RunButton({ run, onRun }: Pick<Props, 'onRun'> & { readonly run: PackedRun }): VNode | null {
  if (!onRun) return null;
  return (
    <button type="button" class="action" aria-label={`Run it and see it: seed ${run[1]}`} onClick={() => onRun(run)}>
      Run it and see it
    </button>
  );
}

interface ExtremesProps extends Pick<Props, 'onRun'> {
  readonly title: string;
  readonly data: PageData;
  readonly figure: string;
  readonly runs: readonly PackedRun[];
}

function Extremes({ title, data, figure, runs, onRun }: ExtremesProps): VNode {
  const place = data.figures.indexOf(figure);
  return (
    <section class="extremes" aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {runs.map((run) => (
          <li key={`${run[0]} ${run[1]}`}>
            <p>
              <b class="value">{valueText(figure, run[5][place] ?? 0)}</b>
              {` seed ${run[1]}, ${setText(data.summary.groups[run[0]]?.set ?? {})}`}
            </p>
            <CommandBox text={runCommand(data, run)} />
            <RunButton run={run} onRun={onRun} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Beside the figure that is looked at, these are in the table where they have values. */
const USUAL = ['pnl', 'sharpe', 'drawdown', 'fills', 'fillRatio'];

function columnsOf(
  { figures, summary }: PageData,
  figure: string,
  choose: (run: PackedRun) => void,
): Column<PackedRun>[] {
  const shown = [...new Set([figure, ...USUAL])].filter((name) => figures.includes(name));
  return [
    {
      key: 'seed',
      label: 'Seed',
      isRowHeader: true,
      render: (run) => (
        <button
          type="button"
          class="show-command"
          aria-label={`Show the command of seed ${run[1]}`}
          onClick={() => choose(run)}
        >
          {run[1]}
        </button>
      ),
    },
    {
      key: 'set',
      label: 'Parameters',
      render: ([group]) => setText(summary.groups[group]?.set ?? {}),
      sortBy: ([group]) => group,
    },
    {
      key: 'verdict',
      label: 'Verdict',
      render: ([, , verdict, , error]) => (
        <span class="verdict-cell" title={error ?? undefined}>
          <Mark look={LOOK_OF_VERDICT[verdict]} sign={VERDICT_SHOWN[verdict].mark} />
          {VERDICT_SHOWN[verdict].label}
          {error === null ? null : <small>{` ${error}`}</small>}
        </span>
      ),
      sortBy: ([, , verdict]) => verdict,
    },
    ...shown.map((name): Column<PackedRun> => {
      const place = figures.indexOf(name);
      return {
        key: name,
        label: figureShown(name).label,
        isNumber: true,
        render: ([, , , , , values]) => {
          const value = values[place] ?? null;
          return value === null ? '–' : valueText(name, value);
        },
        sortBy: ([, , , , , values]) => values[place] ?? null,
      };
    }),
    { key: 'digest', label: 'Digest', render: ([, , , digest]) => <code>{digest}</code> },
  ];
}
