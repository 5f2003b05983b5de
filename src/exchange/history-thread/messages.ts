import type { MessagePort } from 'node:worker_threads';
import type { NamedShape } from '../../kernel/binary-form.ts';
import type { EventBytes } from '../history/backlog.ts';
import type { StoreReads, WrittenStore } from '../history/history-store.ts';
import type { StoreStart } from '../history/rows.ts';

/** What the thread of the history begins with. */
export interface ThreadStart {
  readonly start: StoreStart;
  /** Takes the results of reads. */
  readonly results: MessagePort;
  readonly counters: SharedArrayBuffer;
}

/** Places in the counters, which both sides see at once: events written, and reads carried out. */
export const WRITTEN = 0;
export const READ = 1;
export const COUNTERS = 2;

/** Messages are worked off one after the other, in the order in which they were sent. */
export type ToThread =
  | {
      readonly kind: 'write';
      readonly count: number;
      readonly events: readonly Pick<EventBytes, 'bytes'>[];
      /** Those that are new since the last such message. */
      readonly shapes: readonly NamedShape[];
    }
  | { readonly kind: 'read'; readonly name: keyof StoreReads; readonly args: readonly unknown[] }
  /** Asks for `DONE` once all before it is done. */
  | { readonly kind: 'catchUp' }
  /** Opens the tables that two reads need, and asks for `DONE`. */
  | { readonly kind: 'openTables' }
  /** Asks for what the store has come to, as `WrittenStore`. */
  | { readonly kind: 'writeOut' }
  /** Gives the memory of the store back; only `open` may follow. */
  | { readonly kind: 'close' }
  /** Opens another store; it asks for `DONE`, before which nothing may follow. */
  | ({ readonly kind: 'open' } & ThreadStart);

/** Sent once when the thread is open, and for each `catchUp` and `openTables`. */
export const DONE = 'done';

export type FromThread = typeof DONE | WrittenStore;

export type ReadResult = { readonly value: unknown } | { readonly failure: string };
