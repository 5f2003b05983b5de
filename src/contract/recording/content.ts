import { Buffer, isUtf8 } from 'node:buffer';
import type { Content } from './format.ts';

/** Bytes as a recording holds them, exactly. */
export function contentOf(bytes: Uint8Array): Content {
  const buffer = bufferOf(bytes);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

/** The bytes that `contentOf` was given; none where there is no content. */
export const bytesOf = ({ text, base64 }: Content): Buffer =>
  base64 === undefined ? Buffer.from(text ?? '', 'utf8') : Buffer.from(base64, 'base64');

export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A longer text is not searched for a time: it is a list or a journal. */
const SEARCHED_LENGTH = 262_144;

/**
 * The exchange time that a response or a frame carries: `timestamp` of the envelope, or `now` of the clock's own responses.
 * Undefined where it carries none.
 */
export function timeIn({ text }: Content): number | undefined {
  if (text === undefined || text.length > SEARCHED_LENGTH || !text.startsWith('{')) return undefined;
  try {
    const { timestamp, now } = JSON.parse(text) as { readonly timestamp?: unknown; readonly now?: unknown };
    return isTime(timestamp) ? timestamp : isTime(now) ? now : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
