import { describe, expect, test } from 'vitest';
import { Draw, streamOf } from '../../../kernel/random.ts';
import { type ArrivalSpec, excitementOf, nextArrival } from './flow.ts';

const SPEC: ArrivalSpec = { everyMs: 1_000, branchingPpm: 600_000, excitedMs: 4_000 };

/** Gaps between the events of a process. */
function gapsOf(spec: ArrivalSpec, events: number, activityPpm = 1_000_000): number[] {
  const draw = new Draw(streamOf('7', 'arrivals'));
  const gaps: number[] = [];
  let [excitement, gap] = [0, 0];
  while (gaps.length < events) {
    const next = nextArrival(spec, excitement, activityPpm, draw);
    gap += next.afterMs;
    excitement = next.excitement;
    if (!next.isEvent) continue;
    excitement += excitementOf(spec);
    gaps.push(gap);
    gap = 0;
  }
  return gaps;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
function dispersion(gaps: readonly number[]): number {
  const usual = mean(gaps);
  return Math.sqrt(mean(gaps.map((gap) => (gap - usual) ** 2))) / usual;
}

describe('arrivals', () => {
  test('come as often as asked for, in clusters', () => {
    const gaps = gapsOf(SPEC, 20_000);
    expect(mean(gaps)).toBeGreaterThan(930);
    expect(mean(gaps)).toBeLessThan(1_070);
    expect(dispersion(gaps)).toBeGreaterThan(1.2);
  });

  test('come one by one when none causes another', () => {
    const gaps = gapsOf({ ...SPEC, branchingPpm: 0 }, 20_000);
    expect(mean(gaps)).toBeGreaterThan(970);
    expect(mean(gaps)).toBeLessThan(1_030);
    expect(Math.abs(dispersion(gaps) - 1)).toBeLessThan(0.03);
  });

  test('come twice as often in a market that is twice as lively', () => {
    expect(Math.abs(mean(gapsOf(SPEC, 20_000, 2_000_000)) - 500)).toBeLessThan(35);
  });
});
