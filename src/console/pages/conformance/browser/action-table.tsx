import type { VNode } from 'preact';
import { type ActionRow, actionRows, type Cell } from '../view/action-table.ts';
import { hrefTo } from '../view/location.ts';
import { ASPECTS, type Model } from '../view/model.ts';
import { counted, plural } from '../../../../kernel/words.ts';
import { Mark, Unseen } from '../../shared/browser/controls.tsx';

/** Every action with the scenarios of the run that are about it. */
export function ActionTable({ model }: { readonly model: Model }): VNode {
  const rows = actionRows(model);
  const hasStreams = rows.some(({ transports }) => totalOf(transports.ws) > 0);
  const figures = ['Clauses proven', ...ASPECTS, 'over REST', ...(hasStreams ? ['over WS'] : [])];
  return (
    <>
      <p>
        Scenarios that passed, by subject; a scenario may count in several columns. An empty cell means that no scenario
        of this run is about it.
      </p>
      <table class="actions cards">
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Surface</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" class="number">
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.action} row={row} hasStreams={hasStreams} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ row, hasStreams }: { readonly row: ActionRow; readonly hasStreams: boolean }): VNode {
  const { action, surface, clauses, aspects, transports } = row;
  return (
    <tr>
      <th scope="row">
        <a href={hrefTo({ action })}>{action}</a>
      </th>
      <td data-label="surface">{surface}</td>
      <td class="number" data-label="clauses proven">{`${clauses.proven} of ${clauses.all}`}</td>
      {ASPECTS.map((aspect) => (
        <Figure key={aspect} label={aspect} cell={aspects[aspect]} href={hrefTo({ action, aspect })} />
      ))}
      <Figure label="over REST" cell={transports.rest} href={hrefTo({ action, transport: 'rest' })} />
      {hasStreams && <Figure label="over WS" cell={transports.ws} href={hrefTo({ action, transport: 'ws' })} />}
    </tr>
  );
}

interface FigureProps {
  readonly label: string;
  readonly cell: Cell;
  readonly href: string;
}

function Figure({ label, cell, href }: FigureProps): VNode {
  const { passed, failed } = cell;
  const total = totalOf(cell);
  const look = total === 0 ? 'empty' : failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'skipped';
  return (
    <td class={`number aspect ${look}`} data-label={label}>
      {total === 0 ? (
        <Unseen>none</Unseen>
      ) : (
        <a href={href} title={`${plural(total, 'scenario')}, ${counted(passed)} passed`}>
          {look === 'failed' && <Mark look="failed" sign="✕" />}
          {look === 'skipped' && <Mark look="skipped" sign="–" />}
          {passed === total ? counted(total) : `${counted(passed)} of ${counted(total)}`}
        </a>
      )}
    </td>
  );
}

const totalOf = ({ passed, failed, skipped }: Cell): number => passed + failed + skipped;
