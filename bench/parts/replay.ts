import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { ReplayRounds } from '../rounds/replay-round.ts';
import { rate, ratio, side } from '../table/figure.ts';

const COMMANDS = 60_000;

/** A replay with all its digests, against `JSON.parse` of the same lines. */
export const replay: Part = {
  name: 'replay',
  about: 'a journal of 60k commands replayed to the same digest, against parsing its lines',
  rounds: 3,
  roundSeconds: 11,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(() =>
      measureInChild<ReplayRounds>('bench/rounds/replay-round.ts', `${COMMANDS}`, '2'),
    );
    const bytes = Math.round((rounds[0]?.bytes ?? 0) / (rounds[0]?.lines ?? 1));
    return [
      ratio(
        'replay',
        side(
          rounds.flatMap((round) => round.replay),
          rate,
          `${bytes} bytes a line`,
        ),
        side(
          rounds.flatMap((round) => round.parse),
          rate,
        ),
      ),
    ];
  },
};
