import type { DumpHeader } from '../journal/dump.ts';
import { PLACE_EVERY, type Place, type WrittenSoFar } from './file-journal.ts';
import { GenerationReader, type TornTail } from './generation-reader.ts';
import type { Storage } from './storage.ts';

/** A file of a journal that was read to its end. */
export interface ReadGeneration {
  readonly header: DumpHeader;
  readonly written: WrittenSoFar;
  readonly lines: number;
  readonly tail: TornTail | null;
}

/**
 * Reads a file of a journal and checks every line. Null for a file without one whole line, which holds nothing.
 *
 * @throws DamageError
 */
export function readGeneration(
  storage: Storage,
  path: string,
  progress: (inputs: number) => void = () => undefined,
): ReadGeneration | null {
  const reader = new GenerationReader(storage, path);
  const places: Place[] = [];
  let header: DumpHeader | null = null;
  for (const line of reader.lines()) {
    if (line.kind === 'header') header = line.header;
    if (line.kind !== 'input') continue;
    const { seq } = line.record;
    if (seq % PLACE_EVERY === 0) places.push({ seq, offset: line.offset });
    progress(seq);
  }
  if (!header) return null;
  const { lines, bytes, sum, inputs } = reader.soFar;
  return { header, lines, written: { bytes, sum, inputs, places }, tail: reader.tail };
}
