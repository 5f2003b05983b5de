import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from './random.ts';

const take = (draw: Draw, count: number): number[] => Array.from({ length: count }, () => draw.uint32());

describe('streams', () => {
  test('a stream is fixed by seed and name', () => {
    expect(take(new Draw(streamOf('7', 'index:BTC-USDT')), 4)).toEqual(
      take(new Draw(streamOf('7', 'index:BTC-USDT')), 4),
    );
    expect(take(new Draw(streamOf('7', 'index:BTC-USDT')), 4)).not.toEqual(
      take(new Draw(streamOf('8', 'index:BTC-USDT')), 4),
    );
    expect(take(new Draw(streamOf('7', 'index:BTC-USDT')), 4)).not.toEqual(
      take(new Draw(streamOf('7', 'index:ETH-USDT')), 4),
    );
  });

  test('a draw works on a copy; the stream goes on where the copy stopped', () => {
    const stream = streamOf('7', 'x');
    const whole = take(new Draw(stream), 6);
    const first = new Draw(stream);
    const head = take(first, 2);
    expect([...head, ...take(new Draw(first.stream()), 4)]).toEqual(whole);
    expect(take(new Draw(stream), 2)).toEqual(head);
  });
});

describe('draws', () => {
  test('between reaches both ends and nothing beyond', () => {
    const draw = new Draw(streamOf('7', 'dice'));
    const seen = new Set(Array.from({ length: 1_000 }, () => draw.between(1, 6)));
    expect([...seen].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('chance comes about as often as it says', () => {
    const draw = new Draw(streamOf('7', 'coin'));
    const hits = Array.from({ length: 100_000 }, () => draw.chance(250_000)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(24_000);
    expect(hits).toBeLessThan(26_000);
  });

  test('the normal draw has mean 0 and deviation one million', () => {
    const draw = new Draw(streamOf('7', 'normal'));
    const values = Array.from({ length: 100_000 }, () => draw.normalMillionths());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(Math.abs(mean)).toBeLessThan(10_000);
    expect(Math.abs(deviation - 1_000_000)).toBeLessThan(10_000);
  });
});
