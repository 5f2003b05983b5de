import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import type { StreamSession, StreamSink } from '../exchange.ts';
import { HandClock } from './upgrade-handler.test-helper.ts';
import { WsUpgradeHandler } from './upgrade-handler.ts';
import { frameBytes } from './raw-peer.test-helper.ts';

/** A socket that counts what is written to it, and takes it when the test lets it. */
class CountingSocket extends Duplex {
  readonly writes: Buffer[] = [];
  takes = true;
  #waiting: (() => void)[] = [];

  override _read(): void {
    // Bytes come when the test pushes them.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#took([chunk], done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.#took(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  relieve(): void {
    this.takes = true;
    for (const done of this.#waiting.splice(0)) done();
  }

  #took(chunks: readonly Buffer[], done: () => void): void {
    this.writes.push(Buffer.concat(chunks));
    if (this.takes) done();
    else this.#waiting.push(done);
  }
}

interface Opened {
  readonly upgradeHandler: WsUpgradeHandler;
  readonly socket: CountingSocket;
  readonly sink: StreamSink;
  readonly calls: string[];
  readonly errors: unknown[];
}

/** A connection over a counting socket; calls of its session are recorded. */
function opened(session: Partial<StreamSession> = {}): Opened {
  const calls: string[] = [];
  const errors: unknown[] = [];
  let sink: StreamSink | undefined;
  const exchange = {
    stream: (_endpoint: string, given: StreamSink): StreamSession => {
      sink = given;
      return {
        receive: (text) => void calls.push(`receive ${text}`),
        drained: () => void calls.push('drained'),
        gone: () => void calls.push('gone'),
        authenticated: () => false,
        owes: () => false,
        ...session,
      };
    },
  };
  const upgradeHandler = new WsUpgradeHandler({
    exchange,
    writeRefusal: () => '',
    clock: new HandClock(),
    onError: (error) => errors.push(error),
  });
  const socket = new CountingSocket();
  const headers = {
    host: '127.0.0.1',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const rawHeaders = Object.entries(headers).flat();
  const request = { method: 'GET', url: '/v1/ws/info', httpVersion: '1.1', headers, rawHeaders, socket: {} };
  upgradeHandler.upgrade(request as unknown as IncomingMessage, socket, Buffer.alloc(0));
  if (!sink) throw new Error('nothing was opened');
  socket.writes.length = 0;
  return { upgradeHandler, socket, sink, calls, errors };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the frames of a turn are one write to the socket', () => {
  const { socket, sink } = opened();
  sink.send(['{"a":1}', '{"b":2}', '{"c":3}']);
  expect(socket.writes.map((bytes) => bytes.toString('latin1'))).toEqual([
    '\x81\x07{"a":1}\x81\x07{"b":2}\x81\x07{"c":3}',
  ]);
  sink.send(['{"d":4}']);
  expect(socket.writes).toHaveLength(2);
});

test('the bytes that the socket holds are counted, and the session is notified when they are sent', async () => {
  const { socket, sink, calls } = opened();
  socket.takes = false;
  sink.send(['x'.repeat(100_000)]);
  expect(sink.buffered()).toBe(100_010);
  expect(calls).toEqual([]);
  socket.relieve();
  await turn();
  expect(sink.buffered()).toBe(0);
  expect(calls).toEqual(['drained']);
});

test('nothing is written behind a close', () => {
  const { socket, sink } = opened();
  sink.close(1013, 'reads too slowly');
  sink.send(['late']);
  sink.close(1001, 'again');
  expect(socket.writes).toEqual([
    Buffer.concat([Buffer.from([0x88, 18, 0x03, 0xf5]), Buffer.from('reads too slowly')]),
  ]);
});

test.each(['receive', 'drained', 'gone'] as const)(
  'a session that throws in %s ends its connection, and the error is reported',
  async (word) => {
    const broken = new Error('a bug');
    const { upgradeHandler, socket, sink, errors } = opened({
      [word]: () => {
        throw broken;
      },
    });
    if (word === 'receive') socket.push(frameBytes({ payload: '{}' }));
    else if (word === 'gone') socket.destroy();
    else {
      socket.takes = false;
      sink.send(['x'.repeat(100_000)]);
      socket.relieve();
    }
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(errors).toEqual([broken]);
    expect(upgradeHandler.size).toBe(0);
    expect(socket.destroyed).toBe(true);
  },
);

test('a peer that pings and does not read is dropped at 1 MiB of pongs', async () => {
  const { upgradeHandler, socket } = opened();
  socket.takes = false;
  const ping = frameBytes({ opcode: 9, payload: 'x'.repeat(125) });
  for (let pings = 0; upgradeHandler.size === 1 && pings < 20_000; pings += 50) {
    socket.push(Buffer.concat(Array(50).fill(ping)));
    for (let turns = 0; turns < 60; turns += 1) await turn();
  }
  expect(upgradeHandler.size).toBe(0);
  expect(socket.writableLength).toBeLessThan(1_048_576 + 2 * 129);
});
