import { describe, expect, test } from 'vitest';
import { FrameDecoder } from './frame-decoder.ts';

/** What the decoder reads out of bytes that come in pieces of `size`. */
function decoded(bytes: readonly number[], size = bytes.length): string[] {
  const found: string[] = [];
  const decoder = new FrameDecoder({
    frame: (opcode, payload) => found.push(`${opcode} ${Buffer.from(payload).toString('latin1')}`),
    undecoded: (rest) => found.push(`undecoded ${[...rest].join(' ')}`),
  });
  for (let at = 0; at < bytes.length; at += size) decoder.add(Uint8Array.from(bytes.slice(at, at + size)));
  return found;
}

const text = (words: string): number[] => [...Buffer.from(words)];
/** The examples of RFC 6455, 5.7. */
const HELLO = [0x81, 0x05, ...text('Hello')];
const MASKED_HELLO = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];

describe('frames of one direction', () => {
  test.each<[string, number[], string[]]>([
    ['a text frame', HELLO, ['text Hello']],
    ['a masked text frame', MASKED_HELLO, ['text Hello']],
    ['two frames behind each other', [...HELLO, ...MASKED_HELLO], ['text Hello', 'text Hello']],
    [
      'fragments with a ping between them',
      [0x01, 0x03, ...text('Hel'), 0x89, 0x01, 0x21, 0x80, 0x02, ...text('lo')],
      ['ping !', 'text Hello'],
    ],
    ['a close frame', [0x88, 0x02, 0x03, 0xe8], ['close \u0003\u00e8']],
    ['a frame of 126 bytes', [0x82, 126, 0, 126, ...text('x'.repeat(126))], [`binary ${'x'.repeat(126)}`]],
    ['an empty frame', [0x81, 0x00], ['text ']],
    ['a frame that has not arrived in full', HELLO.slice(0, 6), []],
  ])('%s is read, in one piece and byte by byte', (_what, bytes, found) => {
    expect(decoded(bytes)).toEqual(found);
    expect(decoded(bytes, 1)).toEqual(found);
  });

  test.each<[string, number[], string[]]>([
    ['a reserved bit', [0xc1, 0x01, 0x41], ['undecoded 193 1 65']],
    ['an unknown opcode', [0x83, 0x01, 0x41], ['undecoded 131 1 65']],
    ['a continuation of nothing', [0x80, 0x01, 0x41], ['undecoded 128 1 65']],
    ['a control frame in fragments', [0x09, 0x01, 0x41], ['undecoded 9 1 65']],
    ['a second message inside the first', [0x01, 0x01, 0x41, 0x81, 0x01, 0x42], ['undecoded 65', 'undecoded 129 1 66']],
  ])('%s ends the reading, and every byte is handed on', (_what, bytes, found) => {
    expect(decoded(bytes)).toEqual(found);
  });

  test('bytes behind what could not be read are handed on as they come', () => {
    expect(decoded([0x83, 0x00, ...HELLO], 2)).toEqual([
      'undecoded 131 0',
      'undecoded 129 5',
      'undecoded 72 101',
      'undecoded 108 108',
      'undecoded 111',
    ]);
  });
});
