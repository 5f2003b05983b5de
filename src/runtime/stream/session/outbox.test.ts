import { describe, expect, test } from 'vitest';
import type { StreamLimits } from '../limits.ts';
import { STREAM_LIMITS } from '../limits.ts';
import { type DeliveredStream, type Delivery, Outbox } from './outbox.ts';

const LIMITS: StreamLimits = { ...STREAM_LIMITS, slowBytes: 100, queuedBytesMax: 50 };

/** A sink that takes what it is given and reads it on request. */
class Peer {
  readonly writes: (readonly string[])[] = [];
  overloads = 0;
  bytes = 0;
  readonly outbox: Outbox;

  constructor(limits = LIMITS) {
    const sink = {
      send: (frames: readonly string[]) => {
        this.writes.push(frames);
        for (const frame of frames) this.bytes += frame.length;
      },
      close: () => undefined,
      buffered: () => this.bytes,
    };
    this.outbox = new Outbox(sink, limits, () => {
      this.overloads += 1;
    });
  }

  /** Everything written so far has been read. */
  read(): void {
    this.bytes = 0;
    this.outbox.drained();
  }
}

const stream = (slowReader: DeliveredStream['slowReader'], afresh: readonly string[] = []): DeliveredStream => ({
  slowReader,
  afresh: () => afresh,
});
const of = (from: DeliveredStream, ...frames: readonly string[]): Delivery[] =>
  frames.map((frame) => ({ frame, stream: from }));
const long = (letter: string, length = 101): string => letter.repeat(length);

describe('a peer that keeps up', () => {
  test('gets the frames of a turn in one write', () => {
    const peer = new Peer();
    peer.outbox.deliver([...of(stream('close'), 'a', 'b'), ...of(stream('conflate'), 'c')]);
    expect(peer.writes).toEqual([['a', 'b', 'c']]);
  });

  test('gets a large turn in several, as far as it reads', () => {
    const peer = new Peer({ ...LIMITS, queuedBytesMax: 1_000 });
    peer.outbox.deliver(of(stream('close'), long('a', 60), long('b', 60), long('c', 60), 'd'));
    expect(peer.writes).toEqual([[long('a', 60), long('b', 60)]]);
    expect(peer.outbox.waitingBytes).toBe(61);
    peer.read();
    expect(peer.writes[1]).toEqual([long('c', 60), 'd']);
    expect(peer.outbox.waitingBytes).toBe(0);
  });
});

describe('a peer that does not', () => {
  test('is slow with one byte more in its socket than it may have', () => {
    const exact = new Peer();
    exact.outbox.reply(long('x', 100));
    exact.outbox.reply('a');
    expect(exact.writes).toHaveLength(2);
    const slow = new Peer();
    slow.outbox.reply(long('x', 101));
    slow.outbox.reply('a');
    expect(slow.writes).toHaveLength(1);
    expect(slow.outbox.waitingBytes).toBe(1);
  });

  test('gets what waited in order, then each stream it missed once, as it stands', () => {
    const peer = new Peer();
    const trades = stream('close');
    const book = stream('conflate', ['book now']);
    const candles = stream('conflate', ['candle now']);
    peer.outbox.reply(long('x'));
    peer.outbox.deliver([...of(book, 'book 1'), ...of(trades, 't1'), ...of(candles, 'candle 1')]);
    peer.outbox.reply('pong');
    peer.outbox.deliver([...of(book, 'book 2'), ...of(trades, 't2')]);
    expect(peer.outbox.waitingBytes).toBe(8);
    peer.read();
    expect(peer.writes.slice(1)).toEqual([['t1', 'pong', 't2'], ['book now'], ['candle now']]);
    peer.outbox.deliver(of(book, 'book 3'));
    expect(peer.writes.at(-1)).toEqual(['book 3']);
  });

  test('gets nothing more while it has read only a part', () => {
    const peer = new Peer();
    peer.outbox.reply(long('x', 202));
    peer.outbox.reply('a');
    peer.bytes = 101;
    peer.outbox.drained();
    expect(peer.writes).toHaveLength(1);
    peer.bytes = 100;
    peer.outbox.drained();
    expect(peer.writes).toEqual([[long('x', 202)], ['a']]);
  });

  test('is given fresh starts one by one, not all at once', () => {
    const peer = new Peer();
    const [one, two] = [stream('conflate', [long('1')]), stream('conflate', [long('2')])];
    peer.outbox.reply(long('x'));
    peer.outbox.deliver([...of(one, 'a'), ...of(two, 'b')]);
    peer.read();
    expect(peer.writes.slice(1)).toEqual([[long('1')]]);
    // The stream that has started is conflated again: what is owed of the other goes first.
    peer.outbox.deliver(of(one, 'c'));
    peer.read();
    expect(peer.writes.slice(2)).toEqual([[long('2')]]);
    peer.read();
    expect(peer.writes.slice(3)).toEqual([[long('1')]]);
  });

  test('is owed nothing of a stream it has left', () => {
    const peer = new Peer();
    const book = stream('conflate', ['book now']);
    peer.outbox.reply(long('x'));
    peer.outbox.deliver(of(book, 'book 1'));
    peer.outbox.forget(book);
    peer.read();
    expect(peer.writes).toHaveLength(1);
  });

  test('may have a limited number of bytes waiting; one more, and nothing is kept and nothing sent', () => {
    const peer = new Peer();
    peer.outbox.reply(long('x'));
    peer.outbox.deliver(of(stream('close'), long('a', 48), '\u00e9'));
    expect(peer.outbox.waitingBytes).toBe(50);
    expect(peer.overloads).toBe(0);
    peer.outbox.deliver(of(stream('close'), 'b', 'c'));
    expect(peer.overloads).toBe(1);
    expect(peer.outbox.waitingBytes).toBe(0);
    peer.outbox.reply('late');
    peer.read();
    expect(peer.writes).toHaveLength(1);
    expect(peer.overloads).toBe(1);
  });

  test('costs no bytes for frames that are conflated', () => {
    const peer = new Peer();
    const book = stream('conflate', ['now']);
    peer.outbox.reply(long('x'));
    for (let turn = 0; turn < 10_000; turn += 1) peer.outbox.deliver(of(book, long('b', 1_000)));
    expect(peer.outbox.waitingBytes).toBe(0);
    expect(peer.overloads).toBe(0);
    peer.read();
    expect(peer.writes.slice(1)).toEqual([['now']]);
  });
});
