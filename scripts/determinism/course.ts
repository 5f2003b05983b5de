import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readGoldens, readLines } from '../golden/files.ts';
import { live, partsOf, replayed } from '../golden/legs.ts';
import { PLAYS } from '../golden/plays/index.ts';
import { defaultWorld } from './default-world.ts';

/**
 * Comes to the digests of the golden journals in this process and prints one line of JSON: by journal, the digest of all
 * digests after its inputs and that of its last state. With --live the scripts are played too, and must agree. With
 * --minutes the default world runs so long besides, and its replay and a snapshot in the middle must agree.
 */

const { values } = parseArgs({ options: { live: { type: 'boolean', default: false }, minutes: { type: 'string' } } });
const isLive = values.live;
const goldens = readGoldens();
const found: Record<string, string> = {};
let inputs = 0;
let spent = 0;
/** What the digest of the default world is found under; no journal has this name. */
const DEFAULT_WORLD = 'the default world by itself';
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
if (values.minutes !== undefined) {
  const digests = new Set((await defaultWorld(Number(values.minutes))).map(digestOf));
  found[DEFAULT_WORLD] = [...digests].join(' and not ');
}
const rate = Math.round((inputs * 1_000) / spent);
console.log(JSON.stringify({ node: process.version, inputs, rate, found }));
