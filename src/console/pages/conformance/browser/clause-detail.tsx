import type { VNode } from 'preact';
import type { PageClause } from '../page-data.ts';
import { hrefTo } from '../view/location.ts';
import type { Model } from '../view/model.ts';
import { STATE_SHOWN, VERDICT_SHOWN } from '../../../../suite/reporters/words.ts';
import { Mark, Unseen } from '../../shared/browser/marks.tsx';

/** At most this many of the scenarios that cite a clause are listed. */
const LISTED = 12;

interface Props {
  readonly model: Model;
  readonly clause: PageClause;
  readonly onClose: () => void;
}

/** The statement of a clause, its state, and the scenarios that cite it. */
export function ClauseDetail({ model: { scenarios }, clause, onClose }: Props): VNode {
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
