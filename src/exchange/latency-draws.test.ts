import { describe, expect, test } from 'vitest';
import type { LatencySpec } from '../engine/command.ts';
import { LatencyDraws } from './latencies.ts';

const COUNT = 20_000;

/** Draws at many places. Figures are rounded to whole milliseconds. */
function drawn(spec: LatencySpec): { readonly least: number; readonly mean: number; readonly deviation: number } {
  const draws = new LatencyDraws('7');
  const all = Array.from({ length: COUNT }, (_, place) => draws.draw(spec, 'entry', 3, [place, 0]));
  const mean = all.reduce((total, ms) => total + ms, 0) / COUNT;
  const variance = all.reduce((total, ms) => total + (ms - mean) ** 2, 0) / COUNT;
  return { least: Math.min(...all), mean: Math.round(mean), deviation: Math.round(Math.sqrt(variance)) };
}

describe('20,000 draws of one seed have the mean and the deviation of their distribution', () => {
  test.each<[string, LatencySpec, object]>([
    ['constant', { kind: 'constant', ms: 12 }, { least: 12, mean: 12, deviation: 0 }],
    ['uniform', { kind: 'uniform', fromMs: 10, toMs: 30 }, { least: 10, mean: 20, deviation: 6 }],
    ['normal', { kind: 'normal', meanMs: 200, deviationMs: 20 }, { mean: 200, deviation: 20 }],
    ['normal, never below 0', { kind: 'normal', meanMs: 0, deviationMs: 10 }, { least: 0, mean: 4 }],
    ['exponential', { kind: 'exponential', meanMs: 60, minMs: 10 }, { least: 10, mean: 60, deviation: 50 }],
    ['samples', { kind: 'samples', ms: [5, 5, 20] }, { least: 5, mean: 10, deviation: 7 }],
  ])('%s', (_kind, spec, expected) => {
    expect(drawn(spec)).toMatchObject(expected);
  });
});

test('draws of accounts, kinds, places and seeds are independent of each other', () => {
  const spec: LatencySpec = { kind: 'uniform', fromMs: 0, toMs: 1_000_000 };
  const draws = new LatencyDraws('7');
  const at = [
    draws.draw(spec, 'entry', 0, [0, 0]),
    draws.draw(spec, 'entry', 1, [0, 0]),
    draws.draw(spec, 'data', 0, [0, 0]),
    draws.draw(spec, 'entry', 0, [1, 0]),
    draws.draw(spec, 'entry', 0, [0, 1]),
    draws.draw(spec, 'entry', 0, [0x1_0000_0000, 0]),
    new LatencyDraws('8').draw(spec, 'entry', 0, [0, 0]),
  ];
  expect(new Set(at).size).toBe(7);
  expect(draws.draw(spec, 'entry', 0, [0, 0])).toBe(at[0]);
});
