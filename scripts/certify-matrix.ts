/**
 * The matrix of wrong bots and drills: which drill catches which bot. It runs `perpsim certify` with the bots of `fixtures/bots` and
 * writes the part of `docs/certify.md` below its mark.
 *
 *   npx tsx scripts/certify-matrix.ts --out reports/certify-matrix            # what is not there yet, and the page
 *   npx tsx scripts/certify-matrix.ts --out reports/certify-matrix --only no-back-off,sound.mjs --drills limits,responses
 *   npx tsx scripts/certify-matrix.ts --topics --shard 1/2                    # each wrong bot in the drills of its topic alone
 *   npx tsx scripts/certify-matrix.ts --out reports/certify-matrix --page     # the page alone, of what is there
 *
 * The result of each bot and drill is a line of its own in `matrix.jsonl`, written as soon as it is known, so a run that was stopped
 * goes on where it was. A bot that no drill caught stays in the table as not caught.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Certification } from '../src/scenarios/drills/certify.ts';
import { selectDrills, usualDrills } from '../src/scenarios/drills/drill.ts';
import { type WrongBot, wrongBots } from './certify-matrix/bots.ts';
import { type Cell, matrixPart, withPart } from './certify-matrix/page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BOTS = 'fixtures/bots';
const PAGE = join(ROOT, 'docs', 'certify.md');

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'reports/certify-matrix' },
    only: { type: 'string' },
    drills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    topics: { type: 'boolean', default: false },
    shard: { type: 'string', default: '1/1' },
    page: { type: 'boolean', default: false },
  },
});

/** A bot of the matrix: a sound one by its file, or a wrong one by its name. */
interface Row {
  readonly name: string;
  readonly command: string;
  /** Topic of the drills that ought to catch it; a sound bot has none. */
  readonly topic?: string;
}

const rowsOf = (wrong: readonly WrongBot[]): readonly Row[] => [
  { name: 'sound.mjs', command: `node ${BOTS}/sound.mjs` },
  { name: 'sound.py', command: `python3 ${BOTS}/sound.py` },
  ...wrong.map(({ name, topic }) => ({ name, topic, command: `node ${BOTS}/broken.mjs --broken ${name}` })),
];

function chosen<T extends { readonly name: string }>(rows: readonly T[], only: string | undefined): readonly T[] {
  if (only === undefined) return rows;
  return only.split(',').map((name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`--only: there is no bot ${name}`);
    return row;
  });
}

function chosenDrills(given: string | undefined): readonly string[] {
  if (given === undefined) return usualDrills();
  return given.split(',').flatMap((each) => {
    const names = selectDrills(each);
    if (typeof names === 'string') throw new Error(`--drills: ${names}`);
    return names;
  });
}

const readCells = (file: string): readonly Cell[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Cell)
    : [];

/** Certifies a bot in some drills, after one calm run. An exit that is no verdict is an error of the command, and ends the matrix. */
async function certified({ name, command }: Row, drills: readonly string[], seed: string): Promise<Cell[]> {
  const args = ['bin/perpsim.js', 'certify', '--bot', command, '--statement', `${BOTS}/statement.yaml`];
  const child = spawn(
    process.execPath,
    [...args, '--only', drills.join(','), '--seed', seed, '--step-timeout', '5m', '--shrink', '0s', '--json'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== 1 && code !== 4) throw new Error(`${name}: certify ended with ${code}`);
  return (JSON.parse(printed) as Certification).drills.map(({ name: drill, verdict, invariants, reason }): Cell => {
    const broken = invariants.filter(({ violations }) => violations.length > 0).map(({ id }) => id);
    return { bot: name, drill, seed, verdict, invariants: broken, reason };
  });
}

const file = join(ROOT, values.out, 'matrix.jsonl');
const wrong = await wrongBots();
if (!values.page) {
  mkdirSync(join(ROOT, values.out), { recursive: true });
  const known = new Set(readCells(file).map(({ bot, drill, seed }) => `${bot} ${drill} ${seed}`));
  const [part = 1, parts = 1] = values.shard.split('/').map(Number);
  const rows = chosen(rowsOf(wrong), values.only).filter((_row, place) => place % parts === part - 1);
  for (const row of rows) {
    const drills = chosenDrills(values.drills).filter(
      (drill) =>
        !known.has(`${row.name} ${drill} ${values.seed}`) &&
        (!values.topics || row.topic === undefined || drill.startsWith(`${row.topic}/`) || drill.startsWith('calm/')),
    );
    if (drills.length === 0) continue;
    for (const cell of await certified(row, drills, values.seed)) {
      appendFileSync(file, `${JSON.stringify(cell)}\n`);
      process.stderr.write(`${cell.verdict.padEnd(14)} ${row.name} ${cell.drill} ${cell.invariants.join(' ')}\n`);
    }
  }
}
writeFileSync(PAGE, withPart(readFileSync(PAGE, 'utf8'), matrixPart(readCells(file), wrong)));
