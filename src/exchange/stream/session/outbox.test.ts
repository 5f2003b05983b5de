import { describe, expect, test } from 'vitest';
import { STREAM_LIMITS, type StreamLimits } from '../sink.ts';
import { type DeliveredStream, type Delivery, Outbox, type AdvanceHold } from './outbox.ts';

const LIMITS: StreamLimits = { ...STREAM_LIMITS, slowBytes: 100, pacedBytes: 20, queuedBytesMax: 50 };

/** A sink that takes what it is given and reads it on request. */
class Peer {
  readonly writes: (readonly string[])[] = [];
  overloads = 0;
  bytes = 0;
  readonly outbox: Outbox;

  constructor(limits = LIMITS, pace?: AdvanceHold) {
    const sink = {
      send: (frames: readonly string[]) => {
        this.writes.push(frames);
        for (const frame of frames) this.bytes += frame.length;
      },
      close: () => undefined,
      buffered: () => this.bytes,
    };
    const onOverload = (): void => {
      this.overloads += 1;
    };
    this.outbox = new Outbox(sink, limits, onOverload, pace);
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

describe('while an advance waits for its readers', () => {
  const HELD = { isHeld: true };

  test('a peer that is behind misses nothing, whatever waits', () => {
    const peer = new Peer(LIMITS, HELD);
    const [book, trades] = [stream('conflate', ['book now']), stream('close')];
    peer.outbox.reply(long('x', 21));
    for (let turn = 1; turn <= 30; turn += 1) {
      peer.outbox.deliver([...of(book, `book ${turn}`), ...of(trades, `t${turn}`)]);
    }
    expect(peer.outbox.waitingBytes).toBeGreaterThan(LIMITS.queuedBytesMax);
    expect(peer.outbox.holdsUp(0)).toBe(true);
    while (peer.outbox.waitingBytes > 0) peer.read();
    expect(peer.writes.flat().slice(1)).toEqual(
      Array.from({ length: 30 }, (_, turn) => [`book ${turn + 1}`, `t${turn + 1}`]).flat(),
    );
    peer.read();
    expect(peer.outbox.holdsUp(0)).toBe(false);
    expect(peer.overloads).toBe(0);
  });

  test('a peer holds it up for as long as it goes on reading', () => {
    const peer = new Peer(LIMITS, HELD);
    peer.outbox.reply(long('x', 1_000));
    for (let second = 0; second < 60; second += 4) {
      peer.bytes -= 10;
      expect(peer.outbox.holdsUp(second * 1_000)).toBe(true);
    }
    expect(peer.outbox.holdsUp(60_999)).toBe(true);
    expect(peer.outbox.holdsUp(61_000)).toBe(false);
  });

  test('a peer that takes nothing for 5 s is a slow reader from then on', () => {
    const peer = new Peer(LIMITS, HELD);
    const [book, trades] = [stream('conflate', ['book now']), stream('close')];
    peer.outbox.reply(long('x', 21));
    peer.outbox.deliver([...of(book, 'book 1'), ...of(trades, 't1')]);
    expect(peer.outbox.holdsUp(1_000)).toBe(true);
    expect(peer.outbox.holdsUp(5_999)).toBe(true);
    expect(peer.outbox.holdsUp(6_000)).toBe(false);
    peer.outbox.deliver(of(book, 'book 2'));
    // The trade waits, the frames of the book are dropped.
    expect(peer.outbox.waitingBytes).toBe(2);
    peer.read();
    expect(peer.writes.slice(1)).toEqual([['t1'], ['book now']]);
    peer.outbox.deliver(of(trades, long('t')));
    expect(peer.outbox.holdsUp(7_000)).toBe(false);
    peer.bytes = 0;
    expect(peer.outbox.holdsUp(7_000)).toBe(false);
    // It has caught up, so the next advance waits for it again.
    peer.outbox.deliver([...of(trades, long('t', 21)), ...of(book, long('b', 21)), ...of(book, 'book 3')]);
    expect(peer.outbox.holdsUp(8_000)).toBe(true);
    peer.read();
    peer.read();
    expect(peer.writes.flat().slice(-2)).toEqual([long('b', 21), 'book 3']);
  });

  test('a stalled peer whose trades pile up is closed at the bound', () => {
    const peer = new Peer(LIMITS, HELD);
    peer.outbox.reply(long('x', 21));
    peer.outbox.deliver(of(stream('close'), long('t', 51)));
    expect(peer.outbox.holdsUp(0)).toBe(true);
    expect(peer.overloads).toBe(0);
    expect(peer.outbox.holdsUp(5_000)).toBe(false);
    expect(peer.overloads).toBe(1);
  });

  test('a stream that had missed frames before starts afresh once, and misses none after that', () => {
    const pace = { isHeld: false };
    const peer = new Peer(LIMITS, pace);
    const book = stream('conflate', ['book now']);
    peer.outbox.reply(long('x'));
    peer.outbox.deliver(of(book, 'book 1'));
    pace.isHeld = true;
    peer.outbox.deliver(of(book, 'book 2'));
    expect(peer.outbox.waitingBytes).toBe(0);
    peer.read();
    peer.outbox.deliver(of(book, 'book 3'));
    expect(peer.writes.flat().slice(1)).toEqual(['book now', 'book 3']);
  });
});
