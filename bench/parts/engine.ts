import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { EngineRound } from '../rounds/engine-round.ts';
import { type Figure, micros, rate, ratio, type Side, side } from '../table/figure.ts';

type Subject = 'perpsim' | 'y4' | 'bare' | 'y7';
type Round = Readonly<Record<Subject, EngineRound>>;

async function measured<S extends Subject>(subjects: readonly S[], commands: number): Promise<Record<S, EngineRound>> {
  const results: Partial<Record<S, EngineRound>> = {};
  for (const subject of subjects) {
    results[subject] = await measureInChild<EngineRound>('bench/rounds/engine-round.ts', subject, `${commands}`);
  }
  return results as Record<S, EngineRound>;
}

/** Commands a second, with the processor time of one beside it. */
function ratesOf<S extends Subject>(rounds: readonly Readonly<Record<S, EngineRound>>[], subject: S): Side {
  const of = (figure: keyof EngineRound): number[] => rounds.map((round) => round[subject][figure]);
  const cpu = side(of('cpuUs'), micros).text;
  return side(of('perSecond'), rate, `${cpu} CPU a command, ${of('refused')[0] ?? 0} refused`);
}

/** The engine with full risk and events, and its matching alone, against the best book on npm, on the same seeded stream. */
export const engine: Part = {
  name: 'engine',
  about: 'the engine in process and bare matching on 200k commands, against nodejs-order-book',
  rounds: 5,
  roundSeconds: 14,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds: readonly Round[] = await run.each(() => measured(['perpsim', 'y4', 'bare', 'y7'], 200_000));
    const time = (subject: Subject, figure: keyof EngineRound): Side =>
      side(
        rounds.map((round) => round[subject][figure]),
        micros,
      );
    const rates = (subject: Subject): Side => ratesOf(rounds, subject);
    return [
      ratio('engine', rates('perpsim'), rates('y4')),
      ratio('engine-p99-fill', time('perpsim', 'p99FillUs'), time('y4', 'p99FillUs')),
      ratio('engine-p99', time('perpsim', 'p99Us'), time('y4', 'p99Us')),
      ratio('engine-cpu', time('perpsim', 'cpuUs'), time('y4', 'cpuUs')),
      ratio('engine-y7', time('perpsim', 'cpuUs'), time('y7', 'cpuUs')),
      ratio('bare', rates('bare'), rates('y4')),
      ratio('y7', rates('y7'), rates('y4')),
    ];
  },
};

/**
 * The same on a shorter and a longer stream. The peer looks for an order that is cancelled from the front of its price, so what a
 * command costs it grows with the stream, and one length alone would say anything.
 */
export const engineLengths: Part = {
  name: 'engine-lengths',
  about: 'the engine in process on 50k and 400k commands, against nodejs-order-book',
  rounds: 3,
  roundSeconds: 24,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => ({
      short: await measured(['perpsim', 'y4'], 50_000),
      long: await measured(['perpsim', 'y4'], 400_000),
    }));
    const ofLength = (row: string, length: 'short' | 'long'): Figure => {
      const own = rounds.map((round) => round[length]);
      return ratio(row, ratesOf(own, 'perpsim'), ratesOf(own, 'y4'));
    };
    return [ofLength('engine-50k', 'short'), ofLength('engine-400k', 'long')];
  },
};
