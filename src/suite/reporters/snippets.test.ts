import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { SignedCall, TraceEntry } from '../results/run.ts';
import { shellQuoted } from '../../kernel/shell.ts';
import { curlOf, type Reached, typescriptOf } from './snippets.ts';

const TARGET: Reached = {
  kind: 'remote',
  restUrl: 'https://exchange.example/v1',
  wsUrl: 'wss://exchange.example/v1/ws',
  serviceName: 'PerpSim',
};
const IN_PROCESS: Reached = { ...TARGET, kind: 'in-process', restUrl: 'http://perpsim.internal/v1', wsUrl: null };

const ENTRY: TraceEntry = {
  kind: 'http',
  method: 'POST',
  url: 'https://exchange.example/v1/trade',
  request: null,
  status: 200,
  headers: {},
  response: '{}',
  signed: null,
};
const SIGNATURE = { v: 27, r: '0x01', s: '0x02' };

/** A signed request as an ordinary client sends it. */
function signed(
  action: string,
  params: object,
  beside: object = { nonce: 5 },
  of: Partial<TraceEntry> = {},
): TraceEntry {
  const call: SignedCall = { who: 'alice', wallet: '0xA11CE', subAccountId: '7', action, params };
  const body = { params: { action, subAccountId: '7', ...params }, ...beside, signature: SIGNATURE };
  return { ...ENTRY, request: JSON.stringify(body), signed: call, ...of };
}

const sent = (frame: unknown, of: Partial<TraceEntry> = {}): TraceEntry => ({
  ...ENTRY,
  kind: 'sent',
  method: 'trade 1',
  url: '/v1/ws/trade',
  request: typeof frame === 'string' ? frame : JSON.stringify(frame),
  status: null,
  response: null,
  ...of,
});

/** The words that a shell makes of a command, printed by a stand-in for curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

/** What a literal between single quotes stands for: JSON has the same escapes but one. */
const textOf = (literal: string): unknown =>
  JSON.parse(`"${literal.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`);

describe('curl', () => {
  const HOSTILE = `{"name":"it's $HOME \`id\` \\"x\\" \\\\ !! %s\\n","next":"\u2028"}\n'; rm -rf "$HOME" #`;

  test('sends the body byte for byte, whatever a shell would make of it', () => {
    expect(wordsOf(curlOf({ ...ENTRY, request: HOSTILE }, TARGET) ?? '')).toEqual([
      '-sS',
      '-i',
      '-X',
      'POST',
      'https://exchange.example/v1/trade',
      '-H',
      'content-type: application/json',
      '--data-raw',
      HOSTILE,
    ]);
  });

  test('has no body where none was sent, and reads no pattern into a URL', () => {
    const url = "https://exchange.example/v1/info/orderbook?symbol=a'b&depth=[1]";
    expect(wordsOf(curlOf({ ...ENTRY, method: 'GET', url }, TARGET) ?? '')).toEqual([
      '-sS',
      '-i',
      '-X',
      'GET',
      '--globoff',
      url,
    ]);
    expect(curlOf({ ...ENTRY, method: 'HEAD' }, TARGET)).toBe("curl -sS --head 'https://exchange.example/v1/trade'");
  });

  test('a method that is none of HTTP does not reach the shell', () => {
    expect(curlOf({ ...ENTRY, method: 'POST; reboot' }, TARGET)).toContain(' -X POST ');
  });

  test('a post over a stream becomes the same request over REST', () => {
    const frame = {
      id: '1',
      method: 'post',
      params: { action: 'getTrades', subAccountId: '7', nonce: 5, signature: SIGNATURE },
    };
    expect(curlOf(sent(frame), TARGET)).toBe(
      [
        '# It went over a stream; this is the same request over REST.',
        "curl -sS -i -X POST 'https://exchange.example/v1/trade' \\",
        "  -H 'content-type: application/json' \\",
        `  --data-raw '{"params":{"action":"getTrades","subAccountId":"7"},"nonce":5,"signature":{"v":27,"r":"0x01","s":"0x02"}}'`,
      ].join('\n'),
    );
  });

  test('an exchange inside the run is reached where a served one listens', () => {
    expect(curlOf({ ...ENTRY, url: 'http://perpsim.internal/v1/info', request: '{}' }, IN_PROCESS)).toBe(
      [
        '# The run had its exchange inside: start one with `npx perpsim serve` first.',
        "curl -sS -i -X POST 'http://127.0.0.1:8700/v1/info' \\",
        "  -H 'content-type: application/json' \\",
        "  --data-raw '{}'",
      ].join('\n'),
    );
  });

  test.each([
    ['what was received', { ...ENTRY, kind: 'received' } as const],
    ['a frame that is no request', sent({ id: '1', method: 'ping', params: {} })],
    ['a frame that is no JSON', sent('hello')],
    ['bytes that are no text', { ...ENTRY, request: '<12 bytes>' }],
    ['a path without a host', { ...ENTRY, kind: 'control', url: 'clock.advance' } as const],
  ])('%s has none', (_, entry) => {
    expect(curlOf(entry, TARGET)).toBeNull();
  });

  test.each(["'", "''", "a'b'c", '\\', '$(id)', '-n', ''])('%j is one word of a shell', (text) => {
    expect(wordsOf(`curl ${shellQuoted(text)}`)).toEqual([text]);
  });
});

describe('TypeScript', () => {
  test('an ordinary write is a call of the client, with a key from the environment', () => {
    expect(typescriptOf(signed('cancelOrders', { orderIds: ['1', "it's"] }), TARGET))
      .toBe(`import { Client } from 'perpsim/client';

// The key of alice, wallet 0xA11CE.
const privateKey = process.env.PERPSIM_KEY;
if (!privateKey) throw new Error('PERPSIM_KEY is not set');
const client = new Client({
  restUrl: 'https://exchange.example/v1',
  privateKey,
  subAccountId: '7',
});
console.log(await client.raw('cancelOrders', {
  "orderIds": [
    "1",
    "it's"
  ]
}));
`);
  });

  test.each([
    ['a nonce of a read', signed('getTrades', {}, { nonce: 5 }), "client.raw('getTrades', {}, { nonce: 5 })"],
    ['no nonce of a read', signed('getTrades', {}, {}), "client.raw('getTrades', {})"],
    ['no nonce of a write', signed('scheduleCancel', {}, {}), "client.raw('scheduleCancel', {}, { nonce: null })"],
    [
      'an expiry',
      signed('scheduleCancel', {}, { nonce: 5, expiresAfter: '9007199254740993' }),
      "client.raw('scheduleCancel', {}, { expiresAfter: 9007199254740993n })",
    ],
    [
      'a key that no literal can hold',
      signed('getTrades', JSON.parse('{"__proto__":1}') as object, {}),
      `client.raw('getTrades', JSON.parse('{"__proto__":1}'))`,
    ],
  ])('%s is kept', (_, entry, call) => {
    expect(typescriptOf(entry, TARGET)).toContain(`console.log(await ${call});`);
  });

  test('another service name is passed to the client', () => {
    expect(typescriptOf(signed('getTrades', {}), { ...TARGET, serviceName: "o'x" })).toContain("serviceName: 'o\\'x',");
  });

  test('a post over a stream is a call of the stream client, which is closed in any case', () => {
    const { signed: call } = signed('getTrades', {});
    const frame = { id: '1', method: 'post', params: { action: 'getTrades', subAccountId: '7', signature: SIGNATURE } };
    expect(typescriptOf(sent(frame, { signed: call }), TARGET)).toBe(`import { StreamClient } from 'perpsim/client';

// The key of alice, wallet 0xA11CE.
const privateKey = process.env.PERPSIM_KEY;
if (!privateKey) throw new Error('PERPSIM_KEY is not set');
const client = new StreamClient({
  wsUrl: 'wss://exchange.example/v1/ws',
  privateKey,
  subAccountId: '7',
});
try {
  console.log(await client.raw('getTrades', {}));
} finally {
  await client.close();
}
`);
  });

  test('a public read needs no key', () => {
    const entry = { ...ENTRY, url: 'https://exchange.example/v1/info', request: '{"params":{"action":"getMids"}}' };
    expect(typescriptOf(entry, TARGET)).toBe(`import { RestTransport } from 'perpsim/client';

const exchange = new RestTransport('https://exchange.example/v1');
console.log(await exchange.send('info', {
  "params": {
    "action": "getMids"
  }
}));
`);
  });

  const ordinary = signed('getTrades', { limit: 5 });
  const tampered = (change: (body: Record<string, unknown>) => void): TraceEntry => {
    const body = JSON.parse(ordinary.request ?? '') as Record<string, unknown>;
    change(body);
    return { ...ordinary, request: JSON.stringify(body) };
  };
  test.each([
    ['params changed after signing', tampered((body) => (body.params = { action: 'getTrades', subAccountId: '8' }))],
    ['no signature', tampered((body) => delete body.signature)],
    ['an additional field', tampered((body) => (body.more = 1))],
    ['a nonce that is no number', tampered((body) => (body.nonce = 'x'))],
    ['other spacing', { ...ordinary, request: `${ordinary.request ?? ''} ` }],
    [
      'a number that a program would round',
      signed('getTrades', {}, {}, { request: '{"params":{"limit":9007199254740993}}' }),
    ],
    ['no JSON', { ...ordinary, request: 'hello' }],
    ['no signer', { ...ordinary, signed: null }],
  ])('%s: the bytes are sent as they were', (_, entry) => {
    const program = typescriptOf(entry, TARGET);
    expect(program).toContain("await fetch('https://exchange.example/v1/trade', {\n  method: 'POST',");
    const body = /^ {2}body: (.+),$/m.exec(program ?? '')?.[1] ?? '';
    expect(textOf(body)).toBe(entry.request);
  });

  test('any other frame goes through a socket as it was', () => {
    expect(typescriptOf(sent(`{"it's":"\u2028"}`), TARGET)).toBe(`import WebSocket from 'ws';

const socket = new WebSocket('wss://exchange.example/v1/ws/trade');
socket.on('message', (frame) => console.log(String(frame)));
socket.on('close', (code) => console.log('closed with', code));
socket.on('open', () => socket.send('{"it\\'s":"\\u2028"}'));
`);
  });

  test('no text ends a comment', () => {
    const { signed: call, ...entry } = signed('getTrades', {}, {});
    const named = { ...entry, signed: { ...(call as SignedCall), who: 'a\u2028b\nprocess.exit()' } };
    expect(typescriptOf(named, TARGET)).toContain('// The key of a b process.exit(), wallet 0xA11CE.\n');
  });

  test('what was received has none', () => {
    expect(typescriptOf({ ...ENTRY, kind: 'received' }, TARGET)).toBeNull();
    expect(typescriptOf({ ...ENTRY, request: '<12 bytes>' }, TARGET)).toBeNull();
  });
});
