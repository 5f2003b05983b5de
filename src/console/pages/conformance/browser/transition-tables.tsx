import type { VNode } from 'preact';
import type { PageTransition } from '../page-data.ts';
import { hrefTo } from '../view/location.ts';
import type { Model } from '../view/model.ts';
import { plural } from '../../../../kernel/words.ts';
import { STATE_SHOWN } from '../../../../suite/reporters/words.ts';
import { Mark, Unseen } from '../../shared/browser/controls.tsx';

/** Every state machine as a table: what each event does in each state, and whether a scenario proves it. */
export function TransitionTables({ model }: { readonly model: Model }): VNode {
  const { transitions } = model.data;
  return (
    <>
      <p>
        A row for each state, a column for each event. A cell names the state that follows or the code of the rejection.
        A dash means that the event cannot happen in that state.
      </p>
      {unique(transitions.map(({ machine }) => machine)).map((machine) => (
        <Machine key={machine} machine={machine} cells={transitions.filter((cell) => cell.machine === machine)} />
      ))}
      {transitions.length === 0 && <p class="calm">The contract has no transitions.</p>}
    </>
  );
}

interface MachineProps {
  readonly machine: string;
  readonly cells: readonly PageTransition[];
}

function Machine({ machine, cells }: MachineProps): VNode {
  const events = unique(cells.map(({ event }) => event));
  const possible = cells.filter(({ state }) => state !== 'cannot');
  const proven = possible.filter(({ state }) => state === 'proven').length;
  return (
    <div class="transitions-of">
      <h3>
        {machine}
        <small>{` ${proven} of ${plural(possible.length, 'cell')} proven`}</small>
      </h3>
      <div class="scroller" tabindex={0} role="region" aria-label={`States of ${machine}`}>
        <table class="machine">
          <thead>
            <tr>
              <th scope="col">state</th>
              {events.map((event) => (
                <th key={event} scope="col">
                  {event}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {unique(cells.map(({ from }) => from)).map((from) => (
              <tr key={from}>
                <th scope="row">{from}</th>
                {events.map((event) => (
                  <Cell key={event} cell={cells.find((cell) => cell.from === from && cell.event === event)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cell({ cell }: { readonly cell: PageTransition | undefined }): VNode {
  if (!cell) return <td />;
  const { id, state, outcome, scenarios } = cell;
  if (state === 'cannot') {
    return (
      <td class="cannot" title={outcome}>
        –<Unseen>{` cannot happen: ${outcome}`}</Unseen>
      </td>
    );
  }
  const { label, mark, means } = STATE_SHOWN[state];
  const title = `${id}: ${label}, ${means}`;
  const content = (
    <>
      <Mark look={state} sign={mark} />
      <Unseen>{`${label}: `}</Unseen>
      <span>{outcome}</span>
    </>
  );
  if (scenarios.length === 0) return <td title={title}>{content}</td>;
  return (
    <td>
      <a title={title} href={hrefTo({ tag: `transition:${id}` })}>
        {content}
      </a>
    </td>
  );
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
