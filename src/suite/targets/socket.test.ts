import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { HostileTarget, MIB } from '../../../test/hostile-target.ts';
import { openBounded } from './socket.ts';

let target: HostileTarget;

beforeEach(async () => {
  target = await HostileTarget.start();
});
afterEach(() => target.close());

const LIMITS = { messageBytes: MIB, messages: 1_000, totalBytes: 8 * MIB, openMs: 10_000 };

/** Sends as fast as the peer reads, 400 MiB at most. */
function flood(socket: WebSocket, text: string): void {
  let left = (400 * MIB) / text.length;
  const more = (): void => {
    if (left <= 0 || socket.readyState !== socket.OPEN) return;
    left -= 1;
    socket.send(text, () => setImmediate(more));
  };
  more();
}

test.each<[string, (socket: WebSocket) => void, string]>([
  [
    'one message that is too long',
    (socket) => socket.send(' '.repeat(32 * MIB)),
    'sent a message of more than 1048576 bytes',
  ],
  [
    'fragments without an end',
    (socket) => {
      for (let no = 0; no < 100; no += 1) socket.send(' '.repeat(MIB / 4), { fin: false });
    },
    'sent a message of more than 1048576 bytes',
  ],
  [
    'more messages than a run can use',
    (socket) => flood(socket, '{}'),
    'sent more than 1000 messages over one connection',
  ],
  [
    'more bytes than a run can use',
    (socket) => flood(socket, ' '.repeat(MIB / 2)),
    'sent more than 8388608 bytes over one connection',
  ],
])('%s ends the connection with one line that names limit and URL', async (_what, onSocket, message) => {
  target.onSocket = onSocket;
  const url = `${target.origin.replace('http', 'ws')}/v1/ws/info`;
  const { socket, excess } = openBounded(url, LIMITS);
  let bytes = 0;
  socket.on('message', (data: Buffer) => (bytes += data.length));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(excess()).toBe(`${url} ${message}`);
  expect(bytes).toBeLessThan(16 * MIB);
});

test('compression is not offered, so that no message unpacks to a long one', async () => {
  let extensions: string | undefined;
  target.onSocket = (socket) => {
    extensions = socket.extensions;
    socket.close(1000);
  };
  const { socket, excess } = openBounded(`${target.origin.replace('http', 'ws')}/v1/ws/info`);
  await new Promise((resolve) => socket.once('close', resolve));
  expect([extensions, excess()]).toEqual(['', null]);
});
