/**
 * The matrix of wrong bots and drills: which drill catches which bot, and whether its finding names the fault. It runs `certify` with the
 * bots of `fixtures/bots` in this process and writes the part of `docs/certify.md` below its mark.
 *
 *   npm run build && npx tsx scripts/certify-matrix.ts       # each wrong bot in the drill that has to catch it, and the page
 *   npx tsx scripts/certify-matrix.ts --topics               # each wrong bot in all drills of its topic
 *   npx tsx scripts/certify-matrix.ts --only no-back-off,sound.mjs --drills limits,responses --seeds 1,2
 *   npx tsx scripts/certify-matrix.ts --jobs 3               # so many runs side by side
 *   npx tsx scripts/certify-matrix.ts --only sound.py --results a.json,b.json   # what `perpsim certify --json` printed for that bot
 *   npx tsx scripts/certify-matrix.ts --page                 # the page alone, of what is there
 *
 * Bots load the client from `dist`, so it is built first. A wrong bot is judged by what the sound bot does in a calm run, because that is
 * what it was made from. The result of each bot and drill is a line of its own in `matrix.jsonl`, written as soon as it is known, so a
 * run that was stopped goes on where it was: remove the file to begin anew. Where a bot has two lines for a drill and a seed, the last
 * one counts. A bot that no drill caught stays in the table as not caught.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CalmRun, calmRun, certify, type DrillResult } from '../src/scenarios/drills/certify.ts';
import { selectDrills, usualDrills } from '../src/scenarios/drills/drill.ts';
import { sideBySide } from '../src/kernel/side-by-side.ts';
import { readStatement } from '../src/scenarios/drills/statement.ts';
import { expectationOf, type WrongBot, wrongBots } from './certify-matrix/bots.ts';
import { type Cell, matrixPart, withPart } from './certify-matrix/page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BOTS = join(ROOT, 'fixtures', 'bots');
const PAGE = join(ROOT, 'docs', 'certify.md');
/** A busy machine is no fault of a bot. */
const STEP_TIMEOUT_MS = 300_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'reports/certify-matrix' },
    only: { type: 'string' },
    drills: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    topics: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});

/** A bot of the matrix: a sound one by its file, or a wrong one by its name. */
interface Row {
  readonly name: string;
  readonly command: string;
  /** The sound bot, which it is or was made from. */
  readonly sound: SoundBot;
  readonly wrong: WrongBot | null;
}

type SoundBot = 'sound.mjs' | 'sound.py';

const SOUND: Readonly<Record<SoundBot, string>> = {
  'sound.mjs': `node ${BOTS}/sound.mjs`,
  'sound.py': `python3 ${BOTS}/sound.py`,
};

const soundBotOf = ({ file }: WrongBot): SoundBot => (file.endsWith('.py') ? 'sound.py' : 'sound.mjs');

const rowsOf = (wrong: readonly WrongBot[]): readonly Row[] => [
  ...(['sound.mjs', 'sound.py'] as const).map((name) => ({ name, command: SOUND[name], sound: name, wrong: null })),
  ...wrong.map((one) => ({
    ...{ name: one.name, command: `node ${BOTS}/broken.mjs --broken ${one.name}`, wrong: one },
    sound: soundBotOf(one),
  })),
];

function chosen(rows: readonly Row[], only: string | undefined): readonly Row[] {
  if (only === undefined) return rows;
  return only.split(',').map((name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`--only: there is no bot ${name}`);
    return row;
  });
}

/** The drills of a row: those that were asked for, those of its topic, or the one that has to catch it. */
function drillsOf({ wrong }: Row): readonly string[] {
  const asked =
    values.drills?.split(',') ?? (wrong && (values.topics ? [wrong.topic] : expectationOf(wrong.name).drills));
  if (!asked) return usualDrills();
  return asked.flatMap((each) => {
    const names = selectDrills(each);
    if (typeof names === 'string') throw new Error(`--drills: ${names}`);
    return names;
  });
}

const keyOf = ({ bot, drill, seed }: Cell): string => `${bot} ${drill} ${seed}`;

function readCells(file: string): readonly Cell[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return [...new Map(lines.map((line) => JSON.parse(line) as Cell).map((cell) => [keyOf(cell), cell])).values()];
}

const optionsOf = (command: string) => ({
  bot: { command, speed: null, stepTimeoutMs: STEP_TIMEOUT_MS },
  workFolder: tmpdir(),
});

const calms = new Map<SoundBot, Promise<CalmRun>>();

function calmOf(sound: SoundBot): Promise<CalmRun> {
  const calm = calms.get(sound) ?? calmRun({ ...optionsOf(SOUND[sound]), seed: '1' });
  calms.set(sound, calm);
  return calm;
}

const cellOf = (bot: string, { name, seed, verdict, invariants, reason, figures }: DrillResult): Cell => ({
  ...{ bot, drill: name, seed, verdict },
  findings: invariants.flatMap(({ id, violations }) => violations.map(({ text }) => ({ invariant: id, text }))),
  ...{ reason, requests: figures.requests },
});

const file = join(ROOT, values.out, 'matrix.jsonl');
const wrong = await wrongBots();

/** Adds what was printed for the one bot that `--only` names. */
function takeResults(files: readonly string[]): void {
  const [row, ...others] = chosen(rowsOf(wrong), values.only);
  if (!row || others.length > 0) throw new Error('--results: --only names the one bot that they are of');
  for (const one of files) {
    const { drills } = JSON.parse(readFileSync(one, 'utf8')) as { readonly drills: readonly DrillResult[] };
    for (const result of drills) appendFileSync(file, `${JSON.stringify(cellOf(row.name, result))}\n`);
  }
}

if (values.results !== undefined) takeResults(values.results.split(','));
else if (!values.page) {
  mkdirSync(join(ROOT, values.out), { recursive: true });
  const known = new Set(readCells(file).map(keyOf));
  const runs = values.seeds.split(',').flatMap((seed) =>
    chosen(rowsOf(wrong), values.only).flatMap((row) =>
      drillsOf(row)
        .filter((drill) => !known.has(`${row.name} ${drill} ${seed}`))
        .map((drill) => ({ row, drill, seed })),
    ),
  );
  await sideBySide(Number(values.jobs), runs, async ({ row, drill, seed }) => {
    const calm = await calmOf(row.sound);
    await certify({
      ...optionsOf(row.command),
      ...{ drills: [drill], seeds: [seed], statement: readStatement(join(BOTS, 'statement.yaml')) },
      // What the sound bot did in its calm run is no result of a wrong one.
      calm: row.wrong ? { ...calm, ofAnother: true } : calm,
      onResult: (result) => {
        const cell = cellOf(row.name, result);
        appendFileSync(file, `${JSON.stringify(cell)}\n`);
        process.stderr.write(`${cell.verdict.padEnd(14)} ${row.name} ${drill} ${seed} ${cell.reason.slice(0, 120)}\n`);
      },
    });
  });
}
writeFileSync(PAGE, withPart(readFileSync(PAGE, 'utf8'), matrixPart(readCells(file), wrong)));
