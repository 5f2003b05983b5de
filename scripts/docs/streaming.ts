import { readFileSync, writeFileSync } from 'node:fs';
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts';
import { laidOut } from './laid-out.ts';
import { arrived, StreamPeer } from './stream-peer.ts';

/**
 * Keeps the frames in docs/streaming.md true. Its `ws` blocks name an endpoint, then hold what a client sends (`>`), how
 * far the clock goes (`*`), and what comes (`<`). Everything but what comes is done as it stands there, in order, with
 * an exchange that is the same every time.
 *
 *   npm run docs:pages -- frames    writes the frames of today into the document; a test compares them
 */

export const STREAMING = 'docs/streaming.md';
const BLOCK = /```ws\n([^`]+)\n```/g;
const STEP = /^[>*<] .*(?:\n {2}.*)*/gm;

/** The document with the frames that its requests get. */
export async function replayedFrames(text: string): Promise<string> {
  const exchange = await createExchange({ world: 'quiet', seed: 7 });
  const peers = { info: new StreamPeer(exchange, 'info'), trade: new StreamPeer(exchange, 'trade') };
  try {
    let result = text;
    for (const [block, session = ''] of text.matchAll(BLOCK)) {
      const frames = await play(session, peers, exchange);
      result = result.replace(block, () => `\`\`\`ws\n${frames}\n\`\`\``);
    }
    return result;
  } finally {
    await exchange.close();
  }
}

async function play(session: string, peers: Readonly<Record<string, StreamPeer>>, exchange: Exchange): Promise<string> {
  const path = session.slice(0, session.indexOf('\n'));
  const peer = peers[path.replace('/v1/ws/', '')];
  if (!peer) throw new Error(`${STREAMING}: "${path}" is no endpoint`);
  const lines = [path];
  for (const [step] of session.matchAll(STEP)) {
    if (step.startsWith('<')) continue;
    if (step.startsWith('>')) await peer.ask(JSON.stringify(JSON.parse(step.slice(2))));
    else await pass(step, exchange);
    lines.push(step, ...peer.take().map(shown));
  }
  return lines.join('\n');
}

async function pass(step: string, exchange: Exchange): Promise<void> {
  const [, ms] = /^\* (\d+) ms$/.exec(step) ?? [];
  if (ms === undefined) throw new Error(`${STREAMING}: "${step}" is no step`);
  exchange.clock.advance(Number(ms));
  await arrived();
}

const shown = (frame: string): string => `< ${laidOut(JSON.parse(frame)).replaceAll('\n', '\n  ')}`;

async function main(): Promise<void> {
  const before = readFileSync(STREAMING, 'utf8');
  const after = await replayedFrames(before);
  writeFileSync(STREAMING, after);
  console.log(before === after ? 'every frame is as it was' : `wrote the frames of today into ${STREAMING}`);
}

if (import.meta.filename === process.argv[1]) await main();
