import type { VNode } from 'preact';
import { Mark, SearchField, Select, StatusLine, toggled, Toggles } from '../../shared/browser/controls.tsx';
import { PagedTable } from '../../shared/browser/paged-table.tsx';
import { moment } from '../../../../kernel/words.ts';
import type { RunEvent } from '../../../../scenarios/run-result.ts';
import { type EventFilter, filteredEvents, tally } from '../view/event-filter.ts';
import { EVENT_KINDS, EVENT_SHOWN } from '../words.ts';

interface Props {
  readonly events: readonly RunEvent[];
  readonly filter: EventFilter;
  readonly onFilter: (filter: EventFilter) => void;
}

/** Sets the time of the charts; the page follows such links itself. */
export const TimeLink = ({ time }: { readonly time: number }): VNode => (
  <a class="time-link" href={`#t=${time}`} title="Show this time in the charts">
    {moment(time)}
  </a>
);

const COLUMNS = [
  {
    key: 'time',
    label: 'Time (UTC)',
    render: ({ time }: RunEvent) => <TimeLink time={time} />,
    sortBy: ({ time }: RunEvent) => time,
  },
  {
    key: 'kind',
    label: 'Kind',
    render: ({ kind }: RunEvent) => (
      <span class="kind-cell">
        <Mark look={kind} sign={EVENT_SHOWN[kind].mark} />
        {EVENT_SHOWN[kind].label}
      </span>
    ),
    sortBy: ({ kind }: RunEvent) => kind,
  },
  {
    key: 'account',
    label: 'Account',
    render: ({ account }: RunEvent) => account ?? '',
    sortBy: ({ account }: RunEvent) => account,
  },
  {
    key: 'symbol',
    label: 'Market',
    render: ({ symbol }: RunEvent) => symbol ?? '',
    sortBy: ({ symbol }: RunEvent) => symbol,
  },
  { key: 'text', label: 'What happened', isRowHeader: true, render: ({ text }: RunEvent) => text },
];

/** The events of the run, and what the reader looks for among them. */
export function EventList({ events, filter, onFilter }: Props): VNode {
  if (events.length === 0)
    return <p class="calm">Nothing is recorded: no entry of a timeline, no refusal, no liquidation.</p>;
  const left = filteredEvents(events, filter);
  const kinds = tally(filteredEvents(events, { ...filter, kinds: [] }), ({ kind }) => kind);
  const accounts = tally(filteredEvents(events, { ...filter, account: '' }), ({ account }) => account ?? '');
  const occurring = new Set(events.map(({ kind }) => kind));
  return (
    <>
      <div class="filters" role="search" aria-label="Filter events">
        <div class="row">
          <SearchField label="Search events" text={filter.text} onInput={(text) => onFilter({ ...filter, text })} />
          <Select
            label="Account"
            choices={[...accounts].filter(([account]) => account !== '').sort(([a], [b]) => (a < b ? -1 : 1))}
            chosen={filter.account}
            onChange={(account) => onFilter({ ...filter, account })}
          />
        </div>
        <Toggles
          label="Kinds"
          choices={EVENT_KINDS.filter((kind) => occurring.has(kind))}
          shown={EVENT_SHOWN}
          counts={kinds}
          chosen={filter.kinds}
          onToggle={(kind) => onFilter({ ...filter, kinds: toggled(filter.kinds, kind) })}
        />
      </div>
      <StatusLine left={left.length} all={events.length} unit="event" showAll={undefined} />
      {left.length === 0 ? (
        <p class="calm">No event is left by this filter.</p>
      ) : (
        <PagedTable caption="Events of the run" columns={COLUMNS} rows={left} isCards />
      )}
    </>
  );
}
