import { Buffer } from 'node:buffer';
import { bufferOf, type FrameFact } from '../../contract/recording/format.ts';

export interface FrameSink {
  frame(opcode: FrameFact['opcode'], bytes: Uint8Array): void;
  /** Bytes that are no frames, or too long to hold; everything that follows is handed on in the same way. */
  undecoded(bytes: Uint8Array): void;
}

const OPCODES: ReadonlyMap<number, FrameFact['opcode']> = new Map([
  [1, 'text'],
  [2, 'binary'],
  [8, 'close'],
  [9, 'ping'],
  [10, 'pong'],
]);

/** A longer message is handed on as bytes. */
const LONGEST_MESSAGE = 16_777_216;
/** Empty fragments take memory as well. */
const MOST_FRAGMENTS = 16_384;

/**
 * Reads the frames of one direction of a WebSocket beside the bytes that pass, without extensions (RFC 6455, 5.2). Fragments of
 * a message are put together.
 */
export class FrameDecoder {
  readonly #sink: FrameSink;
  #buffer: Buffer = Buffer.alloc(0);
  /** The message whose fragments are arriving. */
  #message: { readonly opcode: FrameFact['opcode']; readonly parts: Buffer[]; length: number } | null = null;
  #lost = false;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  add(bytes: Uint8Array): void {
    if (this.#lost) return this.#sink.undecoded(bytes);
    this.#buffer = this.#buffer.length === 0 ? bufferOf(bytes) : Buffer.concat([this.#buffer, bytes]);
    let frame = this.#next();
    while (frame !== undefined) {
      if (frame === 'invalid' || !this.#take(frame)) return this.#giveUp();
      this.#buffer = this.#buffer.subarray(frame.size);
      frame = this.#next();
    }
  }

  #next(): RawFrame | 'invalid' | undefined {
    const bytes = this.#buffer;
    if (bytes.length < 2) return undefined;
    const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
    const short = second & 0x7f;
    const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
    const masked = second >= 0x80;
    const head = 2 + wide + (masked ? 4 : 0);
    if (bytes.length < head) return undefined;
    const length = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if ((first & 0x70) !== 0 || length > LONGEST_MESSAGE) return 'invalid';
    if (bytes.length < head + length) return undefined;
    const payload = bytes.subarray(head, head + length);
    const mask = masked ? bytes.subarray(head - 4, head) : null;
    return { isFinal: first >= 0x80, opcode: first & 0x0f, payload: unmasked(payload, mask), size: head + length };
  }

  /** False for a frame that may not stand here. */
  #take({ isFinal, opcode, payload }: RawFrame): boolean {
    const name = OPCODES.get(opcode);
    if (opcode >= 8) {
      if (name === undefined || !isFinal) return false;
      this.#sink.frame(name, payload);
      return true;
    }
    if ((opcode === 0) !== (this.#message !== null) || (opcode !== 0 && name === undefined)) return false;
    const message = this.#message ?? { opcode: name ?? 'text', parts: [], length: 0 };
    message.parts.push(payload);
    message.length += payload.length;
    this.#message = isFinal ? null : message;
    if (message.length > LONGEST_MESSAGE || message.parts.length > MOST_FRAGMENTS) return false;
    if (isFinal) this.#sink.frame(message.opcode, Buffer.concat(message.parts));
    return true;
  }

  #giveUp(): void {
    this.#lost = true;
    for (const part of this.#message?.parts ?? []) this.#sink.undecoded(part);
    this.#message = null;
    this.#sink.undecoded(this.#buffer);
    this.#buffer = Buffer.alloc(0);
  }
}

interface RawFrame {
  readonly isFinal: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
  /** Bytes of the frame with its head. */
  readonly size: number;
}

function unmasked(payload: Buffer, mask: Buffer | null): Buffer {
  const copy = Buffer.from(payload);
  if (mask)
    for (let index = 0; index < copy.length; index += 1) copy[index] = (copy[index] ?? 0) ^ (mask[index & 3] ?? 0);
  return copy;
}
