import { measureInChild } from './child.ts';
import { type Figure, rate } from './figure.ts';
import type { GrowthRound } from './growth-round.ts';
import { median, pairedRatio } from './statistics.ts';

/** Accounts with a position each, and as many open orders. */
const SIZES = [1_000, 10_000, 100_000] as const;

/** What each size costs against the smallest: throughput, memory of an order, and a move of the index. */
export async function growthTable(count: number, scale: number): Promise<Figure[]> {
  const commands = String(Math.round(100_000 * scale));
  const rounds = new Map<number, GrowthRound[]>(SIZES.map((size) => [size, []]));
  for (let round = 0; round < count; round += 1) {
    for (const [size, results] of rounds) {
      results.push(await measureInChild<GrowthRound>('bench/growth-round.ts', String(size), commands));
    }
  }
  const of = (size: number, figure: keyof GrowthRound): number[] =>
    (rounds.get(size) ?? []).map((result) => result[figure]);
  return SIZES.flatMap((size) => rowsOf(size, of));
}

type Rounds = (size: number, figure: keyof GrowthRound) => number[];

function rowsOf(size: number, of: Rounds): Figure[] {
  const [smallest] = SIZES;
  const row = (name: string, figure: keyof GrowthRound, text: (value: number) => string): Figure => ({
    name: `${name}, ${size} accounts, against ${smallest}`,
    measured: text(median(of(size, figure))),
    yardstick: text(median(of(smallest, figure))),
    value: pairedRatio(of(size, figure), of(smallest, figure)),
    unit: 'x',
    budget: null,
  });
  const bytes = (value: number): string => `${Math.round(value)} bytes`;
  const micros = (value: number): string => `${Math.round(value * 10) / 10} us`;
  return [
    ...(size === smallest
      ? []
      : [
          row('engine stream', 'perSecond', rate),
          row('memory of an open order', 'bytesPerOrder', bytes),
          row('a move of the index', 'indexMoveUs', micros),
        ]),
    {
      name: `looking at everybody, ${size} accounts, against a move of the index`,
      measured: micros(median(of(size, 'everybodyUs'))),
      yardstick: micros(median(of(size, 'indexMoveUs'))),
      value: pairedRatio(of(size, 'everybodyUs'), of(size, 'indexMoveUs')),
      unit: 'x',
      budget: null,
    },
  ];
}
