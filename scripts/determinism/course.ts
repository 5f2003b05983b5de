import { createHash } from 'node:crypto';
import { readGoldens, readLines } from '../golden/files.ts';
import { live, partsOf, replayed } from '../golden/legs.ts';
import { PLAYS } from '../golden/plays/index.ts';

/**
 * Comes to the digests of the golden journals in this process and prints one line of JSON: by journal, the digest of all
 * digests after its inputs and that of its last state. With --live the scripts are played too, and must agree.
 */

const isLive = process.argv.includes('--live');
const goldens = readGoldens();
const found: Record<string, string> = {};
let inputs = 0;
let spent = 0;
const digestOf = (course: { readonly chains: readonly string[]; readonly state: string }): string =>
  createHash('sha256')
    .update(`${course.chains.join('\n')}\n${course.state}`)
    .digest('hex');

for (const play of PLAYS) {
  const parts = partsOf(readLines(play.name));
  const started = performance.now();
  const course = replayed(parts);
  spent += performance.now() - started;
  inputs += parts.records.length;
  const digests = [digestOf(course), ...(isLive ? [digestOf(await live(play))] : [])];
  const committed = digestOf({ chains: parts.chains, state: goldens[play.name]?.state ?? '' });
  found[play.name] = digests.every((digest) => digest === committed) ? committed : digests.join(' and not ');
}
const rate = Math.round((inputs * 1_000) / spent);
console.log(JSON.stringify({ node: process.version, inputs, rate, found }));
