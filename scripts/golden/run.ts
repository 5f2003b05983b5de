import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { digestsFile, FOLDER, type Golden, type Goldens, journalFile } from './files.ts';
import { make } from './make.ts';
import { PLAYS } from './plays/index.ts';

/**
 * Writes the golden journals, one for each play, and their digests. With --check nothing is written: it fails when a
 * committed file is not what the plays give now. A change of a rule changes digests; the commit says so.
 */

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const goldens: Record<string, Golden> = {};
const files = new Map<string, string>();
const problems: string[] = [];

const fail = (message: string): void => void problems.push(message);

for (const play of PLAYS) {
  const { text, golden, missing } = await make(play);
  if (missing.length > 0) fail(`${play.name}: ${missing.join(', ')} did not occur`);
  if (goldens[play.name]) fail(`${play.name}: there are two plays of this name`);
  goldens[play.name] = golden;
  files.set(journalFile(play.name), text);
  const size = `${Math.round(text.length / 1024)} KiB`.padStart(8);
  console.log(
    `${play.name.padEnd(18)} ${String(golden.inputs).padStart(5)} inputs ${String(golden.events).padStart(6)} events ` +
      `${size}  ${golden.chain.slice(0, 16)}`,
  );
}
files.set(digestsFile, `${JSON.stringify(goldens satisfies Goldens, null, 2)}\n`);

if (values.check) {
  for (const [file, text] of files) {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
      fail(`${file} is out of date: run npx tsx scripts/golden/run.ts`);
  }
} else if (problems.length === 0) {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of readdirSync(FOLDER)) if (name.endsWith('.jsonl')) rmSync(join(FOLDER, name));
  for (const [file, text] of files) writeFileSync(file, text);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
