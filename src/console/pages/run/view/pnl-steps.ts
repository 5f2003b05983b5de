import type { PnlBySource } from '../../../../scenarios/run-result.ts';

export const SOURCES = ['price', 'fees', 'funding', 'liquidation'] as const;
export type Source = (typeof SOURCES)[number];

/** A source as a bar that begins where the sum of the sources before it ends. */
export interface PnlStep {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

/** The bars of an account. The last one ends at the total. */
export function pnlSteps(pnl: PnlBySource): PnlStep[] {
  let sum = 0;
  return SOURCES.map((source) => {
    const from = sum;
    sum += Number(pnl[source]);
    return { source, from, to: sum };
  });
}

/** Lowest and highest end of a bar over all accounts, zero included: one scale for all. */
export function pnlExtent(all: readonly PnlBySource[]): readonly [low: number, high: number] {
  const ends = all.flatMap((pnl) => pnlSteps(pnl).map(({ to }) => to));
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}
