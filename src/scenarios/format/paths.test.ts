import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOfValue, type WorldProblem } from '../../exchange/world/read.ts';
import type { WorldProcess } from '../../exchange/world/shape.ts';
import { pathReader } from './paths.ts';

describe('Price paths become processes of a world', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'paths-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (path: object): WorldProcess | string => {
    const problems: WorldProblem[] = [];
    const place = { startTime: 1_767_571_200_000, durationMs: 1_800_000, folder };
    const market = { initialIndexPrice: '95000', priceIncrement: '1' };
    const process = pathReader(place, market)(nodeOfValue(path, 'scenario'), problems);
    return process ?? problems.map((problem) => `${problem.path}: ${problem.message}`).join('\n');
  };

  test('gbm: figures of a year become those of a step', () => {
    expect(read({ kind: 'gbm', volatility: '0.5', drift: '0.3' })).toEqual({
      ...{ kind: 'gbm', stepMs: 1_000, volatilityPpb: 89_036, driftPpb: 10, jumpPerMillion: 0, jumpPpb: 0 },
    });
  });

  test('jumps: 864 a day are one in a hundred seconds', () => {
    const path = { kind: 'jumps', volatility: '0', jumpsPerDay: '864', jumpSize: '0.02' };
    expect(read(path)).toMatchObject({ jumpPerMillion: 10_000, jumpPpb: 20_000_000 });
  });

  test('ou: after a step as long as the half-life half of the distance is gone', () => {
    expect(read({ kind: 'ou', volatility: '0', halfLife: '10s', step: '10s' })).toEqual({
      ...{ kind: 'ou', stepMs: 10_000, volatilityPpb: 0, driftPpb: 0, reversionPpb: 500_000_000, level: '95000' },
    });
  });

  test('hawkes: excitement fades by its half-life', () => {
    const bursts = { jumpsPerDay: '86.4', jumpSize: '0.01', branching: '0.6', halfLife: '2s' };
    expect(read({ kind: 'hawkes', volatility: '0', ...bursts })).toEqual({
      ...{ kind: 'hawkes', stepMs: 1_000, volatilityPpb: 0, driftPpb: 0, intensityPpb: 1_000_000 },
      ...{ branchingPpb: 600_000_000, decayPpb: 292_893_219, jumpPpb: 10_000_000 },
    });
  });

  test('step: a change over a time is made of equal moves each second', () => {
    const steps = [
      { at: '1m', change: '-0.1', over: '2s' },
      { at: '2m', frozen: true },
    ];
    expect(read({ kind: 'step', steps })).toEqual({
      kind: 'script',
      steps: [
        { afterMs: 61_000, price: '90250' },
        { afterMs: 62_000, price: '85500' },
        { afterMs: 120_000, price: '85500', frozen: true },
      ],
    });
  });

  test('import: the first row falls on the start, and rows after the end are left out', () => {
    const rows = ['2025-01-01T00:00:00Z,100', '2025-01-01T00:01:00Z,101.5', '2025-01-01T01:00:00Z,200'];
    writeFileSync(join(folder, 'prices.csv'), ['time,price', ...rows, ''].join('\n'));
    expect(read({ kind: 'import', file: 'prices.csv' })).toEqual({
      kind: 'script',
      steps: [
        { afterMs: 1, price: '100' },
        { afterMs: 60_000, price: '101.5' },
      ],
    });
  });

  test.each([
    ['a missing column', 'time,close\n1,2\n', 'the first line of wrong.csv must name the columns time and price'],
    ['a bad time', 'time,price\nnoon,2\n', 'line 2 of wrong.csv: time must be an ISO time or Unix milliseconds'],
    ['a bad price', 'time,price\n1,2\n2,-1\n', 'line 3 of wrong.csv: price must be a decimal number above 0'],
    ['a time twice', 'time,price\n5,2\n9,3\n9,4\n', 'line 4 of wrong.csv: time must be after that of the line before'],
    ['no rows', 'time,price\n', 'wrong.csv holds no price within the scenario'],
  ])('import: a file with %s is a problem', (_what, content, message) => {
    writeFileSync(join(folder, 'wrong.csv'), content);
    expect(read({ kind: 'import', file: 'wrong.csv' })).toBe(`file: ${message}`);
  });
});
