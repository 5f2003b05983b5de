import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHANNELS } from '../../contract/channels.ts';
import type { Channel } from '../../contract/channel.ts';
import { StreamHub, type Subscriber } from './hub.ts';
import type { Delivery } from './session/outbox.ts';
import type { SourceContext, StreamSource } from './source.ts';

const trades = CHANNELS.get('trades') as unknown as Channel<{ readonly market: string }>;

/** A hub whose sources a test writes by hand, and whose turns it takes. */
class Bench {
  readonly contexts = new Map<string, SourceContext>();
  readonly sources = new Map<string, Partial<StreamSource>>();
  readonly turns: (() => void)[] = [];
  readonly logged: string[] = [];
  watched = false;
  readonly hub: StreamHub;

  constructor() {
    const factory = ({ market }: { market: string }, context: SourceContext): StreamSource => {
      this.contexts.set(market, context);
      return { first: () => [`first of ${market}`], ...this.sources.get(market) };
    };
    this.hub = new StreamHub({
      state: { now: 0 },
      history: {},
      faults: { idle: true },
      latencies: { idle: true },
      log: { error: (_facts: unknown, message: string) => this.logged.push(message) },
      factoryOf: () => factory,
      observe: (observer: unknown) => (this.watched = observer !== null),
      now: () => 0,
      turn: (run: () => void) => this.turns.push(run),
    } as never);
  }

  push(market: string, frame: string): void {
    this.contexts.get(market)?.push(frame);
  }

  turn(): void {
    this.hub.applied();
    for (const run of this.turns.splice(0)) run();
  }
}

/** A subscriber that records what it receives. */
class Reader implements Subscriber {
  readonly account = null;
  readonly writes: string[][] = [];
  broke = 0;
  deliver = (deliveries: readonly Delivery[]): void => void this.writes.push(deliveries.map(({ frame }) => frame));
  ended = (): null => null;
  cut = (): void => undefined;
  broken = (): void => void (this.broke += 1);
}

let bench: Bench;
let reader: Reader;
beforeEach(() => {
  bench = new Bench();
  reader = new Reader();
});
afterEach(() => expect(bench.logged.filter((line) => !line.includes('failed'))).toEqual([]));

const follow = (who: Subscriber, market: string): readonly string[] => bench.hub.subscribe(who, trades, { market });

describe('sharing', () => {
  test('a stream is made once for all who follow it, and dropped with the last of them', () => {
    const other = new Reader();
    expect([follow(reader, 'a'), follow(other, 'a')]).toEqual([['first of a'], ['first of a']]);
    expect([bench.hub.size, bench.watched]).toEqual([1, true]);
    bench.push('a', 'one');
    bench.turn();
    expect([reader.writes, other.writes]).toEqual([[['one']], [['one']]]);
    bench.hub.unsubscribe(reader, trades, { market: 'a' });
    bench.push('a', 'two');
    bench.turn();
    expect([reader.writes.length, other.writes.length]).toEqual([1, 2]);
    bench.hub.unsubscribe(other, trades, { market: 'a' });
    expect([bench.hub.size, bench.watched]).toEqual([0, false]);
  });

  test('all frames of a turn are one write, in the order in which they came about', () => {
    follow(reader, 'a');
    follow(reader, 'b');
    bench.push('b', '1');
    bench.push('a', '2');
    bench.push('b', '3');
    bench.turn();
    expect(reader.writes).toEqual([['1', '2', '3']]);
  });

  test('a subscriber does not receive frames from before its subscription', () => {
    follow(reader, 'a');
    bench.push('a', 'early');
    const late = new Reader();
    follow(late, 'a');
    bench.push('a', 'later');
    bench.turn();
    expect([reader.writes, late.writes]).toEqual([[['early', 'later']], [['later']]]);
  });
});

describe('what falls due', () => {
  /** A source that owes a frame at each of these times. */
  const owing = (market: string, ...times: number[]): void => {
    bench.sources.set(market, {
      dueAt: () => times[0] ?? null,
      fallDue: () => bench.push(market, `${market}${times.shift() ?? ''}`),
    });
    follow(reader, market);
  };

  test('is delivered in order of time, at one time in order of subscription, and not before its time', () => {
    owing('a', 300, 600, 901);
    owing('b', 100, 300, 400, 900);
    bench.hub.passing(900);
    bench.turn();
    expect(reader.writes).toEqual([['b100', 'a300', 'b300', 'b400', 'a600', 'b900']]);
    bench.hub.passing(901);
    bench.turn();
    expect(reader.writes[1]).toEqual(['a901']);
  });

  test('is the same in one step and in many', () => {
    owing('a', 300, 600, 900);
    owing('b', 100, 300, 400, 900);
    for (let time = 50; time <= 900; time += 50) bench.hub.passing(time);
    bench.turn();
    expect(reader.writes).toEqual([['b100', 'a300', 'b300', 'b400', 'a600', 'a900', 'b900']]);
  });
});

describe('events', () => {
  const event = (type: string): void => bench.hub.happened({ eventSeq: 5 } as never, { type } as never);
  const listener = (market: string, receives?: ReadonlySet<string>): string[] => {
    const received: string[] = [];
    bench.sources.set(market, {
      ...(receives && { receives: receives as never }),
      emitted: ({ type }, seq) => received.push(`${type} ${seq}`),
    });
    follow(reader, market);
    return received;
  };

  test('reach the listeners of their type', () => {
    const all = listener('a');
    const some = listener('b', new Set(['Traded']));
    event('Traded');
    event('ClockMoved');
    expect([all, some]).toEqual([['Traded 5', 'ClockMoved 5'], ['Traded 5']]);
  });

  test('reach one who comes later, and none who has left', () => {
    const first = listener('a');
    event('Traded');
    const second = listener('b');
    event('Traded');
    bench.hub.unsubscribe(reader, trades, { market: 'a' });
    event('Traded');
    expect([first.length, second.length]).toEqual([2, 2]);
  });

  test('of a stream that fails end it, and nothing else', () => {
    bench.sources.set('a', {
      emitted: () => {
        throw new Error('a bug');
      },
    });
    const other = new Reader();
    follow(other, 'a');
    const received = listener('b');
    event('Traded');
    event('Traded');
    bench.turn();
    expect([other.broke, reader.broke, received.length]).toEqual([1, 0, 2]);
    expect(bench.logged).toEqual(['the stream trades|a failed']);
  });
});
