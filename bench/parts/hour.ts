import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { HourRound } from '../rounds/hour-round.ts';
import { type Figure, figure, short } from '../table/figure.ts';

const MINUTES = 60;
const MICROS = 1_000_000;

/** The figure of a simulated hour of a world. */
export function hourFigure(row: string, rounds: readonly HourRound[]): Figure {
  const events = (rounds[0]?.events ?? 0) / (MINUTES * 60);
  const cpu = rounds.map(({ cpuSeconds }) => cpuSeconds);
  return figure(row, cpu, `${short(events)} events per simulated second`);
}

export const hourOf = (world: string): Promise<HourRound> =>
  measureInChild<HourRound>('bench/rounds/hour-round.ts', world, `${MINUTES}`);

/** Processor time of a simulated hour, in a process that has just started, as simulations are run. */
export const hour: Part = {
  name: 'hour',
  about: 'a simulated hour of the default and the calm world with history on',
  rounds: 5,
  roundSeconds: 9,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => ({ default: await hourOf('default'), calm: await hourOf('calm') }));
    return [
      hourFigure(
        'hour-default',
        rounds.map((round) => round.default),
      ),
      figure(
        'hour-event',
        rounds.map((round) => (round.default.cpuSeconds / round.default.events) * MICROS),
        `${short(rounds[0]?.default.events ?? 0)} events`,
      ),
      hourFigure(
        'hour-calm',
        rounds.map((round) => round.calm),
      ),
    ];
  },
};
