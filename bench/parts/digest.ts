import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { DigestRound } from '../rounds/digest-round.ts';
import { figure, micros, ratio, side } from '../table/figure.ts';

const COMMANDS = 100_000;

/** The digest chain over what the engine does, against the engine itself. */
export const digest: Part = {
  name: 'digest',
  about: 'the digest of a command, against the time of the engine for it',
  rounds: 3,
  roundSeconds: 8,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(() => measureInChild<DigestRound>('bench/rounds/digest-round.ts', `${COMMANDS}`));
    const digestUs = rounds.map((round) => round.digestUs);
    const engineUs = rounds.map((round) => round.engineUs);
    return [
      ratio('digest-share', side(digestUs, micros), side(engineUs, micros)),
      figure('digest-us', digestUs, 'a command'),
    ];
  },
};
