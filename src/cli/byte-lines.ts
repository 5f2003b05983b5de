import { createReadStream } from 'node:fs';
import { onDisk } from '../exchange/host.ts';
import { reasonOf, UsageError } from './usage-error.ts';

/** Lines of UTF-8, however the bytes are cut into pieces; the last one counts whether or not it ends. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let started = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    started += first;
    for (const other of others) {
      yield started;
      started = other;
    }
  }
  if (started !== '') yield started;
}

/** The bytes of a file, a piece at a time. Throws UsageError when it cannot be read. */
export async function* fileBytes(file: string): AsyncIterable<Uint8Array> {
  try {
    for await (const piece of createReadStream(onDisk(file))) yield piece as Uint8Array;
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}
