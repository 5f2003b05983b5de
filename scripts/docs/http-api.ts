import { readFileSync, writeFileSync } from 'node:fs';
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts';
import { laidOut } from './laid-out.ts';

/**
 * Keeps the responses in docs/http-api.md true. Its `http` blocks come in pairs, a request and its response; the requests,
 * signatures included, are sent as they stand there, in order, to an exchange that is the same every time.
 *
 *   npm run docs:pages -- responses    writes the responses of today into the document; a test compares them
 */

export const DOCUMENT = 'docs/http-api.md';
const PAIR = /```http\n([^`]+)\n```\n\n```http\n[^`]+\n```/g;

/** The document with the responses that its requests get. */
export async function replayed(text: string): Promise<string> {
  const exchange = await createExchange({ world: 'quiet', seed: 7 });
  try {
    let result = text;
    for (const [pair, request = ''] of text.matchAll(PAIR)) {
      const reply = await ask(exchange, request);
      result = result.replace(pair, () => `\`\`\`http\n${request}\n\`\`\`\n\n\`\`\`http\n${reply}\n\`\`\``);
    }
    return result;
  } finally {
    await exchange.close();
  }
}

/** Sends `POST /v1/info, sent 3 times` or `GET /path`, and gives back the last response: status, then body. */
async function ask(exchange: Exchange, request: string): Promise<string> {
  const [line = '', ...rest] = request.split('\n');
  const [, method = '', path = '', times = '1'] = /^(GET|POST) (\S+?)(?:, sent (\d+) times)?$/.exec(line) ?? [];
  if (path === '') throw new Error(`${DOCUMENT}: "${line}" is no request`);
  const body = method === 'POST' ? { body: rest.join('\n'), headers: { 'content-type': 'application/json' } } : {};
  let reply = '';
  for (let sent = 0; sent < Number(times); sent += 1) {
    const got = await exchange.fetch(`${new URL(exchange.url).origin}${path}`, { method, ...body });
    reply = `${got.status}\n${laidOut(await got.json())}`;
  }
  return reply;
}

async function main(): Promise<void> {
  const before = readFileSync(DOCUMENT, 'utf8');
  const after = await replayed(before);
  writeFileSync(DOCUMENT, after);
  console.log(before === after ? 'every response is as it was' : `wrote the responses of today into ${DOCUMENT}`);
}

if (import.meta.filename === process.argv[1]) await main();
