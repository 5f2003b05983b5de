import type { Storage } from './storage.ts';

/** A line of a stored file. */
export interface StoredLine {
  /** Without its end; null when the bytes are no UTF-8. Of a last line without an end, U+FFFD stands for such bytes. */
  readonly text: string | null;
  /** Bytes before it. */
  readonly offset: number;
  /** Whether an end of line follows. */
  readonly isWhole: boolean;
}

const NEWLINE = 10;

/** The lines of a file from this place on, which is the start of a line. The last one may have no end. */
export function* storedLines(storage: Storage, path: string, from = 0): Iterable<StoredLine> {
  const decoder = new TextDecoder('utf8', { fatal: true, ignoreBOM: true });
  const decoded = (bytes: Uint8Array): string | null => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
  let started: Uint8Array[] = [];
  let offset = from;
  for (const piece of storage.pieces(path, from)) {
    let rest = piece;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const bytes = started.length === 0 ? rest.subarray(0, end) : Buffer.concat([...started, rest.subarray(0, end)]);
      yield { text: decoded(bytes), offset, isWhole: true };
      offset += bytes.length + 1;
      started = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) started.push(rest);
  }
  if (started.length > 0) yield { text: Buffer.concat(started).toString('utf8'), offset, isWhole: false };
}
