const TEXT = 0x81;

/** Bytes of lists that many connections get: those are frozen. Remembering a list costs more than writing a reply. */
const known = new WeakMap<readonly string[], Buffer>();

/**
 * Whole text frames, one behind the other, as bytes for one write. A server masks nothing and compresses nothing here,
 * so a frame is its head and its text; the library would hand the two to the system as pieces of their own.
 * The same frozen list gives the same bytes. Source: RFC 6455, 5.2.
 */
export function textFrames(texts: readonly string[]): Buffer {
  if (!Object.isFrozen(texts)) return encoded(texts);
  const made = known.get(texts) ?? encoded(texts);
  known.set(texts, made);
  return made;
}

function encoded(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) {
    const length = Buffer.byteLength(text);
    size += headLength(length) + length;
  }
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const text of texts) {
    at = writeHead(bytes, at, Buffer.byteLength(text));
    at += bytes.write(text, at, 'utf8');
  }
  return bytes;
}

const headLength = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

function writeHead(bytes: Buffer, at: number, length: number): number {
  bytes[at] = TEXT;
  if (length < 126) {
    bytes[at + 1] = length;
    return at + 2;
  }
  if (length < 65_536) {
    bytes[at + 1] = 126;
    return bytes.writeUInt16BE(length, at + 2);
  }
  bytes[at + 1] = 127;
  return bytes.writeBigUInt64BE(BigInt(length), at + 2);
}
