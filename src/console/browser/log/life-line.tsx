import { useLayoutEffect, useRef } from 'preact/hooks';
import { timeOfDay } from '../design/format.ts';
import { Panel } from '../design/panel.tsx';
import type { LogAddress } from './address.ts';
import { isWholeLife, stationsOf } from './life.ts';
import { accountName } from './records.ts';
import type { Shown } from './feed.ts';

interface LifeParts {
  readonly followed: { readonly what: 'order' | 'liquidation' | 'account'; readonly id: string };
  readonly shown: Shown;
  readonly isWorking: boolean;
  readonly whole: () => Promise<void>;
  readonly hrefOf: (changes: Partial<LogAddress>) => string;
}

/** The life of the one thing that is followed, station by station. */
export function LifeLine({ followed, shown, isWorking, whole, hrefOf }: LifeParts) {
  const { what, id } = followed;
  const stations = stationsOf(shown.rows);
  const line = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    // The latest stations are in view.
    if (line.current) line.current.scrollLeft = line.current.scrollWidth;
  }, [stations.length]);
  const isWhole = isWholeLife(shown.rows, what);
  const name = what === 'account' ? accountName(id) : id;
  return (
    <Panel
      title={`Life of ${what} ${name.replace(/^Account /, '')}`}
      class="life"
      tools={
        <span class="tools">
          {what === 'account' ? (
            <a class="button small" href={hrefOf({ why: `/margin/${id}` })}>
              Why this margin?
            </a>
          ) : null}
          {what === 'liquidation' ? (
            <a class="button small" href={hrefOf({ why: `/liquidation/${id}` })}>
              Why?
            </a>
          ) : null}
          <a class="button small" href={hrefOf({ account: '', order: '', liquidation: '' })}>
            Stop following
          </a>
        </span>
      }
    >
      {stations.length > 0 ? (
        <ol class="stations" ref={line}>
          {stations.map(({ label, tone, count, row }) => (
            <li key={row.id} class={tone}>
              <a href={hrefOf({ row: row.id, why: '' })}>
                <strong>
                  {label}
                  {count > 1 ? ` × ${count}` : ''}
                </strong>
                <span>{timeOfDay(row.at)}</span>
              </a>
            </li>
          ))}
        </ol>
      ) : null}
      {isWhole ? null : (
        <p class="note">
          {shown.keptFrom > 1
            ? `The server keeps rows from input ${shown.keptFrom} on; what was before can be worked out again from the journal.`
            : 'What the exchange started with is not among these rows.'}{' '}
          <button type="button" class="button small" disabled={isWorking} onClick={() => void whole()}>
            {isWorking ? 'Working the run out again…' : 'Show it from the start'}
          </button>
        </p>
      )}
    </Panel>
  );
}
