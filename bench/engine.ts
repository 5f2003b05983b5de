import { measureInChild } from './child.ts';
import type { EngineRound } from './engine-round.ts';
import { type Figure, milliseconds, rate } from './figure.ts';
import { median, pairedRatio } from './statistics.ts';

/** The engine with full risk and events against the best book on npm, on the same seeded stream. */
export async function enginePair(count: number, scale: number): Promise<Figure[]> {
  const commands = String(Math.round(200_000 * scale));
  const own: EngineRound[] = [];
  const peer: EngineRound[] = [];
  for (let round = 0; round < count; round += 1) {
    own.push(await measureInChild<EngineRound>('bench/engine-round.ts', 'perpsim', commands));
    peer.push(await measureInChild<EngineRound>('bench/engine-round.ts', 'y4', commands));
  }
  const speed = (rounds: readonly EngineRound[]): number[] => rounds.map(({ perSecond }) => perSecond);
  const p99 = (rounds: readonly EngineRound[]): number[] => rounds.map(({ p99Us }) => p99Us);
  const refused = (rounds: readonly EngineRound[]): string => `${rounds[0]?.refused ?? 0} refused`;
  return [
    {
      name: `engine in process, ${commands} commands, against Y4`,
      measured: `${rate(median(speed(own)))}, ${refused(own)}`,
      yardstick: `${rate(median(speed(peer)))}, ${refused(peer)}`,
      value: pairedRatio(speed(own), speed(peer)),
      unit: 'x',
      budget: { atLeast: 2 },
    },
    {
      name: 'p99 of a command in process, against Y4',
      measured: milliseconds(median(p99(own)) / 1000),
      yardstick: milliseconds(median(p99(peer)) / 1000),
      value: pairedRatio(p99(own), p99(peer)),
      unit: 'x',
      budget: { atMost: 1 / 3 },
    },
  ];
}
