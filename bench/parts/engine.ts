import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { EngineRound } from '../rounds/engine-round.ts';
import { micros, rate, ratio, side } from '../table/figure.ts';

const COMMANDS = 200_000;
const SUBJECTS = ['perpsim', 'y4', 'bare', 'y7'] as const;
type Subject = (typeof SUBJECTS)[number];

/** The engine with full risk and events, and its matching alone, against the best book on npm, on the same seeded stream. */
export const engine: Part = {
  name: 'engine',
  about: 'the engine in process and bare matching on 200k commands, against nodejs-order-book',
  rounds: 5,
  roundSeconds: 14,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => {
      const results = new Map<Subject, EngineRound>();
      for (const subject of SUBJECTS) {
        results.set(subject, await measureInChild<EngineRound>('bench/rounds/engine-round.ts', subject, `${COMMANDS}`));
      }
      return results;
    });
    const of = (subject: Subject, figure: keyof EngineRound): number[] =>
      rounds.map((results) => results.get(subject)?.[figure] ?? Number.NaN);
    const rates = (subject: Subject): ReturnType<typeof side> =>
      side(of(subject, 'perSecond'), rate, `${of(subject, 'refused')[0] ?? 0} refused`);
    const time = (subject: Subject, figure: keyof EngineRound): ReturnType<typeof side> =>
      side(of(subject, figure), micros);
    return [
      ratio('engine', rates('perpsim'), rates('y4')),
      ratio('engine-p99-fill', time('perpsim', 'p99FillUs'), time('y4', 'p99FillUs')),
      ratio('engine-p99', time('perpsim', 'p99Us'), time('y4', 'p99Us')),
      ratio('engine-cpu', time('perpsim', 'cpuUs'), time('y4', 'cpuUs')),
      ratio('bare', rates('bare'), rates('y4')),
      ratio('y7', rates('y7'), rates('y4')),
    ];
  },
};
