import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { CreateRound } from '../rounds/create-round.ts';
import { figure } from '../table/figure.ts';

/** What a test suite pays that makes an exchange for each test, or goes back to a snapshot. */
export const create: Part = {
  name: 'create',
  about: 'createExchange of quiet, calm and default in a running process; revert of quiet',
  rounds: 5,
  roundSeconds: 3,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(() => measureInChild<CreateRound>('bench/rounds/create-round.ts'));
    const of = (name: keyof CreateRound): number[] => rounds.map((round) => round[name]);
    return [
      figure('create-quiet', of('quiet')),
      figure('create-calm', of('calm')),
      figure('create-default', of('default')),
      figure('create-alone-quiet', of('quietAlone')),
      figure('create-alone-default', of('defaultAlone')),
      figure('revert-quiet', of('revert')),
    ];
  },
};
