import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Child } from './child.ts';
import { BIN, built, CliCall, withoutProgress } from './cli.ts';
import { factsOf, playSession } from './recorded-session.ts';

/** `serve --record` and `perpsim record` as a user meets them: the built bundle, sockets between the processes. */

const TOKEN = 'correct-horse-battery';
const SERVE = ['serve', '--port', '0', '--clock', 'manual', '--world', 'quiet', '--seed', '7', '--json'];

let folder: string;

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-record-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Line = Readonly<Record<string, unknown>>;

const linesIn = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const kinds = (lines: readonly Line[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of lines) if (typeof kind === 'string') counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

async function ran(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall([...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

async function startProxy(target: string, out: string, ...flags: string[]): Promise<{ proxy: CliCall; url: string }> {
  const proxy = new CliCall(['record', '--target', target, '--listen', '0', '--out', out, '--json', ...flags]);
  const [line = ''] = await proxy.lines(1);
  return { proxy, url: (JSON.parse(line) as { url: string }).url };
}

async function ended(child: CliCall): Promise<unknown> {
  child.kill('SIGINT');
  return child.exit();
}

describe('serve --record', () => {
  test('keeps every request, response and frame with times, and neither tokens nor authorization headers', async () => {
    const file = join(folder, 'serve.jsonl');
    const server = new CliCall([...SERVE, '--control-token', TOKEN, '--record', file]);
    const facts = await factsOf(server);
    await playSession({ origin: facts.origin, facts, token: TOKEN });
    expect(await ended(server)).toBe(0);
    expect(server.stderr).toBe('');
    const [header, ...lines] = linesIn(file);
    expect(header).toMatchObject({
      format: 'perpsim-recording',
      version: 1,
      by: 'serve',
      target: null,
      exchange: { seed: '7', world: 'quiet', clock: 'manual', startTime: 1_767_571_200_000, serviceName: 'PerpSim' },
    });
    const { request, response, closed, opened, ended: end } = kinds(lines);
    expect([request, response, closed, end]).toEqual([11, 11, opened, 1]);
    const advances = lines.filter(({ kind, path }) => kind === 'request' && path === '/sim/v1/clock/advance');
    expect(advances.map(({ text, withheld }) => [text, withheld])).toEqual(
      ['{"ms":1500}', '{"ms":60000}', '{"ms":3600000}'].map((text) => [text, ['authorization']]),
    );
    expect(readFileSync(file, 'utf8')).not.toContain(TOKEN);
    const placed = lines.find(({ kind, path }) => kind === 'request' && path === '/v1/trade');
    const reply = lines.find(({ kind, request: of }) => kind === 'response' && of === placed?.request);
    expect(reply).toMatchObject({ status: 200, time: 1_767_571_200_000, connection: placed?.connection });
    expect(JSON.parse(placed?.text as string)).toMatchObject({ params: { action: 'placeOrders' } });
    const frames = lines.filter(({ kind }) => kind === 'frame');
    expect(frames.filter(({ from }) => from === 'client')).toHaveLength(5);
    expect(frames.filter(({ from, time }) => from === 'exchange' && typeof time === 'number').length).toBeGreaterThan(
      9,
    );
    expect(lines.filter(({ kind, code }) => kind === 'closed' && code === 1000)).toHaveLength(2);
  });

  test('leaves a readable file when the program is killed', async () => {
    const file = join(folder, 'killed.jsonl');
    const server = new Child([BIN, ...SERVE, '--record', file]);
    const { restUrl } = await factsOf(server);
    for (let round = 0; round < 3; round += 1) await (await fetch(`${restUrl}/ws/exchange/status`)).text();
    server.kill('SIGKILL');
    await server.exit();
    // What the last turn of the event loop has recorded may be lost.
    const { request = 0, response = 0 } = kinds(linesIn(file));
    expect(Math.min(request, response)).toBeGreaterThanOrEqual(2);
  });

  test('refuses a file that exists, and reports one that cannot be written', async () => {
    const file = join(folder, 'taken.jsonl');
    writeFileSync(file, 'mine\n');
    const taken = await ran(...SERVE, '--record', file);
    expect([taken.code, taken.stdout]).toEqual([2, '']);
    expect(taken.stderr).toBe(`perpsim: ${file} exists already: name another file for the recording, or remove it\n`);
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
    const nowhere = await ran(...SERVE, '--record', join(folder, 'none', 'x.jsonl'));
    expect([nowhere.code, nowhere.stderr]).toEqual([
      6,
      `perpsim: cannot write ${join(folder, 'none', 'x.jsonl')}: no such file or folder\n`,
    ]);
  });

  test('serves on when the disk is full, and ends with exit code 6', async () => {
    const server = new CliCall([...SERVE, '--record', '/dev/full']);
    const { restUrl } = await factsOf(server);
    expect((await fetch(`${restUrl}/ws/exchange/status`)).status).toBe(200);
    expect(await ended(server)).toBe(6);
    expect(server.stderr).toContain('the recording ends here');
    expect(server.stderr).toMatch(/perpsim: cannot write \/dev\/full: no space is left on the device\n$/);
  });
});

describe('perpsim record', () => {
  test('in front of a simulator records the same conversation as the simulator itself', async () => {
    const [inner, outer] = [join(folder, 'inner.jsonl'), join(folder, 'outer.jsonl')];
    const server = new CliCall([...SERVE, '--control-token', TOKEN, '--record', inner]);
    const facts = await factsOf(server);
    const { proxy, url } = await startProxy(facts.origin, outer, '--control-token', TOKEN);
    await playSession({ origin: url, facts, token: TOKEN });
    expect(await ended(proxy)).toBe(0);
    expect(proxy.stderr).toMatch(/^perpsim: recorded 11 requests and \d+ frames over \d connections, \d+ bytes\n$/);
    expect(await ended(server)).toBe(0);
    const said = (file: string, side: string): unknown[] =>
      linesIn(file)
        .filter(({ kind, opcode }) => kind === side && (opcode === undefined || opcode === 'text'))
        // The proxy asks for the state of the exchange when it begins.
        .filter(({ request }) => !(file === inner && request === 1))
        .map(({ path, status, from, text }) => ({ path, status, from, text }));
    for (const side of ['request', 'response']) expect(said(outer, side)).toEqual(said(inner, side));
    const framesOf = (file: string, from: string): unknown[] =>
      said(file, 'frame').filter((frame) => (frame as Line).from === from);
    for (const from of ['client', 'exchange']) {
      expect(framesOf(outer, from)).toHaveLength(framesOf(inner, from).length);
      expect(new Set(framesOf(outer, from))).toEqual(new Set(framesOf(inner, from)));
    }
    expect(linesIn(outer)[0]).toMatchObject({
      by: 'proxy',
      target: facts.origin,
      exchange: { seed: '7', world: 'quiet', startTime: 1_767_571_200_000 },
    });
    expect(readFileSync(outer, 'utf8')).not.toContain(TOKEN);
  });

  test('passes bytes of any deployment as they are: bodies, headers, binary frames and refusals', async () => {
    const seen: { headers: IncomingMessage['rawHeaders']; body: Buffer }[] = [];
    const upstream: Server = createServer((incoming, outgoing) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        seen.push({ headers: incoming.rawHeaders, body: Buffer.concat(pieces) });
        outgoing.writeHead(418, ['X-Odd-Case', 'kept', 'Set-Cookie', 'id=hidden']);
        outgoing.end(Buffer.from([0xff, 0x00, 0x80]));
      });
    });
    const sockets = new WebSocketServer({ server: upstream, path: '/v1/ws/info' });
    sockets.on('connection', (socket) =>
      socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary })),
    );
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const file = join(folder, 'any.jsonl');
    const { proxy, url } = await startProxy(target, file);
    seen.length = 0;
    const response = await fetch(`${url}/a/path?with=query`, {
      method: 'POST',
      headers: { 'x-mine': 'yes' },
      body: Uint8Array.from([0xfe, 0x01]),
    });
    expect([response.status, response.headers.get('x-odd-case')]).toEqual([418, 'kept']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0xff, 0x00, 0x80]);
    expect([...(seen[0]?.body ?? [])]).toEqual([0xfe, 0x01]);
    expect(seen[0]?.headers).toEqual(expect.arrayContaining(['Host', new URL(target).host, 'x-mine', 'yes']));
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws/info`);
    await once(socket, 'open');
    socket.send(Buffer.from([0xff, 0xfe]));
    const [echo] = (await once(socket, 'message')) as [Buffer];
    expect([...echo]).toEqual([0xff, 0xfe]);
    socket.close(4000, 'enough');
    await once(socket, 'close');
    const refused = new WebSocket(`${url.replace('http', 'ws')}/elsewhere`);
    const [reason] = (await once(refused, 'error')) as [Error];
    expect(reason.message).toBe('Unexpected server response: 400');
    expect(await ended(proxy)).toBe(0);
    sockets.close();
    upstream.close();
    const lines = linesIn(file);
    expect(lines[0]).toMatchObject({ by: 'proxy', target, exchange: null });
    expect(lines.find(({ status }) => status === 418)).toMatchObject({ base64: '/wCA', withheld: ['Set-Cookie'] });
    expect(lines.find(({ path }) => path === '/a/path?with=query')).toMatchObject({ method: 'POST', base64: '/gE=' });
    expect(lines.filter(({ opcode }) => opcode === 'binary').map(({ from, base64 }) => [from, base64])).toEqual([
      ['client', '//4='],
      ['exchange', '//4='],
    ]);
    expect(lines.find(({ kind, code }) => kind === 'closed' && code === 4000)).toMatchObject({ reason: 'enough' });
  });

  test('responds 502 while the deployment is not there, and records why', async () => {
    const file = join(folder, 'absent.jsonl');
    const { proxy, url } = await startProxy('http://127.0.0.1:1', file);
    const response = await fetch(`${url}/v1/info`, { method: 'POST', body: '{}' });
    expect([response.status, await response.text()]).toEqual([
      502,
      'perpsim record: cannot reach http://127.0.0.1:1: ECONNREFUSED\n',
    ]);
    expect(await ended(proxy)).toBe(0);
    expect(linesIn(file)).toContainEqual(
      expect.objectContaining({ kind: 'failed', request: 1, reason: 'ECONNREFUSED' }),
    );
  });

  test.each<[string, string[], RegExp]>([
    ['no target', ['--listen', '0', '--out', 'x'], /^perpsim: --target is missing: [^\n]+\n$/],
    [
      'a target with a path',
      ['--target', 'http://127.0.0.1:1/v1', '--listen', '0', '--out', 'x'],
      /^perpsim: --target must be http\(s\):\/\/host:port [^\n]+\n$/,
    ],
    [
      'a target with a password',
      ['--target', 'http://a:b@127.0.0.1:1', '--listen', '0', '--out', 'x'],
      /^perpsim: --target must be http\(s\):\/\/host:port [^\n]+\n$/,
    ],
    ['no file', ['--target', 'http://127.0.0.1:1', '--listen', '0'], /^perpsim: --out is missing: [^\n]+\n$/],
    [
      'no port',
      ['--target', 'http://127.0.0.1:1', '--listen', 'x', '--out', 'x'],
      /^perpsim: --listen must be a port from 0 to 65535 \(got "x"\)\n$/,
    ],
  ])('is refused with exit code 2 for %s', async (_what, flags, line) => {
    const { code, stdout, stderr } = await ran('record', ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(existsSync('x')).toBe(false);
  });
});
