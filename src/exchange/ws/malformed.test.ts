import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { left, type OpenServer, openServer } from './upgrade-handler.test-helper.ts';
import { type FrameSpec, frameBytes, RawPeer } from './raw-peer.test-helper.ts';

/** SEC-34, SEC-35, SEC-20: whatever a peer sends costs that peer its connection at most; the one beside it goes on. */

let open: OpenServer;
let bystander: RawPeer;
let asked = 0;

beforeAll(async () => {
  open = await openServer();
  bystander = await RawPeer.open(open.port);
});
afterAll(() => open.close());

async function expectUndisturbed(): Promise<void> {
  asked += 1;
  bystander.sendJson({ id: `still-${asked}`, method: 'ping' });
  expect(await bystander.reply(`still-${asked}`)).toMatchObject({ status: 200, method: 'pong' });
  expect(open.errors).toEqual([]);
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const text = (payload: string | Uint8Array, more: FrameSpec = {}): Buffer => frameBytes({ payload, ...more });
const start = (payload: string | Uint8Array, opcode = 1): Buffer => frameBytes({ payload, opcode, fin: false });
const more = (payload: string | Uint8Array, fin = false): Buffer => frameBytes({ payload, opcode: 0, fin });
const closeWith = (code: number, reason = ''): Buffer => {
  const payload = Buffer.alloc(2 + reason.length, reason, 'latin1');
  payload.fill(reason, 2, undefined, 'latin1');
  payload.writeUInt16BE(code, 0);
  return frameBytes({ opcode: 8, payload });
};
const PING = 9;
const PONG = 10;

const CLOSED: readonly (readonly [string, number, readonly Buffer[]])[] = [
  ['text without a mask', 1002, [text('{"method":"ping"}', { masked: false })]],
  ['empty text without a mask', 1002, [text('', { masked: false })]],
  ['a ping without a mask', 1002, [frameBytes({ opcode: PING, masked: false })]],
  ['a close without a mask', 1002, [frameBytes({ opcode: 8, masked: false })]],
  ...[1, 2, 3, 4, 5, 6, 7].map((rsv) => [`reserved bits ${rsv}`, 1002, [text('{}', { rsv })]] as const),
  ['a reserved bit on a ping', 1002, [frameBytes({ opcode: PING, rsv: 4 })]],
  ['a reserved bit on a close', 1002, [frameBytes({ opcode: 8, rsv: 1 })]],
  ['a reserved bit on a continuation', 1002, [start('{'), frameBytes({ opcode: 0, rsv: 4, payload: '}' })]],
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map(
    (opcode) => [`opcode ${opcode}`, 1002, [frameBytes({ opcode, payload: 'x' })]] as const,
  ),
  ['a ping in fragments', 1002, [frameBytes({ opcode: PING, fin: false })]],
  ['a pong in fragments', 1002, [frameBytes({ opcode: PONG, fin: false })]],
  ['a close in fragments', 1002, [frameBytes({ opcode: 8, fin: false })]],
  ['a ping of 126 bytes', 1002, [frameBytes({ opcode: PING, payload: 'x'.repeat(126) })]],
  ['a ping with a length in 64 bits', 1002, [frameBytes({ opcode: PING, payload: 'x', lengthBits: 64 })]],
  ['a pong of 126 bytes', 1002, [frameBytes({ opcode: PONG, payload: 'x'.repeat(126) })]],
  ['a close of 126 bytes', 1002, [closeWith(1000, 'x'.repeat(124))]],
  ['a continuation of nothing', 1002, [more('{}', true)]],
  ['an open continuation of nothing', 1002, [more('{')]],
  ['text inside text', 1002, [start('{'), text('{}')]],
  ['an open text inside text', 1002, [start('{'), start('{')]],
  ['bytes inside text', 1002, [start('{'), frameBytes({ opcode: 2, payload: 'x' })]],
  ['text inside bytes', 1002, [start('x', 2), text('{}')]],
  ['a continuation after the end', 1002, [start('{"method":"ping"'), more('}', true), more('x', true)]],
  ['20,481 bytes', 1009, [text(' '.repeat(20_481))]],
  ['a head that claims 20,481 bytes', 1009, [text('', { claims: 20_481n })]],
  ['a head that claims 2^32 bytes', 1009, [text('', { claims: 1n << 32n })]],
  ['a head that claims 2^53 bytes', 1009, [text('', { claims: 1n << 53n })]],
  ['a head that claims 2^64 - 1 bytes', 1009, [text('', { claims: (1n << 64n) - 1n })]],
  ['bytes above the cap', 1009, [frameBytes({ opcode: 2, payload: ' '.repeat(20_481) })]],
  ['fragments of 20,481 bytes in all', 1009, [start(' '.repeat(20_480)), more(' ', true)]],
  ['129 fragments', 1008, [start(' '), ...Array.from({ length: 128 }, () => more(' '))]],
  ['a byte that UTF-8 never has', 1007, [text(bytes('ff'))]],
  ['UTF-8 longer than it need be', 1007, [text(bytes('c0af'))]],
  ['a surrogate in UTF-8', 1007, [text(bytes('eda080'))]],
  ['UTF-8 above the last character', 1007, [text(bytes('f4908080'))]],
  ['a character cut short', 1007, [text(bytes('7be282'))]],
  ['a continuation byte alone', 1007, [text(bytes('80'))]],
  ['a character spoiled in the next fragment', 1007, [start(bytes('e2')), more(bytes('82ff'), true)]],
  ['a character cut short in the last fragment', 1007, [start('{'), more(bytes('f09f98'), true)]],
  ['a close of one byte', 1002, [frameBytes({ opcode: 8, payload: 'x' })]],
  ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map(
    (code) => [`close code ${code}`, 1002, [closeWith(code)]] as const,
  ),
  ['a close whose reason is not UTF-8', 1007, [closeWith(1000, '\u00ff')]],
  ['bytes', 1003, [frameBytes({ opcode: 2, payload: '{"method":"ping"}' })]],
  ['no bytes at all, as bytes', 1003, [frameBytes({ opcode: 2 })]],
  ['bytes in fragments', 1003, [start('{', 2), more('}', true)]],
  ['ten frames that say nothing', 1007, Array.from({ length: 10 }, () => text('nonsense'))],
  ['5,000 empty frames', 1007, Array.from({ length: 5_000 }, () => text(''))],
  ['a length shorter than the payload', 1002, [text('{}', { claims: 1n }), text('{}')]],
];

const INVALID_FORMAT = [400, 'INVALID_FORMAT', 'Invalid request body'] as const;
const UNKNOWN_METHOD = [
  400,
  'VALIDATION_ERROR',
  'unsupported method, use auth, post, subscribe, unsubscribe or ping',
] as const;
const UNKNOWN_TYPE = [400, 'VALIDATION_ERROR', 'unknown subscription type'] as const;

const REFUSED: readonly (readonly [string, readonly [number, string, string], string])[] = [
  ['nothing', INVALID_FORMAT, ''],
  ['a space', INVALID_FORMAT, ' '],
  ['null', INVALID_FORMAT, 'null'],
  ['a list', INVALID_FORMAT, '[]'],
  ['a number', INVALID_FORMAT, '1'],
  ['a text', INVALID_FORMAT, '"ping"'],
  ['half an object', INVALID_FORMAT, '{"method":"ping"'],
  ['two objects', INVALID_FORMAT, '{}{}'],
  ['a comma too many', INVALID_FORMAT, '{"id":"a",}'],
  ['single quotes', INVALID_FORMAT, "{'method':'ping'}"],
  ['a comment', INVALID_FORMAT, '{/**/}'],
  ['a byte order mark', INVALID_FORMAT, '\ufeff{}'],
  ['NaN', INVALID_FORMAT, '{"id":NaN}'],
  ['a control character', INVALID_FORMAT, '{"id":"\u0000"}'],
  ['a lone surrogate', INVALID_FORMAT, '{"id":"\\ud800"}'],
  ['a surrogate the wrong way round', INVALID_FORMAT, '{"id":"\\udc00\\ud800"}'],
  ['a key twice', INVALID_FORMAT, '{"id":"a","id":"b"}'],
  ['a key twice, once escaped', INVALID_FORMAT, '{"id":"a","\\u0069d":"b"}'],
  ['lists 33 deep', INVALID_FORMAT, `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
  ['lists 10,000 deep', INVALID_FORMAT, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['objects 3,000 deep', INVALID_FORMAT, `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ['257 keys', INVALID_FORMAT, `{${Array.from({ length: 257 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['4,097 items', INVALID_FORMAT, `{"a":[${'1,'.repeat(4_096)}1]}`],
  ['a number of 129 digits', INVALID_FORMAT, `{"id":${'9'.repeat(129)}}`],
  ['a number of 20,000 digits', INVALID_FORMAT, `{"id":${'9'.repeat(20_000)}}`],
  ['params that are a list', INVALID_FORMAT, '{"method":"subscribe","params":[]}'],
  ['params that are text', INVALID_FORMAT, '{"method":"post","params":"getMids"}'],
  ['no method', UNKNOWN_METHOD, '{}'],
  ['an unknown method', UNKNOWN_METHOD, '{"method":"brew"}'],
  ['a method that every object has', UNKNOWN_METHOD, '{"method":"constructor"}'],
  ['a method that is an object', UNKNOWN_METHOD, '{"method":{"a":1}}'],
  ['a method under __proto__', UNKNOWN_METHOD, '{"__proto__":{"method":"ping"}}'],
  ['a type that every object has', UNKNOWN_TYPE, '{"method":"subscribe","params":{"type":"__proto__"}}'],
  ['a type that is a list', UNKNOWN_TYPE, '{"method":"subscribe","params":{"type":["trades"]}}'],
];

describe('a frame that ends its connection', () => {
  test.each(CLOSED)('%s: %i', async (_, code, frames) => {
    const peer = await RawPeer.open(open.port);
    peer.send(...frames);
    await peer.until(() => peer.closeCode !== null);
    expect(peer.closeCode).toBe(code);
    peer.end();
    await peer.closed;
    await expectUndisturbed();
    await left(open.upgradeHandler, 1);
  });
});

describe('a frame that gets a response, and the connection goes on', () => {
  test.each(REFUSED)('%s', async (_, [status, code, message], payload) => {
    const peer = await RawPeer.open(open.port);
    peer.send(text(payload));
    await peer.until(() => peer.replies.length === 1);
    const error = { code, message, category: 'REQUEST', retryable: false };
    expect(peer.replies[0]).toMatchObject({ status, error, result: { error } });
    peer.sendJson({ id: 'on', method: 'ping' });
    expect(await peer.reply('on')).toMatchObject({ status: 200 });
    expect(peer.closeCode).toBeNull();
    peer.destroy();
    await expectUndisturbed();
  });

  test.each([
    ['20,480 bytes', [text('{"id":"a","method":"ping"}'.padEnd(20_480))]],
    ['128 fragments', [start('{"id":"a","method":"ping"}'), ...Array<Buffer>(126).fill(more(' ')), more(' ', true)]],
    [
      '1,000 fragments of nothing',
      [start('{"id":"a","method":"ping"'), ...Array<Buffer>(999).fill(more('')), more('}', true)],
    ],
    ['a character split over fragments', [start('{"id":"a","method":"ping","x":"\u20ac'), more('"}', true)]],
    ['a ping between fragments', [start('{"id":"a",'), frameBytes({ opcode: PING }), more('"method":"ping"}', true)]],
    ['a length in 16 bits', [text('{"id":"a","method":"ping"}', { lengthBits: 16 })]],
    ['a length in 64 bits', [text('{"id":"a","method":"ping"}', { lengthBits: 64 })]],
    ['nine frames that say nothing', [...Array<Buffer>(9).fill(text('x')), text('{"id":"a","method":"ping"}')]],
    [
      '1,000 unsolicited pongs',
      [...Array<Buffer>(1_000).fill(frameBytes({ opcode: PONG })), text('{"id":"a","method":"ping"}')],
    ],
  ] as [string, Buffer[]][])('%s', async (_, frames) => {
    const peer = await RawPeer.open(open.port);
    peer.send(...frames);
    expect(await peer.reply('a')).toMatchObject({ status: 200, method: 'pong' });
    peer.destroy();
    await expectUndisturbed();
  });

  test('10,000 pings, each with a pong of the same payload', async () => {
    const peer = await RawPeer.open(open.port);
    peer.send(
      Buffer.concat(Array.from({ length: 10_000 }, (_, index) => frameBytes({ opcode: PING, payload: `${index}` }))),
    );
    await expectUndisturbed();
    await peer.until(() => peer.frames.length === 10_000);
    expect(
      peer.frames.every(({ opcode, payload }, index) => opcode === PONG && payload.toString() === `${index}`),
    ).toBe(true);
    peer.destroy();
  });

  test('one byte in each packet', async () => {
    const peer = await RawPeer.open(open.port);
    for (const byte of text('{"id":"a","method":"ping"}')) peer.send(Buffer.from([byte]));
    expect(await peer.reply('a')).toMatchObject({ status: 200 });
    peer.destroy();
  });

  test.each([
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1700000000000', '1700000000000'],
    ['"now"', '"now"'],
  ])('a heartbeat of time %s gets it back as it was sent', async (sent, returned) => {
    const peer = await RawPeer.open(open.port);
    peer.send(text(`{"type":"ping","timestamp":${sent}}`));
    await peer.until(() => peer.frames.length === 1);
    expect(peer.frames[0]?.payload.toString()).toBe(`{"type":"pong","timestamp":${returned}}`);
    peer.destroy();
  });

  test.each(['[123456789012345678901234567890]', '{"a":1}', 'null'])(
    'a heartbeat of time %s gets a pong without a time',
    async (sent) => {
      const peer = await RawPeer.open(open.port);
      peer.send(text(`{"type":"ping","timestamp":${sent}}`));
      await peer.until(() => peer.frames.length === 1);
      expect(peer.frames[0]?.payload.toString()).toBe('{"type":"pong"}');
      peer.destroy();
    },
  );
});

describe('a peer that leaves', () => {
  test.each([
    ['with 1000', closeWith(1000, 'bye'), 1000],
    ['with a code of its own', closeWith(4321), 4321],
    ['without a code', frameBytes({ opcode: 8 }), null],
  ])('%s is closed with the same code', async (_, frame, code) => {
    const peer = await RawPeer.open(open.port);
    peer.send(frame);
    await peer.closed;
    expect(peer.frames.map(({ opcode }) => opcode)).toEqual([8]);
    expect(peer.closeCode).toBe(code);
    await expectUndisturbed();
  });

  test.each([
    ['in the middle of a head', bytes('81')],
    ['in the middle of a length', bytes('81fe00')],
    ['in the middle of a mask', bytes('81821234')],
    ['in the middle of a payload', text('{"method":"ping"}').subarray(0, 12)],
    ['between fragments', start('{"method":')],
  ])('%s is let go', async (_, cut) => {
    const peer = await RawPeer.open(open.port);
    peer.send(cut);
    peer.end();
    await peer.closed;
    expect(peer.replies).toEqual([]);
    await expectUndisturbed();
    await left(open.upgradeHandler, 1);
  });
});

test('there are enough of them', () => {
  expect(CLOSED.length + REFUSED.length).toBeGreaterThanOrEqual(60);
});
