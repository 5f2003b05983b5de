import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { EXAMPLES } from './error-examples/all.ts';
import { errorsPage, type Played } from './error-examples/page.ts';
import { type Reply, play } from './error-examples/play.ts';

/**
 * Writes the page of the error codes from requests that are really made.
 *
 *   npm run docs:pages -- errors               sends all examples and writes docs/errors.md
 *   npm run docs:pages -- errors --check    sends them too, and fails when the page says anything else
 */

const FILE = 'docs/errors.md';

async function playAll(): Promise<Played[]> {
  const played: Played[] = [];
  for (const examples of EXAMPLES) {
    const envelopes: Reply[] = [];
    for (const example of examples.cases) envelopes.push(await play(example));
    played.push({ examples, envelopes });
  }
  return played;
}

/** Responses that differ from the examples: the page is not written. */
function surprises({ examples: { code, cases }, envelopes }: Played): string[] {
  return cases.flatMap(({ cause, reply: { http, message } }, index) => {
    const reply = envelopes[index];
    if (reply?.http === http && reply.code === code && reply.message === message) return [];
    return [`${code}, ${cause}: ${JSON.stringify(reply)} in place of ${JSON.stringify({ http, code, message })}`];
  });
}

async function main(): Promise<number> {
  const played = await playAll();
  const wrong = played.flatMap(surprises);
  for (const line of wrong) console.log(line);
  if (wrong.length > 0) return 1;
  const count = played.reduce((sum, { envelopes }) => sum + envelopes.length, 0);
  const page = errorsPage(played);
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, page);
    console.log(`wrote ${FILE}: ${count} examples of ${played.length} codes`);
    return 0;
  }
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === page) {
    console.log(`${FILE} agrees with the responses to ${count} requests`);
    return 0;
  }
  console.log(`${FILE} is stale: run npm run docs:pages -- errors and read what has changed`);
  return 1;
}

process.exitCode = await main();
