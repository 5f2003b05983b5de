import type { EngineEvent } from '../../../engine/event.ts';
import type { AccountNo, OrderNo } from '../../../kernel/ids.ts';
import type { LogKind } from '../../../contract/log-shapes.ts';
import type { Words } from '../words.ts';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: T }>;

/** What the log says of events of one type. What is left out does not apply. */
export interface EventFacts<E> {
  readonly kind: LogKind;
  readonly accounts?: (event: E) => readonly AccountNo[];
  readonly orders?: (event: E) => readonly OrderNo[];
  /** The order whose account and market the event does not repeat. */
  readonly order?: (event: E) => OrderNo;
  readonly market?: (event: E) => string | null;
  readonly text: (event: E, words: Words) => string;
}

export type FactsOf<T extends EngineEvent['type']> = { readonly [K in T]: EventFacts<EventOf<K>> };
