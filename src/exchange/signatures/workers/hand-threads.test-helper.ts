import type { SignatureThread, StartThread, ThreadEvents } from './thread.ts';

/** A worker of this thread that returns nothing until a test says so. */
export class HandThread implements SignatureThread {
  /** What it was sent and has not worked on. */
  readonly posted: Uint8Array[] = [];
  readonly events: ThreadEvents;
  isAwaited = true;

  constructor(events: ThreadEvents) {
    this.events = events;
  }

  post(checks: Uint8Array): void {
    this.posted.push(checks);
  }

  awaits(isAwaited: boolean): void {
    this.isAwaited = isAwaited;
  }

  stop(): Promise<void> {
    this.events.ended('it was stopped');
    return Promise.resolve();
  }
}

/** Threads in the order in which they were started; they are ready in the next turn. */
export function handThreads(): { readonly threads: HandThread[]; readonly startThread: StartThread } {
  const threads: HandThread[] = [];
  return {
    threads,
    startThread: (events) => {
      const thread = new HandThread(events);
      threads.push(thread);
      setImmediate(events.ready);
      return thread;
    },
  };
}
