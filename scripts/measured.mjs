/**
 * Runs a program in the foreground, and writes to descriptor 3 how many seconds of processor time it and all its children
 * took, user and system. It writes nothing where the system has no /proc. Ends as the program ends.
 *
 *   node scripts/measured.mjs PROGRAM [ARGUMENT...]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeSync } from 'node:fs';

const STAT = '/proc/self/stat';
/** Linux counts in hundredths of a second, whatever the kernel is built with. */
const TICKS_PER_SECOND = 100;

const [program, ...args] = process.argv.slice(2);
const { status, signal, error } = spawnSync(program, args, { stdio: ['inherit', 'inherit', 'inherit'] });
if (error) console.error(error.message);
if (existsSync(STAT)) {
  // The name of the program is in brackets and may hold spaces; the fields behind it are numbers. The 16th and 17th of the
  // line are the times of children that have ended, and of theirs.
  const fields = readFileSync(STAT, 'utf8').split(') ').at(-1).split(' ');
  writeSync(3, String((Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND));
}
process.exit(signal ? 1 : (status ?? 1));
