import type { Journal } from '../journal/journal.ts';
import type { StreamSink } from './sink.ts';

/**
 * Lets frames out once everything that they may show is as durable as was asked for (DUR-01). Frames keep their order. A
 * journal that has failed lets nothing out any more.
 */
export function durableSink(sink: StreamSink, journal: Pick<Journal, 'length' | 'durable'>): StreamSink {
  const waiting: (() => void)[] = [];
  // Inputs become durable in order, so whatever may leave next is the first that waits.
  const leave = (): void => waiting.shift()?.();
  const inOrder = (go: () => void): void => {
    const durable = journal.durable(journal.length);
    if (durable === null && waiting.length === 0) return go();
    waiting.push(go);
    (durable ?? Promise.resolve()).then(leave, () => undefined);
  };
  return {
    send: (frames) => inOrder(() => sink.send(frames)),
    close: (code, reason) => inOrder(() => sink.close(code, reason)),
    ...(sink.cut && { cut: () => sink.cut?.() }),
    buffered: () => sink.buffered(),
    holds: () => waiting.length > 0,
  };
}
