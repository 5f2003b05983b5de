import { useSignal } from '@preact/signals';
import { VERDICT_SHOWN } from '../../../suite/reporters/words.ts';
import { counted } from '../../../kernel/words.ts';
import type { EndedScenario } from '../../../contract/jobs.ts';
import { Choices } from '../design/choices.tsx';
import { Empty, Panel } from '../design/panel.tsx';
import { type EndedView, endedShown, hasFailed, VIEWS } from './ended.ts';

/** More lines than anybody reads while a run goes on. */
const SHOWN = 200;

interface Props {
  readonly ended: readonly EndedScenario[];
  readonly isRunning: boolean;
}

/** The scenarios that have ended so far, under a filter. */
export function EndedList({ ended, isRunning }: Props) {
  const view = useSignal<EndedView>('all');
  const text = useSignal('');
  const found = endedShown(ended, view.value, text.value);
  return (
    <Panel
      title="Scenarios so far"
      class="ended"
      tools={
        <span class="row tools">
          <input
            type="search"
            class="short"
            aria-label="Search the scenarios so far"
            placeholder="Search"
            value={text}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
          <Choices
            label="Verdicts"
            options={VIEWS}
            chosen={view.value}
            choose={(chosen) => {
              view.value = chosen;
            }}
            titles={{ failed: `failed ${counted(ended.filter(hasFailed).length)}` }}
          />
        </span>
      }
    >
      {ended.length === 0 ? (
        <Empty>{isRunning ? 'No scenario has ended yet.' : 'No scenario has ended, so there is no report.'}</Empty>
      ) : null}
      {ended.length > 0 && found.length === 0 ? <Empty>No scenario so far is left by this filter.</Empty> : null}
      <ol class="ended-list">
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.id} class={hasFailed(one) ? 'down' : ''}>
            <span class="sign" aria-hidden="true">
              {shownOf(one).mark}
            </span>
            <span class="spoken">{shownOf(one).label}: </span>
            <span>{one.name}</span>
            <span class="quiet">{one.id}</span>
          </li>
        ))}
      </ol>
      {found.length > SHOWN ? (
        <p class="note">{`The latest ${SHOWN} of ${counted(found.length)}. The report will have all of them.`}</p>
      ) : null}
    </Panel>
  );
}

interface Shown {
  readonly mark: string;
  readonly label: string;
}

/** A newer suite may know verdicts that this page does not. */
const SHOWN_BY_VERDICT: Readonly<Partial<Record<string, Shown>>> = VERDICT_SHOWN;

const shownOf = ({ verdict }: EndedScenario): Shown => SHOWN_BY_VERDICT[verdict] ?? { mark: '?', label: verdict };
