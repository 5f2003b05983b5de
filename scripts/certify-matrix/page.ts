import type { DrillVerdict } from '../../src/scenarios/drills/certify.ts';
import { type Expectation, expectationOf, type WrongBot } from './bots.ts';

/** What came of one bot in one drill. */
export interface Cell {
  readonly bot: string;
  readonly drill: string;
  readonly seed: string;
  readonly verdict: DrillVerdict;
  /** What the invariants that did not hold say. */
  readonly findings: readonly { readonly invariant: string; readonly text: string }[];
  readonly reason: string;
  /** Requests of the bot. */
  readonly requests: number;
}

/** What is below it in the page is written by `scripts/certify-matrix.ts`. */
export const MARK = '<!-- Below this line: written by scripts/certify-matrix.ts -->';

/** The page with another part below the mark, which is put at its end where there is none yet. */
export function withPart(page: string, part: string): string {
  const [above = ''] = page.split(MARK);
  return `${above.trimEnd()}\n\n${MARK}\n\n${part}`;
}

/** Which finding names the fault of a wrong bot. */
type Expected = (name: string) => Expectation;

/** What became of a wrong bot. */
interface Outcome {
  readonly bot: WrongBot;
  readonly cells: readonly Cell[];
  /** Results in which it was caught, and those of them whose finding names its fault. */
  readonly caught: readonly Cell[];
  readonly named: readonly Cell[];
  /** Drills that it failed and that the sound bot has not been put through with that seed: they prove nothing yet. */
  readonly alone: readonly Cell[];
  /** The finding of a result that names its fault. */
  readonly naming: (cell: Cell) => Cell['findings'][number] | undefined;
}

/**
 * The matrix as Markdown. A wrong bot counts as caught by a drill that it fails, that the sound bot in the same language passes with
 * the same seed, and whose finding names the fault: `scripts/certify-matrix/bots.ts` says for each bot which one does.
 */
export function matrixPart(
  cells: readonly Cell[],
  wrong: readonly WrongBot[],
  expected: Expected = expectationOf,
): string {
  const of = (bot: string): readonly Cell[] => cells.filter((cell) => cell.bot === bot);
  const sound = new Map(['sound.mjs', 'sound.py'].map((bot) => [bot, of(bot)]));
  const rows = wrong.map((bot) => outcomeOf(bot, of(bot.name), sound, expected));
  const named = rows.filter((row) => row.named.length > 0);
  const unnamed = rows.filter((row) => row.named.length === 0 && row.caught.length > 0);
  const alone = rows.filter((row) => row.caught.length === 0 && row.alone.length > 0);
  const missed = rows.filter((row) => row.caught.length === 0 && row.alone.length === 0 && row.cells.length > 0);
  const unknown = rows.filter((row) => row.cells.length === 0);
  return [
    '## Proof that it finds things',
    '',
    'The bots of `fixtures/bots` are sound bots, and copies of them that are broken in one way each. A wrong bot is caught by a drill that it fails,',
    'that the sound bot passes with the same seed, and whose finding names the fault; `scripts/certify-matrix/bots.ts` says which finding does.',
    '',
    ...[...sound].map(([bot, drills]) => `- \`${bot}\`: ${countOf(drills)}`),
    `- ${wrong.length} wrong bots: ${named.length} caught by a finding that names the fault, ${unnamed.length} caught by another one, ${alone.length} failed a drill that the sound bot has not been put through, ${missed.length} not caught, ${unknown.length} not run`,
    '',
    '| Wrong bot | What is wrong | Drills | Caught by | What the finding says |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| \`${row.bot.name}\` | ${row.bot.wrong} | ${row.cells.length} | ${verdictOf(row)} |`),
    '',
  ].join('\n');
}

function outcomeOf(
  bot: WrongBot,
  cells: readonly Cell[],
  sound: ReadonlyMap<string, readonly Cell[]>,
  expected: Expected,
): Outcome {
  const good = sound.get(bot.file.endsWith('.py') ? 'sound.py' : 'sound.mjs') ?? [];
  const passes = ({ drill, seed }: Cell): boolean =>
    good.some((one) => one.drill === drill && one.seed === seed && one.verdict === 'pass');
  const failed = cells.filter(({ verdict }) => verdict === 'fail');
  const caught = failed.filter(passes);
  const alone = failed.filter(({ drill, seed }) => !good.some((one) => one.drill === drill && one.seed === seed));
  const naming = namingOf(expected(bot.name));
  return { bot, cells, caught, named: caught.filter((cell) => naming(cell) !== undefined), alone, naming };
}

const namingOf =
  ({ invariant, says }: Expectation): Outcome['naming'] =>
  ({ findings }) =>
    findings.find((one) => one.invariant === invariant && says.test(one.text));

/** The last two columns of a row. */
function verdictOf({ cells, caught, named, alone, naming }: Outcome): string {
  if (cells.length === 0) return 'not run | ';
  const shown = [named, caught, alone].find((some) => some.length > 0);
  const [first] = shown ?? [];
  if (!shown || !first) return '**not caught** | ';
  const finding = naming(first) ?? first.findings[0];
  const doubt = shown === alone ? ' (sound bot not run)' : naming(first) ? '' : ' (**fault not named**)';
  const said = finding ? `\`${finding.invariant}\`: ${finding.text.replaceAll('|', '/')}` : '';
  return `${shown.map(({ drill }) => `\`${drill}\``).join(', ')}${doubt} | ${said}`;
}

const WORDS: readonly (readonly [DrillVerdict, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['not applicable', 'not applicable'],
  ['inconclusive', 'inconclusive'],
];

/** Results of a sound bot by verdict, and which seeds and drills they are of. */
function countOf(cells: readonly Cell[]): string {
  if (cells.length === 0) return 'not put through any drill yet';
  const counts = WORDS.map(
    ([verdict, word]) => [cells.filter((cell) => cell.verdict === verdict).length, word] as const,
  );
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const seeds = [...new Set(cells.map(({ seed }) => seed))];
  const sizeOf = (seed: string): number => cells.filter((cell) => cell.seed === seed).length;
  const bySeed = [...new Set(seeds.map(sizeOf))].map(
    (size) => `${size} with ${seedsText(seeds.filter((seed) => sizeOf(seed) === size))}`,
  );
  const named = (verdict: DrillVerdict, words: string): string[] => {
    const names = cells
      .filter((cell) => cell.verdict === verdict)
      .map(({ drill, seed }) => `\`${drill}\` (seed ${seed})`);
    return names.length === 0 ? [] : [`${words} ${names.join(', ')}`];
  };
  const notPassed = [
    ...named('fail', 'it failed'),
    ...named('inconclusive', 'nothing is proved by'),
    ...named('not applicable', 'not about it are'),
  ];
  return [`${shown.join(', ')} of ${cells.length} runs of drills (${bySeed.join(', ')})`, ...notPassed].join('; ');
}

/** Seeds as words: `seed 3`, or `each of the seeds 1 to 4, 7`. */
function seedsText(seeds: readonly string[]): string {
  if (seeds.length === 1) return `seed ${seeds[0]}`;
  const runs: [number, number][] = [];
  for (const seed of seeds.map(Number).toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === seed - 1) last[1] = seed;
    else runs.push([seed, seed]);
  }
  return `each of the seeds ${runs.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(', ')}`;
}
