import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { CLAUSE_STATES, STATE_SHOWN, VERDICT_SHOWN } from '../../../../suite/reporters/words.ts';
import { Mark, Unseen } from '../../shared/browser/controls.tsx';
import type { PageClause } from '../page-data.ts';
import { type ClauseRow, clauseRows, neighbourOf } from '../view/clause-filter.ts';
import { hrefTo } from '../view/location.ts';
import type { Model } from '../view/model.ts';

interface Props {
  readonly model: Model;
  readonly clauses: readonly PageClause[];
}

/** The squares, and beside them the clause that is pinned or pointed at. Tab reaches one square; arrow keys reach the others. */
export function ClauseGrid({ model, clauses }: Props): VNode {
  const rows = useMemo(() => clauseRows(clauses), [clauses]);
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(rows[0]?.kinds[0]?.clauses[0]?.id);
  const [pinned, setPinned] = useState(clauses.length === 1 ? clauses[0]?.id : undefined);
  const [pointed, setPointed] = useState<string>();
  const unpin = (): void => {
    setPinned(undefined);
    setPointed(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbourOf(rows, idAt(event) ?? '', event.key);
    if (next === undefined) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLButtonElement>(`button[data-id="${CSS.escape(next)}"]`)?.focus();
  };
  const squares = useMemo(() => <Squares rows={rows} current={current} pinned={pinned} />, [rows, current, pinned]);
  const shown = model.clauses.get(pinned ?? pointed ?? '');
  return (
    <div class="matrix-and-panel">
      <div
        ref={grid}
        class="matrix"
        onMouseOver={(event) => setPointed((before) => idAt(event) ?? before)}
        onFocusIn={(event) => {
          const id = idAt(event);
          if (id === undefined) return;
          setCurrent(id);
          setPointed(id);
        }}
        onClick={(event) => {
          const id = idAt(event);
          if (id === undefined) return;
          if (id === pinned) unpin();
          else setPinned(id);
        }}
        onKeyDown={onKeyDown}
      >
        {squares}
      </div>
      <aside
        class={pinned === undefined ? 'clause-panel' : 'clause-panel pinned'}
        aria-label="Clause"
        aria-live="polite"
      >
        {shown ? <ClauseDetail model={model} clause={shown} onClose={unpin} /> : <Legend />}
      </aside>
    </div>
  );
}

/** The id of the clause whose square an event is about. */
const idAt = ({ target }: Event): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('button.cell')?.dataset.id : undefined;

interface SquaresProps {
  readonly rows: readonly ClauseRow[];
  readonly current: string | undefined;
  readonly pinned: string | undefined;
}

function Squares({ rows, current, pinned }: SquaresProps): VNode {
  const surfaces = [...new Set(rows.map(({ surface }) => surface))];
  const square = ({ id, state }: PageClause): VNode => (
    <button
      key={id}
      type="button"
      class={`cell ${state}`}
      tabindex={id === current ? 0 : -1}
      data-id={id}
      aria-label={`${id}: ${STATE_SHOWN[state].label}`}
      aria-expanded={id === pinned}
    >
      {signOf(state)}
    </button>
  );
  return (
    <>
      {surfaces.map((surface) => (
        <section key={surface} class="surface">
          <h3>{surface}</h3>
          {rows
            .filter((row) => row.surface === surface)
            .map((row) => (
              <Row key={row.action ?? ''} row={row} square={square} />
            ))}
        </section>
      ))}
    </>
  );
}

interface RowProps {
  readonly row: ClauseRow;
  readonly square: (clause: PageClause) => VNode;
}

function Row({ row: { action, kinds }, square }: RowProps): VNode {
  const all = kinds.flatMap(({ clauses }) => clauses);
  const proven = all.filter(({ state }) => state === 'proven').length;
  const name = action ?? 'several actions';
  return (
    <div class="clause-row">
      <h4>
        {action === null ? name : <a href={hrefTo({ action })}>{name}</a>}
        <small>{`${proven} of ${all.length} proven`}</small>
      </h4>
      <div class="kinds">
        {kinds.map(({ kind, clauses }) => (
          <div key={kind} class="kind-group" role="group" aria-label={`${name}, ${kind}`}>
            <span class="kind">{kind}</span>
            {clauses.map(square)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** What the states of the squares mean, shown while no clause is. */
const Legend = (): VNode => (
  <>
    <h3>Every square is a clause</h3>
    <ul class="legend">
      {CLAUSE_STATES.map((state) => (
        <li key={state}>
          <span class={`cell ${state}`} aria-hidden="true">
            {signOf(state)}
          </span>
          <b>{STATE_SHOWN[state].label}</b>
          {` ${STATE_SHOWN[state].means}`}
        </li>
      ))}
    </ul>
    <p class="calm">Point at a square, or move there with the arrow keys. A click pins it.</p>
  </>
);

/** The most frequent state has no sign, so that the others stand out. */
const signOf = (state: PageClause['state']): string => (state === 'proven' ? '' : STATE_SHOWN[state].mark);

/** At most this many of the scenarios that cite a clause are listed. */
const LISTED = 12;

interface ClauseDetailProps {
  readonly model: Model;
  readonly clause: PageClause;
  readonly onClose: () => void;
}

/** The statement of a clause, its state, and the scenarios that cite it. */
function ClauseDetail({ model: { scenarios }, clause, onClose }: ClauseDetailProps): VNode {
  const { id, text, kind, status, surface, action, needs, state, waiver, scenarios: citing } = clause;
  const { label, mark, means } = STATE_SHOWN[state];
  const about = [action ?? 'several actions', surface.join(', '), kind, status];
  const listed = citing.slice(0, LISTED).flatMap((index) => scenarios[index] ?? []);
  return (
    <>
      <button class="close" type="button" aria-label="Unpin this clause" onClick={onClose}>
        ×
      </button>
      <h3>{id}</h3>
      <p class="state">
        <Mark look={state} sign={mark} />
        <b>{label}</b>
        {`: ${means}.`}
      </p>
      <p class="statement">{text}</p>
      <p class="about">{[...about, ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : [])].join(' · ')}</p>
      {waiver !== null && <p class="notice">{`Waived: ${waiver}`}</p>}
      {listed.length > 0 && (
        <>
          <ul class="citing">
            {listed.map(({ id: scenarioId, index, verdict, name }) => (
              <li key={index}>
                <Mark look={verdict} sign={VERDICT_SHOWN[verdict].mark} />
                <Unseen>{`${VERDICT_SHOWN[verdict].label}: `}</Unseen>
                <a href={hrefTo({ id: scenarioId })}>{name}</a>
                <span class="where">{scenarioId}</span>
              </li>
            ))}
          </ul>
          <p>
            <a href={hrefTo({ clause: id })}>
              {citing.length === 1 ? 'The scenario that cites it' : `All ${citing.length} scenarios that cite it`}
            </a>
          </p>
        </>
      )}
    </>
  );
}
