import type { DrillVerdict } from '../../src/scenarios/drills/certify.ts';
import type { WrongBot } from './bots.ts';

/** What came of one bot in one drill. */
export interface Cell {
  readonly bot: string;
  readonly drill: string;
  readonly seed: string;
  readonly verdict: DrillVerdict;
  /** Ids of the invariants that did not hold. */
  readonly invariants: readonly string[];
  readonly reason: string;
}

/** What is below it in the page is written by `scripts/certify-matrix.ts`. */
export const MARK = '<!-- Below this line: written by scripts/certify-matrix.ts -->';

/** The page with another part below the mark, which is put at its end where there is none yet. */
export function withPart(page: string, part: string): string {
  const [above = ''] = page.split(MARK);
  return `${above.trimEnd()}\n\n${MARK}\n\n${part}`;
}

/**
 * The matrix as Markdown. A wrong bot counts as caught by a drill that it fails and that the sound bot in the same language passes with
 * the same seed; a drill that the sound bot has not passed proves nothing about a wrong one.
 */
export function matrixPart(cells: readonly Cell[], wrong: readonly WrongBot[]): string {
  const of = (bot: string): readonly Cell[] => cells.filter((cell) => cell.bot === bot);
  const sound = new Map(['sound.mjs', 'sound.py'].map((bot) => [bot, of(bot)]));
  const rows = wrong.map((bot) => ({ bot, cells: of(bot.name), caught: caughtBy(bot, of(bot.name), sound) }));
  const caught = rows.filter((row) => row.caught.length > 0);
  const missed = rows.filter((row) => row.caught.length === 0 && row.cells.length > 0);
  const unknown = rows.filter((row) => row.cells.length === 0);
  return [
    '## Proof that it finds things',
    '',
    'The bots of `fixtures/bots` are sound bots, and copies of them that are broken in one way each. A wrong bot is caught by a drill that it fails',
    'and that the sound bot passes with the same seed. Each result is of the bots and drills as they were when it was run.',
    '',
    ...[...sound].map(([bot, drills]) => `- \`${bot}\`: ${countOf(drills)}`),
    `- ${wrong.length} wrong bots: ${caught.length} caught, ${missed.length} not caught by the drills that they were put through, ${unknown.length} not put through any yet`,
    '',
    '| Wrong bot | What is wrong | Drills | Caught by | Invariants that did not hold |',
    '|---|---|---|---|---|',
    ...rows.map(({ bot, cells: own, caught: by }) => {
      const ids = [...new Set(by.flatMap(({ invariants }) => invariants))].map((id) => `\`${id}\``);
      const drills = by.map(({ drill }) => `\`${drill}\``).join(', ');
      const verdict = own.length === 0 ? 'not run yet' : by.length === 0 ? '**not caught**' : drills;
      return `| \`${bot.name}\` | ${bot.wrong} | ${own.length} | ${verdict} | ${ids.join(', ')} |`;
    }),
    '',
  ].join('\n');
}

function caughtBy({ file }: WrongBot, cells: readonly Cell[], sound: ReadonlyMap<string, readonly Cell[]>) {
  const good = sound.get(file.endsWith('.py') ? 'sound.py' : 'sound.mjs') ?? [];
  const passes = ({ drill, seed }: Cell): boolean =>
    good.some((one) => one.drill === drill && one.seed === seed && one.verdict === 'pass');
  return cells.filter((cell) => cell.verdict === 'fail' && passes(cell));
}

const WORDS: readonly (readonly [DrillVerdict, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['not applicable', 'not applicable'],
  ['inconclusive', 'inconclusive'],
];

function countOf(cells: readonly Cell[]): string {
  if (cells.length === 0) return 'not put through any drill yet';
  const counts = WORDS.map(
    ([verdict, word]) => [cells.filter((cell) => cell.verdict === verdict).length, word] as const,
  );
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const failed = cells.filter(({ verdict }) => verdict === 'fail').map(({ drill }) => `\`${drill}\``);
  return `${shown.join(', ')} of ${cells.length} runs of drills${failed.length > 0 ? `; it failed ${failed.join(', ')}` : ''}`;
}
