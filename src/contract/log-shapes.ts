/** What the log looks like outside: for the control plane that writes it and the console that reads it. */

/** What a row of the log is about. The first two are inputs, the third requests that were refused, all others events. */
export const LOG_KINDS = [
  'request',
  'control',
  'refusal',
  'order',
  'trade',
  'funding',
  'liquidation',
  'adl',
  'funds',
  'account',
  'exchange',
  'price',
  'clock',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** What the timeline counts, by what a row is about. */
export const TIMELINE_KINDS = ['fill', 'refusal', 'liquidation', 'funding', 'price', 'fault'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** A row as the control plane and the console write it, with the ids of the API. */
export interface LogRecord {
  /** Its place: the number of the input, and a place among the rows of that. */
  readonly id: string;
  /** Number of the input; of a refusal that of the input before it. */
  readonly input: number;
  /** Sequence of the event; null for an input and a refusal. */
  readonly event: number | null;
  readonly at: number;
  readonly kind: LogKind;
  /** Name of the event, the action, the control command, or the code of the refusal. */
  readonly name: string;
  readonly text: string;
  readonly market: string | null;
  /** Subaccounts of users; of agents of the world only where there are no others. */
  readonly accounts: readonly string[];
  readonly orders: readonly string[];
  readonly liquidation: number | null;
  /** The route that explains it, below `/why`. */
  readonly why: string | null;
}
