import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WallTime } from '../clock/clock.ts';
import { type Lab, startLab } from '../lab.test-helper.ts';
import { Listener, nextTurn, place, type Push } from './listener.test-helper.ts';

/** 2026-01-05T00:00:00Z */
const T0 = 1_767_571_200_000;

/** A wall that stands where the test puts it, and ticks only then. */
class HandWall implements WallTime {
  at = 1_000;
  tick: () => void = () => undefined;
  now = (): number => this.at;
  elapsed = (): number => this.at;
  every(_periodMs: number, run: () => void): () => void {
    this.tick = run;
    return () => {
      this.tick = () => undefined;
    };
  }
}

let wall: HandWall;
let lab: Lab;
let reader: Listener;

/** A market in which nothing happens by itself: no timer would wake the clock. */
beforeEach(async () => {
  wall = new HandWall();
  lab = await startLab({ world: 'bare', clock: 'live', wall, startTime: T0, limits: { enabled: false } });
  reader = new Listener(lab.core);
});
afterEach(() => lab.core.stop());

/** What comes while the wall goes on by so much, a tick each 50 ms. */
async function whilePassing(ms: number): Promise<Push[]> {
  for (let passed = 0; passed < ms; passed += 50) {
    wall.at += Math.min(50, ms - passed);
    wall.tick();
    await nextTurn();
  }
  return reader.pushes();
}

const timesOf = (pushes: readonly Push[]): number[] => pushes.map(({ timestamp }) => timestamp - T0);

test('a changed book is sent at its boundary, though nothing else happens', async () => {
  reader.follow('orderbook', { symbol: 'BTC-USDT' });
  reader.pushes();
  await whilePassing(30);
  place(lab, 0, 'buy', '0.5', '94000');
  expect(timesOf(await whilePassing(200))).toEqual([]);
  expect(timesOf(await whilePassing(100))).toEqual([250]);
  expect(await whilePassing(2_000)).toEqual([]);
  // Time passed for the listener alone: the exchange has no input more than the order.
  expect(lab.core.state.now).toBe(T0 + 30);
});

test('a candle ends at its time, and the next order finds the next candle', async () => {
  reader.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
  expect(timesOf(await whilePassing(60_010))).toEqual([60_000]);
  place(lab, 1, 'sell', '0.5', '95000');
  place(lab, 0, 'buy', '0.5', '95000');
  await nextTurn();
  const [push] = reader.pushes();
  expect([push?.timestamp, push?.data.openTime]).toEqual([T0 + 60_010, T0 + 60_000]);
});

test('a late subscriber receives the present state, not the past frames', async () => {
  await whilePassing(10_000);
  wall.at += 3_600_000 - 10_000;
  reader.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
  reader.follow('orderbook', { symbol: 'BTC-USDT' });
  expect(timesOf(reader.pushes())).toEqual([3_600_000]);
  expect(timesOf(await whilePassing(60_000))).toEqual([3_660_000]);
});

describe('a clock that changes its mode', () => {
  test('forgets no frame that is owed', async () => {
    reader.follow('orderbook', { symbol: 'BTC-USDT' });
    reader.pushes();
    lab.core.clock.setMode('manual');
    place(lab, 0, 'buy', '0.5', '94000');
    expect(await whilePassing(1_000)).toEqual([]);
    lab.core.clock.setMode('live');
    expect(timesOf(await whilePassing(300))).toEqual([250]);
  });
});

test('a live exchange says what a manual one says of the same inputs', async () => {
  reader.follow('orderbook', { symbol: 'BTC-USDT', updateFrequencyMs: 50 });
  reader.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
  const manual = await startLab({ world: 'bare', startTime: T0, limits: { enabled: false } });
  const other = new Listener(manual.core);
  other.follow('orderbook', { symbol: 'BTC-USDT', updateFrequencyMs: 50 });
  other.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
  await whilePassing(59_970);
  place(lab, 0, 'buy', '0.5', '94000');
  await whilePassing(10);
  place(lab, 0, 'buy', '0.5', '93000');
  await whilePassing(60_000);
  const plain = (frames: readonly string[]): string[] =>
    frames.map((frame) => frame.replace(/"(?:prevM|m)eseq":\d+/g, ''));
  manual.core.clock.advance(59_970);
  place(manual, 0, 'buy', '0.5', '94000');
  manual.core.clock.advance(10);
  place(manual, 0, 'buy', '0.5', '93000');
  manual.core.clock.advance(60_000);
  await nextTurn();
  expect(plain(reader.frames)).toEqual(plain(other.frames));
  // Two acknowledgements, a snapshot, what both orders made of it, and the end of the candle.
  expect(other.frames).toHaveLength(5);
  manual.core.stop();
});
