import type { RunEvent } from '../../../../scenarios/run-result.ts';
import type { EventKind } from '../words.ts';

export interface EventFilter {
  /** None stands for all of them. */
  readonly kinds: readonly EventKind[];
  /** The empty text stands for all of them. */
  readonly account: string;
  /** Words that all occur in the text, the account or the market. */
  readonly text: string;
}

export const NO_FILTER: EventFilter = { kinds: [], account: '', text: '' };

export function filteredEvents(events: readonly RunEvent[], { kinds, account, text }: EventFilter): RunEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter((event) => {
    if (kinds.length > 0 && !kinds.includes(event.kind)) return false;
    if (account !== '' && event.account !== account) return false;
    const searched = `${event.text} ${event.account ?? ''} ${event.symbol ?? ''} ${event.kind}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** Counts the events that each value would leave under the other parts of the filter. */
export function tally<K>(events: readonly RunEvent[], keyOf: (event: RunEvent) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const event of events) counts.set(keyOf(event), (counts.get(keyOf(event)) ?? 0) + 1);
  return counts;
}
